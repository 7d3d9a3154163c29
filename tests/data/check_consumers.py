#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""What other programs take, by their version (consumers.json), against what the command writes for the newest of them.

usage: check_consumers.py DATA_DIR COMMAND

For PyTorch each capability of the tables is asked for by itself: it is written as it is exactly if the newest release
takes it. The rows of every consumer begin and end in order.
"""

import json
import pathlib
import subprocess

from tables import Report, data_and_command, load

HERE = pathlib.Path(__file__).resolve().parent
LISTS = ("takes", "words", "limits", "fails", "suffixes", "all", "builds", "minCuda", "hosts")


def numbers(text):
    """`2.8.3.post2`, `4.7.x` and `0.50.0`, to be compared."""
    return [int(part) if part.isdigit() else 10**6 for part in text.replace("post", "").split(".")]


def newest_takes(table, consumer):
    """The entries that the newest release of the consumer takes."""
    return {entry for row in table["takes"] if row["consumer"] == consumer and row["last"] is None
            for entry in row["takes"]}


def release_with(data, capability):
    """The newest public release whose nvcc has it."""
    row = next(row for row in load(data, "capabilities")["capabilities"] if row["capability"] == capability)
    last = row["nvcc"]["last"]
    releases = [other["release"] for other in load(data, "releases")["releases"] if not other["preview"]]
    fitting = [release for release in releases if not last or numbers(release)[:2] <= numbers(last)[:2]]
    return fitting[-1]


def is_written(command, data, capability):
    """Whether the command writes it for PyTorch as it is; None where the release has no such list."""
    for system in ("x86_64-linux", "aarch64-linux"):
        done = subprocess.run(
            [command, "flags", "--data", data, "--cuda", release_with(data, capability), "--system", system, "--format",
             "torch", "--capabilities", capability, "--no-forward-compat", "--json"],
            capture_output=True, text=True, check=False)
        if done.returncode != 2:
            return json.loads(done.stdout)["text"] == capability
    return None


def check_pytorch(table, data, command, report):
    taken = newest_takes(table, "pytorch")
    for row in load(data, "capabilities")["capabilities"]:
        written = is_written(command, data, row["capability"])
        report.need(written in (None, row["capability"] in taken), f"PyTorch {table['newestRead']['pytorch']}",
                    f"{row['capability']} is {'' if written else 'not '}written, and it takes {sorted(taken)}")


def check_rows(table, report):
    known = {source["id"] for source in table["sources"]}
    for name in LISTS:
        report.need(table[name], f"consumers.json, {name}", "is empty")
        for index, row in enumerate(table[name]):
            where = f"consumers.json, {name}/{index}"
            report.need(row["consumer"] in table["newestRead"], where, f"{row['consumer']} was not read")
            report.need(row["sources"] and set(row["sources"]) <= known, where, "cites no source, or one that is not there")
            if row["first"] and row["last"]:
                report.need(numbers(row["first"]) <= numbers(row["last"]), where, "ends before it begins")


def main():
    data, command = data_and_command()
    table, report = load(HERE, "consumers"), Report()
    check_rows(table, report)
    check_pytorch(table, data, command, report)
    report.end()


if __name__ == "__main__":
    main()
