#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""Disguises each log of logs.json with a known message as terminals, web pages and people do, and runs `diagnose`
again: the first cause stays the same.

usage: check_disguises.py GOLDEN

GOLDEN is the program that has the command as a function (tests/golden). In a sample, each disguise occurs.

Disguises that can hide a message from the reader are listed in disguises-that-hide.json, with the reason and what they
hide: logs, or messages by id. A listed disguise that hides nothing is an error too.
"""

import collections
import html
import json
import random
import re
import sys

from asking import HERE, answer_of, ask, content, ids_in, logs
from programs import OneProcess
from sampling import sample_of_today

WIDTHS = (60, 72, 80, 100)
DISGUISES = {}


def disguise(function):
    DISGUISES[function.__name__.replace("_", " ")] = function
    return function


def by_line(change, text):
    return "\n".join(change(line) for line in text.split("\n"))


def wrapping_at(width):
    def wrapped(text):
        """At that column, whatever the text is, as a terminal does."""
        return by_line(lambda line: "\n".join(re.findall(f".{{1,{width}}}", line)) or line, text)

    return wrapped


for at in WIDTHS:
    DISGUISES[f"wrapped at {at}"] = wrapping_at(at)


@disguise
def doubled_line_breaks(text):
    return text.replace("\n", "\n\n")


@disguise
def coloured(text):
    """A color is set and reset between words."""
    chance = random.Random(len(text))
    colours = ("\x1b[1m", "\x1b[0m", "\x1b[01;31m\x1b[K", "\x1b[m\x1b[K", "\x1b[38;5;208m")
    return re.sub(r"(?<=\S) (?=\S)", lambda _: " " + chance.choice(colours), text)


@disguise
def in_a_docker_build(text):
    lines = text.split("\n")
    return "\n".join(f"#12 {number * 0.25:.3f} {line}" for number, line in enumerate(lines, 4))


@disguise
def quoted(text):
    return by_line(lambda line: "> " + line, text)


@disguise
def escaped_as_HTML(text):
    return html.escape(text)


# Case conversion of letters outside of ASCII depends on the tool.
@disguise
def in_upper_case(text):
    return re.sub("[a-z]+", lambda found: found[0].upper(), text)


@disguise
def in_lower_case(text):
    return re.sub("[A-Z]+", lambda found: found[0].lower(), text)


@disguise
def with_line_ends_of_Windows(text):
    return text.replace("\r\n", "\n").replace("\n", "\r\n")


@disguise
def as_text_in_JSON(text):
    """As in a container's log."""
    line = json.dumps({"log": text, "stream": "stderr"}, ensure_ascii=False)
    for character in "<>&":
        line = line.replace(character, f"\\u{ord(character):04x}")
    return line


@disguise
def of_a_service_with_times(text):
    return by_line(lambda line: "2026-03-11T08:15:30.1234567Z " + line, text)


@disguise
def indented_in_a_fence(text):
    return "```\n" + by_line(lambda line: "    " + line, text) + "\n```\n"


def bytes_of(name, log):
    text = DISGUISES[name](log.decode("utf-8", "surrogateescape"))
    return text.encode("utf-8", "surrogateescape")


def utf_16(log):
    """The encoding of a file that a Windows shell writes."""
    return b"\xff\xfe" + log.decode("utf-8", "replace").encode("utf-16-le")


def first_id(process, log):
    answer, trouble = answer_of(ask(process, log, "--json"))
    return trouble or (ids_in(answer)[:1] or ["no known message"])[0]


def check(process, sample):
    rows = [row for row in logs() if row["messages"]]
    names = [*DISGUISES, "UTF-16"]
    hiding = json.loads((HERE / "disguises-that-hide.json").read_text(encoding="utf-8"))
    allowed = {(row["disguise"], hidden): False for row in hiding for hidden in row["hides"]}
    wrong = [f"{row['disguise']}: no such disguise, or no reason" for row in hiding
             if row["disguise"] not in names or not row["reason"]]
    found, asked, plain = collections.Counter(), collections.Counter(), {}
    pairs = sample.of(((row, name) for row in rows for name in names), kind=lambda pair: pair[1])
    for row, name in pairs:
        log, text = row["log"], content(row)
        if log not in plain:
            plain[log] = first_id(process, text)
        answer = first_id(process, utf_16(text) if name == "UTF-16" else bytes_of(name, text))
        asked[name] += 1
        found[name] += answer == plain[log]
        if answer == plain[log]:
            continue
        listed = [(name, hidden) for hidden in (log, plain[log]) if (name, hidden) in allowed]
        allowed.update(dict.fromkeys(listed, True))
        if not listed:
            wrong.append(f"{log}: {name}: {answer} instead of {plain[log]}")
    if sample.parts == 1:
        wrong += [f"{hidden}: {name}: listed as hidden, and is found"
                  for (name, hidden), hides in allowed.items() if not hides]
    for name in names:
        print(f"{name}: {found[name]} of {asked[name]}")
    for line in wrong:
        print(line)
    return 1 if wrong else 0


def main():
    sample = sample_of_today(24)
    if len(sys.argv) != 2:
        sys.exit(__doc__)
    with OneProcess(sys.argv[1]) as process:
        return check(process, sample)


sys.exit(main())
