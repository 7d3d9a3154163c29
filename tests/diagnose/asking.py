# SPDX-License-Identifier: MIT
"""Runs `diagnose` on a log, and checks what holds for every answer."""

import collections
import functools
import json
import pathlib
import sys
import unicodedata

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parents[1]))
from log_records import read_records  # noqa: E402

HERE = pathlib.Path(__file__).resolve().parent

Outcome = collections.namedtuple("Outcome", "code out err")


def logs():
    return json.loads((HERE / "logs.json").read_text(encoding="utf-8"))


@functools.cache
def contents():
    """The logs by their names in logs.json: the file of records, and the record in it."""
    return {f"{path.stem}/{name}": log for path in HERE.glob("*.logs") for name, log in read_records(path).items()}


def content(row):
    return contents()[row["log"]]


def ask(process, log, *options):
    """The command's answer for a log on standard input."""
    done = process.run(["diagnose", "-", *options], stdin=log, env={"PATH": "/usr/bin:/bin", "IN_NIX_SHELL": "pure"})
    return Outcome(done.returncode, done.stdout, done.stderr)


def answer_of(outcome):
    """The answer in JSON; one without findings if it cannot be read, and the reason."""
    try:
        return json.loads(outcome.out.decode("utf-8")), None
    except ValueError:
        return {"findings": [], "otherMessages": [], "facts": {}}, f"exit {outcome.code}, and no JSON: {outcome.err[:200]!r}"


def ids_in(answer):
    return [finding["message"] for finding in answer["findings"]]


def is_for_terminal(character):
    """No control character, and none that changes the direction of text."""
    return character == "\n" or unicodedata.category(character) not in ("Cc", "Cf", "Cs", "Co", "Zl", "Zp")


def unfit_for_terminal(outcome):
    """What must not be sent to a terminal; None without such a character."""
    try:
        text = outcome.out.decode("utf-8")
    except UnicodeDecodeError:
        return "bytes that are no UTF-8"
    unfit = sorted({character for character in text if not is_for_terminal(character)})
    return f"control characters: {', '.join(f'U+{ord(one):04X}' for one in unfit)}" if unfit else None


def code_complaint(outcome, findings):
    expected = 0 if findings else 1
    return None if outcome.code == expected else f"exit {outcome.code} instead of {expected}"
