# SPDX-License-Identifier: MIT
"""Why there is no answer."""

from __future__ import annotations

from typing import Any, Dict, Mapping, NoReturn, Type


class Error(Exception):
    """There is no answer. Its text is the command's sentence."""

    status: int = 3
    """The command's exit code."""

    def __init__(self, message: str, code: str = "failure") -> None:
        super().__init__(message, code)
        self.message: str = message
        """The command's sentence."""
        self.code: str = code
        """A name for programs: `unknown-name`, `contradiction`, `bad-data`."""

    def __str__(self) -> str:
        return self.message


class BadInput(Error, ValueError):
    """The question cannot be answered as it was asked: exit code 2."""

    status = 2


class Failure(Error, RuntimeError):
    """A file, a program or the machine failed: exit code 3."""


class DataError(Failure):
    """A table, a manifest or what was found on the machine cannot be read: exit code 3."""


for _class in (Error, BadInput, Failure, DataError):
    _class.__module__ = "cudastdenv"  # where who catches them finds them


def raise_problem(status: int, problem: Mapping[str, Any]) -> NoReturn:
    failures: Dict[str, Type[Error]] = {"bad-data": DataError}
    kind: Type[Error] = BadInput if status == 2 else failures.get(problem["code"], Failure)
    raise kind(problem["message"], problem["code"])
