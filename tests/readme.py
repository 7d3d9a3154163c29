#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""Runs the samples of a Markdown file: in every ```console block, the text after `$ cudastdenv ...` must be the
command's output.

usage: readme.py COMMAND ROOT FILE

Samples name files relative to ROOT.

CUDASTDENV_ACCEPT=1 writes what the command prints into the file and exits 77 (skipped).
"""

import os
import pathlib
import re
import shlex
import subprocess
import sys

SKIPPED = 77
SAMPLE = re.compile(r"(?<=^```console\n)\$ (cudastdenv .*)\n((?:(?!```).*\n)*)(?=```$)", re.MULTILINE)


def output_of(command, root, line):
    done = subprocess.run(
        [command, *shlex.split(line)[1:]],
        cwd=root,
        capture_output=True,
        text=True,
        stdin=subprocess.DEVNULL,
        timeout=1200,
        check=False,
    )
    return done.stdout + done.stderr


def main():
    command, root, path = (pathlib.Path(argument).resolve() for argument in sys.argv[1:])
    text = path.read_text(encoding="utf-8")
    differing = []

    def refreshed(match):
        line, expected = match.groups()
        actual = output_of(command, root, line)
        if actual != expected:
            differing.append(f"$ {line}\n--- {path.name} says\n{expected}--- the command prints\n{actual}")
        return f"$ {line}\n{actual}"

    new_text, count = SAMPLE.subn(refreshed, text)
    if os.environ.get("CUDASTDENV_ACCEPT") == "1":
        path.write_text(new_text, encoding="utf-8")
        sys.exit(SKIPPED)
    print("\n".join(differing))
    print(f"{count} samples, {len(differing)} differ")
    sys.exit(1 if differing or count == 0 else 0)


main()
