# SPDX-License-Identifier: MIT
"""Errors: why a question has no answer."""

from __future__ import annotations

from typing import Any, Dict, Mapping, NoReturn, Type


class Error(Exception):
    """A question has no answer. The text is the command's error."""

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
    """The input is bad: exit code 2."""

    status = 2


class Failure(Error, RuntimeError):
    """A file, a program or the machine failed: exit code 3."""


class DataError(Failure):
    """A table, a manifest or the machine's description cannot be read: exit code 3."""


for _class in (Error, BadInput, Failure, DataError):
    _class.__module__ = "cudastdenv"  # the public module, as in `except cudastdenv.BadInput`


def raise_problem(status: int, problem: Mapping[str, Any]) -> NoReturn:
    failures: Dict[str, Type[Error]] = {"bad-data": DataError}
    kind: Type[Error] = BadInput if status == 2 else failures.get(problem["code"], Failure)
    raise kind(problem["message"], problem["code"])
