# SPDX-License-Identifier: MIT
"""The library of this package, and how it is called."""

from __future__ import annotations

import ctypes
import importlib.resources
import json
import pathlib
import sys
from typing import Any, Dict, Iterable, Mapping, Optional, Tuple, Type, TypeVar

from ._command import detected
from ._errors import raise_problem
from ._record import Answer

AnAnswer = TypeVar("AnAnswer", bound=Answer)


def _path() -> str:
    """The path of the library: beside this file, or in the build directory of an editable installation."""
    name = "libcudastdenv.so"
    if sys.version_info < (3, 9):
        return str(pathlib.Path(__file__).with_name(name))
    return str(importlib.resources.files("cudastdenv").joinpath(name))  # novermin


try:
    # While a function of it runs, other Python threads continue.
    _library = ctypes.CDLL(_path())
except OSError as error:
    raise ImportError(f"the library of cudastdenv cannot be loaded: {error}") from error
_library.cudastdenv_version.restype = ctypes.c_char_p
_library.cudastdenv_version.argtypes = []
_library.cudastdenv_ask.restype = ctypes.c_void_p
_library.cudastdenv_ask.argtypes = [ctypes.c_char_p]
_library.cudastdenv_request_schema.restype = ctypes.c_void_p
_library.cudastdenv_request_schema.argtypes = []
_library.cudastdenv_free.restype = None
_library.cudastdenv_free.argtypes = [ctypes.c_void_p]


def _taken(text: Optional[int]) -> Any:
    """The JSON of the library's text, which the library then frees."""
    if text is None:
        raise MemoryError
    try:
        return json.loads(ctypes.string_at(text))
    finally:
        _library.cudastdenv_free(text)


def version() -> str:
    return bytes(_library.cudastdenv_version()).decode()


def request_schema() -> Dict[str, Any]:
    """The JSON schema of the library's questions."""
    schema: Dict[str, Any] = _taken(_library.cudastdenv_request_schema())
    return schema


def reply_to(request: Mapping[str, Any]) -> Dict[str, Any]:
    # JSON is UTF-8. Surrogates, which represent other bytes, are in no name and no message.
    text = json.dumps(request, ensure_ascii=False).encode("utf-8", errors="replace")
    reply: Dict[str, Any] = _taken(_library.cudastdenv_ask(text))
    return reply


def _says_host(values: Iterable[Any]) -> bool:
    """Whether a value, or an item of a list, is `host`."""
    return any("host" in (value.split(",") if isinstance(value, str) else value)
               for value in values if isinstance(value, (str, list, tuple)))


class _Text:
    """The text of the answer to a request; unlike a function it can be pickled."""

    def __init__(self, request: Mapping[str, Any]) -> None:
        self._request = request

    def __call__(self) -> str:
        return str(reply_to({**self._request, "as": "text"})["answer"]).rstrip("\n")


def _with_arguments(command: str, options: Mapping[str, Any], arguments: Tuple[Any, ...],
                    names: Tuple[str, ...]) -> Dict[str, Any]:
    """The options with the arguments without a name: the last of the names first, then the ones before it."""
    request = {key: value for key, value in options.items() if value is not None}
    if len(arguments) > len(names):
        raise TypeError(f"{command} accepts at most {len(names)} arguments without a name, not {len(arguments)}")
    for name, value in zip(names[len(names) - len(arguments):], arguments):
        if name in request:
            raise TypeError(f"{command} got multiple values for argument '{name}'")
        request[name] = value
    return request


def ask(form: Type[AnAnswer], command: str, options: Mapping[str, Any], arguments: Tuple[Any, ...] = (),
        names: Tuple[str, ...] = (), switches: Tuple[str, ...] = ()) -> AnAnswer:
    """The answer to a command with these options; None means not given.

    `arguments` are those without a name, for the options with these `names`, as on a command line: `explain("gcc-15")`
    and `explain("12.8", "gcc-15")`. `switches` are the options with a `no` form, which switches them off.
    """
    request = _with_arguments(command, options, arguments, names)
    for switch in switches:
        if request.get(switch) is False:
            request["no" + switch[0].upper() + switch[1:]] = True
    if isinstance(request.get("host"), Answer):
        request["host"] = request["host"].json
    request["command"] = command
    reply = reply_to(request)
    error = reply["error"]
    lacks_machine = error and error["code"] == "not-on-this-machine" and "host" not in request
    if lacks_machine and _says_host(request.values()):
        request["host"] = detected()
        reply = reply_to(request)
        error = reply["error"]
    if error:
        raise_problem(reply["status"], error)
    return form(reply["answer"], reply["status"], reply["notes"], _Text(request))
