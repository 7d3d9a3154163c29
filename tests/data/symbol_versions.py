#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""Makes data/symbol_versions.json from real libraries: the version of each symbol of libstdc++.

usage: symbol_versions.py LIBRARY=SOURCE...     prints the table: each libstdc++.so.6 with the id of its source

If a library has a symbol in several versions, the oldest one can be linked. Of glibc, only the existing rows stay:
symbols that compilers and headers add to objects, and that no static part of glibc has.
"""

import collections
import json
import pathlib
import re
import subprocess
import sys

import canonical

TABLE = pathlib.Path(__file__).resolve().parents[2] / "data" / "symbol_versions.json"


def number_of(version):
    return [int(part) for part in re.findall(r"[0-9]+", version)]


def versions_of_symbols(library):
    """The oldest version of each symbol that the library defines, by `readelf`."""
    shown = subprocess.run(["readelf", "--dyn-syms", "-W", library], capture_output=True, text=True, check=True).stdout
    oldest = {}
    for line in shown.splitlines():
        fields = line.split()
        if len(fields) < 8 or fields[6] == "UND" or "@" not in fields[7]:
            continue
        name, _, version = fields[7].partition("@")
        version = version.lstrip("@")
        # Each version is a symbol too.
        if name != version and (name not in oldest or number_of(version) < number_of(oldest[name])):
            oldest[name] = version
    return oldest


def rows_of(libraries):
    symbols, sources = collections.defaultdict(set), collections.defaultdict(list)
    stated = {}
    for library, source in libraries:
        for name, version in versions_of_symbols(library).items():
            if stated.setdefault(name, version) != version:
                raise SystemExit(f"{name}: {stated[name]} and {version} in {library}")
            symbols[version].add(name)
            if source not in sources[version]:
                sources[version].append(source)
    return [{"version": version, "symbols": sorted(symbols[version]), "sources": sources[version]}
            for version in symbols]


def main():
    rows = rows_of([argument.rsplit("=", 1) for argument in sys.argv[1:]])
    if TABLE.exists():
        rows += [row for row in json.loads(TABLE.read_text(encoding="utf-8"))["symbolVersions"]
                 if row["version"].startswith("GLIBC_")]
    rows.sort(key=lambda row: row["version"])
    print(canonical.canonical({"schemaVersion": 1, "symbolVersions": rows}), end="")


if __name__ == "__main__":
    main()
