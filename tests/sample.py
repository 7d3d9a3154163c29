#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""Print the name of the nightly test that CI also runs on one day.

usage: sample.py TESTS DAY

TESTS is Meson's meson-info/intro-tests.json, DAY a date such as 2026-11-25. The day after has the next test, until each
had its turn. CI never runs tests in the suite `heavy`.
"""

import datetime
import json
import pathlib
import sys


def main():
    tests, day = sys.argv[1:]
    names = []
    for test in json.loads(pathlib.Path(tests).read_text(encoding="utf-8")):
        suites = {suite.rpartition(":")[2] for suite in test["suite"]}
        if "nightly" in suites and "heavy" not in suites:
            names.append(test["name"])
    names.sort()
    print(names[datetime.date.fromisoformat(day).toordinal() % len(names)])


main()
