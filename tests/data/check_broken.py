#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""Breaks a copy of every table in every way, and expects the program to reject it.

usage: check_broken.py DATA_DIR GOLDEN
"""

import json
import pathlib
import shutil
import sys
import tempfile

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parents[1]))
from programs import OneProcess  # noqa: E402

from canonical import canonical
from tables import data_and_golden


def first_list(table):
    """The table's first list that has rows."""
    return next(value for value in table.values() if isinstance(value, list) and value)


def unknown_key(table):
    first_list(table)[0]["surprise"] = 1


def missing_key(table):
    row = first_list(table)[0]
    del row[next(iter(row))]


def unknown_source(table):
    for row in first_list(table):
        for holder in (row, *row.values()):
            if isinstance(holder, dict) and holder.get("sources"):
                holder["sources"] = ["no-such-source"]
                return
    first_list(table)[0]["id"] = "no-such-source-is-used"


def no_source(table):
    unknown_source(table)
    text = json.dumps(table).replace('["no-such-source"]', "[]")
    table.clear()
    table.update(json.loads(text))


def unsorted(table):
    rows = first_list(table)
    rows[0], rows[-1] = rows[-1], rows[0]


def repeated(table):
    rows = first_list(table)
    rows.insert(1, json.loads(json.dumps(rows[0])))


def wrong_type(table):
    row = first_list(table)[0]
    row[next(iter(row))] = [None]


def touching(table):
    """A row ends with the first release of the next row about the same thing."""
    before, after = table["packages"][:2]
    before["last"] = after["first"]


BREAKAGES = (unknown_key, missing_key, unknown_source, no_source, unsorted, repeated, wrong_type)
# Errors that only these tables can have.
OF_TABLE = {"components.json": (touching,)}


def main():
    data, golden = data_and_golden()
    failures = []
    with tempfile.TemporaryDirectory() as folder, OneProcess(golden) as command:
        copy = pathlib.Path(folder) / "data"
        shutil.copytree(data, copy)

        def is_refused():
            return command.run(["table", "rules", "--data", copy]).returncode != 0

        for path in sorted(data.glob("*.json")):
            whole = path.read_text(encoding="utf-8")
            for breakage in BREAKAGES + OF_TABLE.get(path.name, ()):
                table = json.loads(whole)
                breakage(table)
                (copy / path.name).write_text(canonical(table), encoding="utf-8")
                if not is_refused():
                    failures.append(f"{path.name}: {breakage.__name__} goes unnoticed")
            (copy / path.name).write_text(whole, encoding="utf-8")
        if is_refused():
            failures.append("the tables as they are: refused")
    print("\n".join(failures) or "every broken copy is noticed")
    sys.exit(1 if failures else 0)


main()
