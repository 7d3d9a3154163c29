#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""symbol_versions.json has every symbol of this machine's libstdc++.so.6, in the version that it has there."""

import pathlib
import shutil
import sys

import symbol_versions
from tables import Report, data_directory, load_all

SKIPPED = 77
# Its addition has no symbol of its own.
WITHOUT_SYMBOLS = {"GLIBCXX_3.4.24"}
FOLDERS = ("/usr/lib/x86_64-linux-gnu", "/usr/lib/aarch64-linux-gnu", "/usr/lib64", "/usr/lib", "/lib64")


def main():
    tables = load_all(data_directory())
    stated = {symbol: row["version"] for row in tables["symbol_versions"]["symbolVersions"] for symbol in row["symbols"]}
    report = Report()
    rows = tables["symbol_versions"]["symbolVersions"]
    report.in_order("symbol_versions.json", [row["version"] for row in rows])
    report.need(sum(len(row["symbols"]) for row in rows) == len(stated), "symbol_versions.json", "a symbol stands twice")
    # Each version of libstdcxx.json has symbols, and the newest is the same.
    versions = {row["version"] for row in rows}
    for row in tables["libstdcxx"]["libstdcxx"]:
        report.need(row["glibcxx"] in versions | WITHOUT_SYMBOLS, f"libstdcxx.json, {row['gcc']}", f"no symbol came with {row['glibcxx']}")
    library = next((pathlib.Path(folder) / "libstdc++.so.6" for folder in FOLDERS
                    if (pathlib.Path(folder) / "libstdc++.so.6").exists()), None)
    if not library or not shutil.which("readelf"):
        report.end()
        print("skipped: no libstdc++.so.6 or no readelf here")
        sys.exit(SKIPPED)
    real = symbol_versions.versions_of_symbols(str(library))
    newest = max((version for version in versions if version.startswith("GLIBCXX_")), key=symbol_versions.number_of)
    for symbol, version in real.items():
        if version.startswith("GLIBCXX_") and symbol_versions.number_of(version) > symbol_versions.number_of(newest):
            continue
        report.need(stated.get(symbol) == version, f"symbol_versions.json, {symbol}",
                    f"is {stated.get(symbol)}, {library} has {version}")
    report.end()


if __name__ == "__main__":
    main()
