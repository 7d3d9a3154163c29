#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""Every data file and file of measured rows is in canonical form, byte for byte.

`python3 tests/data/canonical.py --write data/*.json tests/data/*.json` fixes it.
"""

import difflib
import pathlib

from canonical import canonical, parse
from tables import FILES, Report, data_directory


def main():
    directory = data_directory()
    report = Report()
    files = [directory / f"{name}.json" for name in FILES]
    files += sorted(pathlib.Path(__file__).resolve().parent.glob("*.json"))
    for file in files:
        try:
            before = file.read_bytes().decode("utf-8")
            after = canonical(parse(before))
        except (OSError, ValueError) as error:
            report.wrong(file.name, error)
            continue
        if before != after:
            lines = difflib.unified_diff(before.splitlines(True), after.splitlines(True),
                                         file.name, "canonical", n=0)
            report.wrong(file.name, "not in canonical form:\n" + "".join(list(lines)[:20]).rstrip())
    report.end()


main()
