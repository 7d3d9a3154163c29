#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""libstdcxx.json agrees with GCC's manual, with real libraries and with Debian's symbols file."""

import pathlib

from tables import Report, data_directory, load, load_all, version

HERE = pathlib.Path(__file__).resolve().parent
KEYS = ("soname", "glibcxx", "cxxabi")

# The manual still has the file name and GLIBCXX version of GCC 15 for it; the symbols file has their first version.
MANUAL_IS_BEHIND = {("16.1", "soname"), ("16.1", "glibcxx")}


def row_of(rows, release):
    """The last row that is not newer than the release."""
    return max((row for row in rows if version(row["gcc"]) <= version(release)), key=lambda row: version(row["gcc"]))


def check_manual(rows, manual, report):
    ours = {row["gcc"]: row for row in rows}
    theirs = {entry["gcc"].removesuffix(".0"): entry for entry in manual}
    for release in sorted(set(theirs) - set(ours), key=version):
        report.wrong("libstdcxx.json", f"has no row for GCC {release}")
    for release, row in ours.items():
        entry = theirs.get(release)
        for key in KEYS if entry else ():
            agrees = row[key] == entry[key] or (release, key) in MANUAL_IS_BEHIND
            report.need(agrees, f"libstdcxx.json, {release}, {key}", f"is {row[key]}, the manual has {entry[key]}")
    return [release for release in ours if release not in theirs]


def check_libraries(rows, libraries, report):
    for entry in libraries:
        release = entry["package"].partition("-")[0]
        row = row_of(rows, release)
        for key in KEYS:
            report.need(row[key] == entry[key], f"libstdcxx.json, {row['gcc']}, {key}",
                        f"is {row[key]}, libstdc++6 {entry['package']} has {entry[key]}")


def check_symbols(rows, symbols, report):
    """A version begins with its first release in Debian's symbols file (a major means its X.1)."""
    for entry in symbols:
        key = "glibcxx" if entry["version"].startswith("GLIBCXX") else "cxxabi"
        first = next((row["gcc"] for row in rows if row[key] == entry["version"]), None)
        since = entry["since"] if "." in entry["since"] else entry["since"] + ".1"
        # Debian had a snapshot of 13.2 in the version 13.1.0-1.
        agrees = first == since or (entry["version"], first) == ("GLIBCXX_3.4.32", "13.2")
        report.need(agrees, f"libstdcxx.json, {key}", f"{entry['version']} begins with {first}, in Debian with {since}")


def main():
    rows = load_all(data_directory())["libstdcxx"]["libstdcxx"]
    fixture = load(HERE, "libstdcxx_versions")
    report = Report()
    beyond = check_manual(rows, fixture["manual"], report)
    check_libraries(rows, fixture["libraries"], report)
    check_symbols(rows, fixture["symbols"], report)
    print(f"{len(rows)} rows, of which the manual lacks {', '.join(beyond)}")
    report.end()


main()
