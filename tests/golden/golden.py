#!/usr/bin/env python3
"""Runs the command line of a golden file and compares exit code, stdout and stderr byte for byte.

usage: golden.py COMMAND FILE       compare
       golden.py --listed DIR NAME… every *.test file in DIR is among the names that Meson runs

A golden file begins with `$ ARGUMENTS` (split as a shell would, but no shell runs; the command runs in the golden
file's own folder, so that it can name files there), then `exit N`, then the two
outputs, each under its own `--- stdout` or `--- stderr` line; an output that is absent is empty.
CUDASTDENV_ACCEPT=1 rewrites the file with what the command printed and exits 77 (skipped): an accepting run has
tested nothing.
"""

import difflib
import os
import pathlib
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


def main():
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
