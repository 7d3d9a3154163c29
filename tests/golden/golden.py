#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""Runs the command line of a golden file and compares exit code, stdout and stderr byte for byte.

usage: golden.py COMMAND FILE       compare
       golden.py --listed DIR NAME… every *.test file in DIR is among the names that Meson runs
       golden.py --verdicts DIR     where the exit code says "none", "no" or "not known", the first line does too

A golden file begins with `$ ARGUMENTS` (split as a shell would, but no shell runs; the command runs in the golden
file's own folder, so that it can name files there), then `exit N`, then the two
outputs, each under its own `--- stdout` or `--- stderr` line; an output that is absent is empty.
CUDASTDENV_ACCEPT=1 rewrites the file with what the command printed and exits 77 (skipped): an accepting run has
tested nothing.
"""

import difflib
import os
import pathlib
import re
import shlex
import subprocess
import sys

SKIPPED = 77
OUTPUTS = ("stdout", "stderr")


def read(path):
    text = path.read_text(encoding="utf-8")
    lines = text.splitlines(keepends=True)
    if not lines or not lines[0].startswith("$ "):
        sys.exit(f"{path}: must begin with '$ ARGUMENTS'")
    return lines[0][2:].strip(), text


def run(command, arguments, directory):
    done = subprocess.run(
        [pathlib.Path(command).resolve(), *shlex.split(arguments)],
        cwd=directory,
        stdin=subprocess.DEVNULL,
        capture_output=True,
        env={"PATH": "/usr/bin:/bin"},
        timeout=1200,
        check=False,
    )
    text = f"$ {arguments}\nexit {done.returncode}\n"
    for name in OUTPUTS:
        output = getattr(done, name).decode("utf-8")
        if output:
            text += f"--- {name}\n{output}"
    return text


def check_listed(directory, names):
    found = {path.name for path in pathlib.Path(directory).glob("*.test")}
    missing, gone = sorted(found - set(names)), sorted(set(names) - found)
    if missing or gone:
        sys.exit(f"not listed in meson.build: {missing}; listed but absent: {gone}")


# Files for other programs, whose verdict is on stderr or in the exit code alone.
FOR_PROGRAMS = re.compile(r"--(json|fix|strict|color|files)\b|--shell|^nix flags|^flags")
VERDICT = re.compile(r"\b(no|none|not|broken|leakage|[0-9]+ (problem|difference|error|warning|note)s?)\b")


def check_verdicts(directory):
    silent, said = [], 0
    for path in sorted(pathlib.Path(directory).glob("*.test")):
        arguments, text = read(path)
        code, _, rest = text.partition("\n")[2].partition("\n")
        if code != "exit 1" or not rest.startswith("--- stdout\n") or FOR_PROGRAMS.search(arguments):
            continue
        first = rest.splitlines()[1]
        said += 1
        if not VERDICT.search(first):
            silent.append(f"$ {arguments}\n{first}")
    print(f"{said} answers")
    if silent or said < 80:
        sys.exit("\n".join(["these first lines do not say it:", *silent]))


def main():
    if sys.argv[1] == "--verdicts":
        return check_verdicts(sys.argv[2])
    if sys.argv[1] == "--listed":
        return check_listed(sys.argv[2], sys.argv[3:])
    command, path = sys.argv[1], pathlib.Path(sys.argv[2])
    arguments, expected = read(path)
    actual = run(command, arguments, path.parent)
    if os.environ.get("CUDASTDENV_ACCEPT") == "1":
        path.write_text(actual, encoding="utf-8")
        sys.exit(SKIPPED)
    if actual != expected:
        sys.stdout.writelines(
            difflib.unified_diff(
                expected.splitlines(keepends=True), actual.splitlines(keepends=True), "expected", "actual"
            )
        )
        sys.exit(1)


main()
