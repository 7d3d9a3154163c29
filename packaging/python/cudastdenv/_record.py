# SPDX-License-Identifier: MIT
"""What an answer is made of: JSON objects, read by the names that Python gives to their keys."""

from __future__ import annotations

from typing import Any, List


class Record:
    """A part of an answer. Its attributes are the keys of the JSON in snake_case; `json` is the JSON itself."""

    __slots__ = ("json",)

    def __init__(self, json: Any) -> None:
        self.json: Any = json
        """The object as the command prints it with --json, its keys in camelCase."""

    def __eq__(self, other: object) -> bool:
        return type(self) is type(other) and isinstance(other, Record) and bool(self.json == other.json)

    def __repr__(self) -> str:
        return f"{type(self).__name__}({self.json!r})"

    __hash__ = None  # type: ignore[assignment]  # as that of a dict


class Message(Record):
    """What the command says beside its answer."""

    __slots__ = ()

    @property
    def kind(self) -> str:
        """`note` or `warning`."""
        return str(self.json["kind"])

    @property
    def text(self) -> str:
        """The sentence."""
        return str(self.json["text"])


class Answer(Record):
    """A whole answer.

    `json` is a text where the command has no JSON: for the list of formats, or for Markdown. `str()` gives it.
    """

    __slots__ = ("messages", "status")

    def __init__(self, json: Any, status: int = 0, messages: Any = ()) -> None:
        super().__init__(json)
        self.status: int = status
        """What the command's exit code would be: 0 answered; 1 the answer is none or no."""
        self.messages: List[Message] = [Message(message) for message in messages]
        """What the command says beside its answer, on standard error."""

    def __str__(self) -> str:
        return self.json if isinstance(self.json, str) else repr(self)
