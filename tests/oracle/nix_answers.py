#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""packaging/nix/answers.json has what the program answers with the tables.

usage: nix_answers.py GENERATOR DATA FILE

With CUDASTDENV_ACCEPT=1, it writes FILE and reports "skipped" (77).
"""

import json
import os
import pathlib
import subprocess
import sys

SKIPPED = 77
# Nix reads all of it for each question.
MOST_BYTES = 450_000


def first_difference(old, new):
    old, new = old.splitlines(), new.splitlines()
    for number, line in enumerate(new):
        if number >= len(old) or old[number] != line:
            return f"line {number + 1}: {line[:200]}"
    return f"line {len(new) + 1} is too many"


def main():
    generator, data, name = sys.argv[1:]
    file = pathlib.Path(name)
    made = subprocess.run([generator, data], capture_output=True, text=True, check=True, timeout=600).stdout
    if len(made) > MOST_BYTES:
        sys.exit(f"{len(made)} bytes are more than {MOST_BYTES}")
    parts = json.loads(made)
    for part in ("ranges", "rows", "cases", "glibcs", "answers"):
        texts = [json.dumps(value) for value in parts[part]]
        if not texts or len(set(texts)) != len(texts):
            sys.exit(f"{part} has a value twice, or none")
    if os.environ.get("CUDASTDENV_ACCEPT") == "1":
        file.write_text(made, encoding="utf-8")
        print(f"{file} is written")
        sys.exit(SKIPPED)
    old = file.read_text(encoding="utf-8") if file.exists() else ""
    if old != made:
        sys.exit(f"{file} is not what the tables give, {first_difference(old, made)}\n"
                 "To write it: CUDASTDENV_ACCEPT=1 ./dev test 'answers of the Nix library'")
    print(f"{len(made)} bytes, {len(parts['answers'])} answers")


main()
