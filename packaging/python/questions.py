#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""Generates the module's questions and the types of their answers from the schemas in docs/.

usage: questions.py REQUEST_SCHEMA ANSWER_SCHEMAS OUTPUT DEPFILE
"""

import json
import keyword
import pathlib
import re
import sys
import textwrap

COMMON = "common.schema.json#/$defs/"
# Answers whose schema has another name than their command.
SCHEMA_NAMES = {"flags": "spelled", "nix impact": "nixImpact"}
OWN_ATTRIBUTES = ("json", "messages", "status")
# Commands that accept a release only as an option.
WITHOUT_RELEASE = ("diagnose", "wheel")
# Options that make another question of a command, with the answer of a third one: the name of its function, that answer,
# and the options that remain.
SEPARATE = {("covers", "wheel"): ("covers wheel", "wheel", ("wheel", "device", "driver", "for", "gpu", "host", "system"))}
# Members of a request that are not options.
NOT_OPTIONS = ("command", "as")
PLAIN = {"string": "str", "integer": "int", "boolean": "bool", "null": "None", "object": "typing.Dict[str, typing.Any]"}
HEAD = '''\
# SPDX-License-Identifier: MIT
"""Written by questions.py, from the schemas of requests and answers."""

from __future__ import annotations

import typing

from ._library import ask as _ask
from ._record import Answer, Record

__all__ = {names}

Texts = typing.Union[str, typing.Sequence[str]]
'''


def snake(name):
    """`nixpkgsExact` and `nix flags` as Python names; Python's keywords get a `_` at the end."""
    name = re.sub(r"[ -]|(?<=[a-z0-9])(?=[A-Z])", "_", name).lower()
    return name + "_" * keyword.iskeyword(name)


def pascal(name):
    return "".join(part[:1].upper() + part[1:] for part in re.split("[ -]", name))


def docstring(text, indent):
    """A docstring, for help() and editors; backslashes are escaped."""
    text = text.replace("\\", "\\\\").replace('"""', "'''")
    lines = []
    for line in text.split("\n"):
        lines += textwrap.wrap(line, 110, subsequent_indent="    ") or [""]
    if len(lines) == 1 and not lines[0].endswith('"'):
        return f'{indent}"""{lines[0]}"""\n'
    first, *others = lines
    return "\n".join([f'{indent}"""{first}', *((indent + line).rstrip() for line in others), f'{indent}"""\n'])


class Answers:
    """The classes of the answers, and of the parts that they refer to."""

    def __init__(self, schemas):
        self.parts = json.loads((schemas / "common.schema.json").read_text(encoding="utf-8"))["$defs"]
        self.classes = {}

    def type_and_reader(self, schema):
        """The type of a value, and the conversion of the JSON in `value`; None: no conversion is needed."""
        if "$ref" in schema:
            name = schema["$ref"].replace(COMMON, "")
            if "properties" not in self.parts[name]:
                return self.type_and_reader(self.parts[name])
            self.add(pascal(name), self.parts[name], "Record")
            return pascal(name), f"{pascal(name)}(value)"
        if "const" in schema or "enum" in schema:
            values = schema.get("enum", [schema.get("const")])
            return f"typing.Literal[{', '.join(map(repr, values))}]", None
        if "anyOf" in schema:
            return self.any_of(schema["anyOf"])
        if schema["type"] == "array":
            return self.many("typing.List[{}]", "[{} for value in value]", schema["items"])
        if isinstance(schema.get("additionalProperties"), dict):
            return self.many("typing.Dict[str, {}]", "{{key: {} for key, value in value.items()}}",
                             schema["additionalProperties"])
        return PLAIN[schema["type"]], None

    def many(self, form, reading, of_each):
        name, reader = self.type_and_reader(of_each)
        return form.format(name), reader and reading.format(reader)

    def any_of(self, schemas):
        found = [self.type_and_reader(schema) for schema in schemas]
        readers = [reader for _, reader in found if reader]
        if not readers:
            return f"typing.Union[{', '.join(name for name, _ in found)}]", None
        if len(found) != 2 or schemas[1] != {"type": "null"}:
            raise ValueError(f"no type of Python for {schemas}")
        return f"typing.Optional[{found[0][0]}]", f"None if value is None else {readers[0]}"

    def add(self, name, schema, base):
        if name in self.classes:
            return
        self.classes[name] = None  # one that refers to itself is found again below
        text = f"class {name}({base}):\n{docstring(schema['description'], '    ')}\n    __slots__ = ()\n"
        for key, value in schema["properties"].items():
            text += "\n" + self.attribute(key, value, key in schema["required"])
        self.classes[name] = text

    def attribute(self, key, schema, always_there):
        if snake(key) in OWN_ATTRIBUTES:
            raise ValueError(f"an answer has an attribute of its own that is called {snake(key)}")
        kind, reader = self.type_and_reader(schema)
        if not always_there and not kind.startswith("typing.Optional"):
            kind = f"typing.Optional[{kind}]"
            reader = reader and f"None if value is None else {reader}"
        value = f"self.json[{key!r}]" if always_there else f"self.json.get({key!r})"
        part = self.parts.get(schema.get("$ref", "").replace(COMMON, ""), {})
        described = schema.get("description") or part.get("description")
        text = f"    @property\n    def {snake(key)}(self) -> {kind}:\n"
        text += docstring(described, " " * 8) if described else ""
        if reader is None:
            return text + f"        value: {kind} = {value}\n        return value\n"
        return text + f"        value: typing.Any = {value}\n        return {reader}\n"


def parameter(key, schema):
    """(name, type and default) of an option."""
    if schema.get("$ref") == "#/$defs/host":
        return snake(key), "typing.Union[DetectAnswer, typing.Mapping[str, typing.Any], None] = None"
    if "anyOf" in schema:
        return snake(key), "typing.Optional[Texts] = None"
    return snake(key), f"typing.Optional[{PLAIN[schema['type']]}] = None"


def function(command, options, described, answer, host, name=None):
    """One question, called as its command unless it has a name. Arguments that the command accepts without an option's name can come first here too."""
    nameless = [key for key, one in options.items() if one.get("type") == "string" and "description" not in one][-1:]
    # The release comes before them, as on a command line.
    placed = [key for key in ("cuda",) if key in options and command not in WITHOUT_RELEASE] + nameless
    others = [key for key in options if key not in nameless and key != "host"]
    taken = ["*arguments: str"]
    taken += [f"{name}: {kind}" for name, kind in (parameter(key, options[key]) for key in [*nameless, *others, "host"])]
    doc = described + "\n\n" + "\n".join(
        f"{snake(key)}: {options[key]['description']}" for key in others if "description" in options[key])
    doc += f"\nhost: {host}"
    values = "".join(f"        {key!r}: {snake(key)},\n" for key in [*nameless, *others, "host"])
    switches = tuple(key for key in options if "no" + key[0].upper() + key[1:] in options)
    called = f"_ask({answer}, {command!r}, {{\n{values}    }}, arguments, {tuple(placed)!r}, {switches!r})"
    return (f"def {snake(name or command)}(\n" + "".join(f"    {one},\n" for one in taken) + f") -> {answer}:\n"
            + docstring(doc, "    ") + f"    return {called}\n")


def main():
    requests, schemas, output, depfile = (pathlib.Path(argument) for argument in sys.argv[1:])
    request_schema = json.loads(requests.read_text(encoding="utf-8"))
    answers, functions = Answers(schemas), {}

    def answer_to(command):
        """The class of its answer, and its description."""
        path = schemas / f"{SCHEMA_NAMES.get(command, command)}.schema.json"
        if not path.is_file():
            return "Answer", f"What `cudastdenv {command}` prints: its form is another program's."
        schema, name = json.loads(path.read_text(encoding="utf-8")), pascal(command) + "Answer"
        answers.add(name, schema, "Answer")
        return name, schema["description"]

    answer_to("detect")
    for request in request_schema["oneOf"]:
        options = {key: schema for key, schema in request["properties"].items() if key not in NOT_OPTIONS}
        command = request["properties"]["command"]["const"]
        host = request_schema["$defs"]["host"]["description"]
        for (_, option), (name, other, kept) in ((key, one) for key, one in SEPARATE.items() if key[0] == command):
            answer, described = answer_to(other)
            functions[snake(name)] = function(command, {key: options[key] for key in kept}, described, answer, host,
                                              name)
            del options[option]
        answer, described = answer_to(command)
        functions[snake(command)] = function(command, options, described, answer, host)
    names = json.dumps([*sorted(answers.classes), *functions], indent=4).replace("\n]", ",\n]")
    text = "\n\n".join([HEAD.format(names=names), *answers.classes.values(), *functions.values()])
    output.write_text(text, encoding="utf-8")
    read = [requests, *sorted(schemas.iterdir())]
    escaped = (str(path).replace(" ", "\\ ") for path in [output, *read])
    depfile.write_text("{}: {}\n".format(next(escaped), " ".join(escaped)), encoding="utf-8")


main()
