#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""The programs of the advisories must fail under their conditions, and compile under all others.

usage: advisories.py DATA_DIR

Real nvccs and host compilers in the roots of tests/roots (CUDASTDENV_ROOTS, as root): the cases of this day, other ones
each day, no new one after five minutes. CUDASTDENV_EVERY_CASE=1 tries all programs of corpus.cu in an hour of cases.
"""

import os
import pathlib
import sys
import time
import types

import toolkit

TESTS = pathlib.Path(__file__).resolve().parents[2]
sys.path[:0] = [str(TESTS), str(TESTS / "roots"), str(TESTS / "data")]
import check_corpus  # noqa: E402  pylint: disable=wrong-import-position
import corpus  # noqa: E402  pylint: disable=wrong-import-position
import making  # noqa: E402  pylint: disable=wrong-import-position
import measure  # noqa: E402  pylint: disable=wrong-import-position
import sampling  # noqa: E402  pylint: disable=wrong-import-position
import tables  # noqa: E402  pylint: disable=wrong-import-position

PARTS = 40  # of all cases, in a day
SECONDS, SECONDS_OF_ALL = 300, 3600


def roots():
    folder = os.environ.get("CUDASTDENV_ROOTS")
    if not folder or making.complaint_of_machine():
        toolkit.skip(making.complaint_of_machine() or "CUDASTDENV_ROOTS names no folder of roots")
    return pathlib.Path(folder).resolve()


def there(folder, case):
    """Whether nothing has to be made first."""
    is_native = case.machine().glibc == corpus.machines.GLIBC[case.suite]
    return ((folder / "toolkits" / case.toolkit / "complete").exists()
            and (folder / f"compilers-{case.suite}.complete").exists()
            and (is_native or (folder / f"glibc-{case.machine().glibc}.complete").exists()))


def main():
    data, folder = tables.load_all(sys.argv[1]), roots()
    options = types.SimpleNamespace(roots=folder, toolkits=folder / "toolkits", kept=False, jobs=2)
    every = sampling.tries_every_case()
    named = {program for programs in check_corpus.PROGRAMS.values() for program in programs if program}
    trials = corpus.Corpus(measure.Bench(options), corpus.read_parts(), None if every else named)
    trials.end = time.monotonic() + (SECONDS_OF_ALL if every else SECONDS)
    cases = [case for case in corpus.in_order(corpus.all_cases()) if there(folder, case)]
    if not cases:
        toolkit.skip(f"no toolkit with its compilers in {folder}")

    checks = toolkit.Checks()
    chosen = sampling.sample_of_today(PARTS).of(cases, lambda case: case.nvcc)
    for row in trials.bench.all(trials.one, chosen):
        found = list(check_corpus.differences(data, row, None if every else named))
        where = f"nvcc {row['nvcc']}, {row['host']} {row['version']}, {row['standard']}"
        checks.expect(not found, f"{where}: {'; '.join(found)}")
    checks.finish()


if __name__ == "__main__":
    main()
