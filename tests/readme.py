#!/usr/bin/env python3
"""Runs the samples of README.md: in every ```console block, what follows `$ cudastdenv ...` or `$ ./dev ...` must be
what the command prints.

usage: readme.py COMMAND README
"""

import pathlib
import re
import shlex
import subprocess
import sys


def samples(text):
    """Pairs of a command line and the output that stands under it."""
    for block in re.findall(r"^```console\n(.*?)^```$", text, re.MULTILINE | re.DOTALL):
        for sample in re.split(r"^\$ ", block, flags=re.MULTILINE)[1:]:
            line, _, output = sample.partition("\n")
            yield line, output.rstrip("\n")


def main():
    command, readme = sys.argv[1], pathlib.Path(sys.argv[2])
    run, failed = 0, 0
    for line, expected in samples(readme.read_text(encoding="utf-8")):
        program, *arguments = shlex.split(line)
        if program not in ("cudastdenv", "./dev"):
            continue
        done = subprocess.run(
            [command, *arguments], capture_output=True, text=True, stdin=subprocess.DEVNULL, timeout=60, check=False
        )
        run += 1
        actual = (done.stdout + done.stderr).rstrip("\n")
        if actual != expected:
            failed += 1
            print(f"$ {line}\n--- README says\n{expected}\n--- the command prints\n{actual}")
    print(f"{run} samples, {failed} differ")
    sys.exit(1 if failed or run == 0 else 0)


main()
