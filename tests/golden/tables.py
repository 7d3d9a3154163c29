#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""The command prints the tables that it was built with: all of them as JSON, and as text a line for each row.

usage: tables.py COMMAND DATA_DIR

table.test has the forms, for the small tables in sample/.
"""

import json
import os
import pathlib
import subprocess
import sys

# For each name of a table: its file, the list, and the key at the start of each line of text. The others are grids.
TABLES = {
    "advisories": ("advisories", "advisories", "id"),
    "api": ("api", None, None),
    "capabilities": ("capabilities", None, None),
    "compilers": ("host_compilers", None, None),
    "components": ("components", None, None),
    "consumers": ("consumers", None, None),
    "drivers": ("drivers", "drivers", "release"),
    "environments": ("environments", "environments", "id"),
    "gpus": ("gpus", "gpus", "name"),
    "libstdcxx": ("libstdcxx", "libstdcxx", "gcc"),
    "measured": ("measured", None, None),
    "messages": ("messages", None, None),
    "package-sets": ("package_sets", "packageSets", "channel"),
    "redist": ("redist", "systems", "nix"),
    "releases": ("releases", "releases", "release"),
    "rules": ("rules", "rules", "id"),
    "sources": ("sources", "sources", "id"),
    "symbol-versions": ("symbol_versions", "symbolVersions", "version"),
    "wheels": ("wheels", None, None),
}


def run(command, *arguments):
    # Wide enough for a row in one line.
    done = subprocess.run([command, "table", *arguments], capture_output=True, text=True, check=True,
                          env={**os.environ, "COLUMNS": "1000"})
    return done.stdout


def main():
    command, data = sys.argv[1], pathlib.Path(sys.argv[2])
    wrong = []
    files = {file for file, _, _ in TABLES.values()}
    if files != {path.stem for path in data.glob("*.json")}:
        wrong.append("a table is not shown, or has no file")
    for name, (file, rows, key) in TABLES.items():
        table = json.loads((data / f"{file}.json").read_text(encoding="utf-8"))
        if json.loads(run(command, name, "--json")) != table:
            wrong.append(f"table {name} --json differs from {file}.json")
        if not rows:
            continue
        keys = [row[key] for row in table[rows]]
        lines = run(command, name).splitlines()[1:]  # without the heading; a continued line begins with a space
        begun = [line for line in lines if not line.startswith(" ")]
        if len(begun) != len(keys) or not all(line.startswith(word) for line, word in zip(begun, keys)):
            wrong.append(f"table {name} has not one line for each of {len(keys)} rows")
    print("\n".join(wrong))
    print(f"{len(wrong)} wrong of {len(TABLES)} tables")
    sys.exit(1 if wrong else 0)


main()
