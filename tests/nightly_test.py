#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""Print the name of the nightly test that CI also runs on one day.

usage: nightly_test.py TESTS

TESTS is Meson's meson-info/intro-tests.json. The day is CUDASTDENV_DAY, or today. The day after has the next test, until
each had its turn. CI never runs tests in the suites `long` and `heavy`.
"""

import json
import pathlib
import sys

from sampling import today


def main():
    [tests] = sys.argv[1:]
    names = []
    for test in json.loads(pathlib.Path(tests).read_text(encoding="utf-8")):
        suites = {suite.rpartition(":")[2] for suite in test["suite"]}
        if "nightly" in suites and not suites & {"long", "heavy"}:
            names.append(test["name"])
    names.sort()
    print(names[today() % len(names)])


main()
