#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""Answers requests in JSON, one a line, with the functions of the Python module; replies are those of the library.

usage: ask_module.py [schema]

Every attribute of every part of an answer is read: it has its declared type, and every key has an attribute.
"""

import json
import sys
import typing

import cudastdenv
from cudastdenv import _library, _questions
from cudastdenv._record import Record

snake = {}  # of each key that was read


def snake_case(key):
    """The name by PEP 8, without the module's own function."""
    if key not in snake:
        name = "".join("_" + letter.lower() if letter.isupper() else letter for letter in key.replace(" ", "_"))
        snake[key] = name + "_" if name in ("for", "from") else name
    return snake[key]


def misfit(value, kind):
    """The error of a value; None if it has that type."""
    origin, arguments = typing.get_origin(kind), typing.get_args(kind)
    if kind is typing.Any:
        return None
    if kind is None or kind is type(None):
        return None if value is None else f"{value!r} is not None"
    if origin is typing.Literal:
        return None if value in arguments else f"{value!r} is none of {arguments}"
    if origin is typing.Union:
        found = [misfit(value, one) for one in arguments]
        return None if None in found else found[0]
    if origin is list:
        if not isinstance(value, list):
            return f"{value!r} is no list"
        return next((wrong for one in value if (wrong := misfit(one, arguments[0]))), None)
    if origin is dict:
        if not isinstance(value, dict):
            return f"{value!r} is no dict"
        return next((wrong for one in value.values() if (wrong := misfit(one, arguments[1]))), None)
    if type(value) is not kind:
        return f"{value!r} is no {kind}"
    return misread(value) if isinstance(value, Record) else None


def misread(record):
    """Differences between a part of an answer and its JSON."""
    attributes = {name: one for name, one in vars(type(record)).items() if isinstance(one, property)}
    if unknown := {snake_case(key) for key in record.json} - set(attributes):
        return f"{type(record).__name__} has no {unknown}"
    for name, attribute in attributes.items():
        kind = typing.get_type_hints(attribute.fget, vars(_questions))["return"]
        if wrong := misfit(getattr(record, name), kind):
            return f"{type(record).__name__}.{name}: {wrong}"
    return None


def reply_to(request):
    name = request.pop("command")
    function = getattr(cudastdenv, "covers_wheel" if "wheel" in request else snake_case(name))
    try:
        answer = function(**{snake_case(key): value for key, value in request.items()})
    except cudastdenv.Error as error:
        problem = {"code": error.code, "message": str(error)}
        return {"status": error.status, "answer": None, "notes": [], "error": problem}
    if type(answer) is not cudastdenv.Answer and not isinstance(answer.json, str) and (wrong := misread(answer)):
        sys.exit(f"{function.__name__}({request}): {wrong}")
    notes = [one.json for one in answer.messages]
    return {"status": answer.status, "answer": answer.json, "notes": notes, "error": None}


def main():
    if sys.argv[1:] == ["schema"]:
        print(json.dumps(_library.request_schema()))
        return
    for line in sys.stdin:
        print(json.dumps(reply_to(json.loads(line))))


main()
