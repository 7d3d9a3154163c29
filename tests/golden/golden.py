#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""Checks of the transcripts beside those of golden.cpp.

usage: golden.py COMMAND     the first case of each transcript and exit code, and of each command among the errors,
                             gives the same in a process
       golden.py --verdicts  if the exit code means "none", "no" or "unknown", the first line does too
"""

import os
import pathlib
import re
import subprocess
import sys

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parents[1]))
from transcripts import GOLDEN, read_cases  # noqa: E402

SKIPPED = 77
LEAST_CASES = 60


def first_of_each(cases):
    first = {}
    for case in cases:
        kind = case.arguments[:1] if case.transcript == "errors" else [case.transcript]
        first.setdefault((*kind, case.status), case)
    return list(first.values())


def check_sample(command):
    if os.environ.get("CUDASTDENV_ACCEPT") == "1":
        sys.exit(SKIPPED)  # golden.cpp is rewriting the transcripts
    cases, wrong = first_of_each(read_cases()), 0
    for case in cases:
        done = subprocess.run([pathlib.Path(command).resolve(), *case.arguments], cwd=GOLDEN,
                              stdin=subprocess.DEVNULL, capture_output=True, env={"PATH": "/usr/bin:/bin", "IN_NIX_SHELL": "pure"}, check=False)
        expected = (case.status, case.stdout.encode(), case.stderr.encode())
        if (actual := (done.returncode, done.stdout, done.stderr)) != expected:
            wrong += 1
            print(f"{case.name}: $ {case.command_line}\nexpected {expected}\nactual   {actual}")
    print(f"{len(cases) - wrong} passed, {wrong} failed")
    sys.exit(1 if wrong or len(cases) < LEAST_CASES else 0)


# Files for other programs, whose verdict is on stderr or only in the exit code.
FOR_PROGRAMS = re.compile(r"--(json|fix|strict|color|files)\b|--shell|^nix flags|^flags|^port")
VERDICT = re.compile(r"\b(no|none|not|partly|unknown|broken|leakage|[0-9]+ (problem|difference|error|warning|note)s?)\b", re.I)


def check_verdicts():
    silent, count = [], 0
    for case in read_cases():
        if case.status != 1 or not case.stdout or FOR_PROGRAMS.search(case.command_line):
            continue
        first = case.stdout.splitlines()[0]
        count += 1
        if not VERDICT.search(first):
            silent.append(f"$ {case.command_line}\n{first}")
    print(f"{count} answers")
    if silent or count < 80:
        sys.exit("\n".join(["these first lines do not say it:", *silent]))


def main():
    if sys.argv[1] == "--verdicts":
        return check_verdicts()
    return check_sample(sys.argv[1])


main()
