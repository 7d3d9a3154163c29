# SPDX-License-Identifier: MIT
"""The transcripts in tests/golden, for the tests that read them. tests/golden/golden.cpp runs and rewrites them."""

import dataclasses
import pathlib
import re
import shlex

GOLDEN = pathlib.Path(__file__).resolve().parent / "golden"
BAD_INPUT = 2
FULL = re.compile(
    r"=== (\S+)\n\$ (.*)\nexit (\d+)\n(?:--- stdout\n((?:(?!=== |--- stderr\n).*\n)+))?(?:--- stderr\n((?:(?!=== ).*\n)+))?"
)
ERROR = re.compile(r"(\S+) \$ (.*)\n(error: .*\n(?:(?:hint: | {6}).*\n)*)")


@dataclasses.dataclass(frozen=True)
class Case:
    transcript: str  # name of the file, without its extension
    name: str
    command_line: str
    status: int
    stdout: str
    stderr: str

    @property
    def arguments(self):
        return shlex.split(self.command_line)


def _cases_of(transcript, text):
    form = FULL if text.startswith("=== ") else ERROR
    end = 0
    while end < len(text):
        if not (found := form.match(text, end)):
            raise ValueError(f"{transcript}.test: no case begins with {text[end:].partition(chr(10))[0]!r}")
        end = found.end()
        name, command_line, *rest = found.groups(default="")
        yield Case(transcript, name, command_line, *([int(rest[0]), *rest[1:]] if form is FULL else [BAD_INPUT, "", *rest]))


def read_cases():
    """All of them, sorted by file name."""
    for path in sorted(GOLDEN.glob("*.test")):
        with path.open(encoding="utf-8", newline="") as file:
            yield from _cases_of(path.stem, file.read())
