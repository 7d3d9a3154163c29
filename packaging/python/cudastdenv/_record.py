# SPDX-License-Identifier: MIT
"""The parts of an answer: JSON objects with their keys as Python attributes."""

from __future__ import annotations

from typing import Any, Callable, List, Optional


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

    __hash__ = None  # type: ignore[assignment]  # as in a dict


class Message(Record):
    """A note or warning beside the answer."""

    __slots__ = ()

    @property
    def kind(self) -> str:
        """`note` or `warning`."""
        return str(self.json["kind"])

    @property
    def text(self) -> str:
        """The text."""
        return str(self.json["text"])


class Answer(Record):
    """A whole answer: `print()` prints the command's text, and `if answer:` is the verdict, exit code 0.

    `json` is a text if the command has no JSON: the list of formats, or Markdown.
    """

    __slots__ = ("_text", "messages", "status")

    def __init__(self, json: Any, status: int = 0, messages: Any = (), text: Optional[Callable[[], str]] = None) -> None:
        super().__init__(json)
        self._text = text
        self.status: int = status
        """The command's exit code: 0 answered; 1 the answer is no, none or unknown."""
        self.messages: List[Message] = [Message(message) for message in messages]
        """The command's notes and warnings on standard error."""

    def __bool__(self) -> bool:
        return self.status == 0

    def __str__(self) -> str:
        if isinstance(self.json, str):
            return self.json
        return self._text() if self._text else repr(self)
