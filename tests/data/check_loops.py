#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""`diagnose` still names what it named in the real outputs of tests/roots/loops.py (measured_loops.json).

usage: check_loops.py DATA_DIR GOLDEN

Each output is asked as a person does who has only the output, the release and the environment; an output without a name
may get one. The table is complete:
each row has an output that is there, no output is unused, and the results agree with the rest of their row.
"""

import json
import pathlib
import sys

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parents[1]))
from log_records import read_records  # noqa: E402
from programs import OneProcess  # noqa: E402

from tables import Report, data_and_golden, load

HERE = pathlib.Path(__file__).resolve().parent
ENVIRONMENTS = {"bullseye": "debian-11", "bookworm": "debian-12", "trixie": "debian-13", "sid": "debian-sid"}
CASE = ("root", "toolkit", "layout", "default", "system", "standard", "asked")


def name_of(row):
    return "/".join(row[part] or "" for part in CASE)


def check_row(row, messages, report):
    """What a row says is possible."""
    where = name_of(row)
    fails = row["result"] != "works"
    report.need(fails == bool(row["log"]) == bool(row["asked"]), where, "only a failed build is asked about")
    report.need(row["named"] is None or row["named"] in messages, where, f"no message is called {row['named']}")
    report.need(row["result"] in ("built", "not built", "works", "foreign"), where, f"the result {row['result']!r}")
    report.need(row["result"] != "built" or row["named"] and row["typed"], where, "is built by nothing")
    report.need((row["result"] in ("not built", "foreign")) == bool(row["why"]), where,
                "only what is not built has a reason")
    report.need(row["predicted"] in ("works", "breaks"), where, f"predicted {row['predicted']!r}")


def check_named(command, row, log, report):
    done = command.run(["diagnose", "-", "--json", "--cuda", row["release"], "--stdenv",
                        ENVIRONMENTS[row["root"].removesuffix("-fresh")]], stdin=log)
    findings = json.loads(done.stdout)["findings"] if done.returncode in (0, 1) else []
    named = [finding["message"] for finding in findings]
    report.need(row["named"] is None or named[:1] == [row["named"]], name_of(row),
                f"was {row['named']}, and is {named or 'nothing'}: run tests/roots/loops.py")


def main():
    data, golden = data_and_golden()
    table, logs, report = load(HERE, "measured_loops"), read_records(HERE / "measured_loops.logs"), Report()
    rows = table["rows"]
    messages = {row["id"] for row in load(data, "messages")["messages"]}
    report.need(table["source"] and rows, "measured_loops.json", "is empty")
    report.in_order("measured_loops.json", [[row[part] or "" for part in CASE] for row in rows])
    report.need({row["log"] for row in rows} - {None} == set(logs), "measured_loops.logs",
                "has other outputs than the table")
    report.need({row["asked"] for row in rows} == {None, "log", "host"}, "measured_loops.json", "lacks a way of asking")
    with OneProcess(golden) as command:
        for row in rows:
            check_row(row, messages, report)
            if row["asked"] == "log" and row["log"] in logs:
                check_named(command, row, logs[row["log"]], report)
    report.end()


if __name__ == "__main__":
    main()
