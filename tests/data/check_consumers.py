#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""What versions of other programs accept: compares the command with the table, and with other data.

usage: check_consumers.py DATA_DIR GOLDEN

For some versions of PyTorch, each capability of the tables is requested alone: it is written unchanged exactly if that
version accepts it. Releases of Meson that fail with a CUDA release accept nothing there. `all` is CMake's own table for
an nvcc that does not support the word. The other rows of consumers.json begin and end in order.
"""

import json
import pathlib
import sys

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parents[1]))
from programs import OneProcess  # noqa: E402

from tables import Report, capability, data_and_golden, load

HERE = pathlib.Path(__file__).resolve().parent
LISTS = ("fails", "all", "builds", "hosts")
PYTORCHS = ("2.7", "2.15.0")


def numbers(text):
    """`2.8.3.post2`, `4.7.x` and `0.50.0`, for comparisons; two numbers mean all patch releases."""
    found = [int(part) if part.isdigit() else 10**6 for part in text.replace("post", "").split(".")]
    return found + [10**6] * (3 - len(found))


def taken(table, consumer, version):
    """The entries that the version accepts in any CUDA release."""
    return {entry for row in table["entries"] if row["consumer"] == consumer for entry in row["entries"]
            if numbers(row["first"]) <= numbers(version) and (not row["last"] or numbers(version) <= numbers(row["last"]))}


def release_with(data, row):
    """The newest public release whose nvcc has it."""
    last = row["nvcc"]["last"]
    releases = [other["release"] for other in load(data, "releases")["releases"] if not other["preview"]]
    fitting = [release for release in releases if not last or numbers(release)[:2] <= numbers(last)[:2]]
    return fitting[-1]


def flags(command, *options):
    """The answer of `flags --json`; None if the release has no such list."""
    done = command.run(["flags", *options, "--no-forward-compat", "--json"])
    return None if done.returncode == 2 else json.loads(done.stdout)


def check_pytorch(table, data, command, report):
    for row in load(data, "capabilities")["capabilities"]:
        release, asked = release_with(data, row), row["capability"]
        for version in PYTORCHS:
            system = "aarch64-linux" if row["jetson"] else "x86_64-linux"
            answer = flags(command, "--cuda", release, "--system", system, "--consumer", f"torch-{version}",
                           "--capabilities", asked)
            if answer:  # otherwise the release has no such list
                report.need((answer["text"] == asked) == (asked in taken(table, "torch", version)),
                            f"PyTorch {version}", f"{asked} is written {answer['text']}")


def check_failures(table, command, report):
    for row in table["fails"]:
        for version in (row["first"], row["last"]):
            answer = flags(command, "--cuda", row["cuda"]["first"], "--consumer", f"{row['consumer']}-{version}",
                           "--capabilities", "8.0,9.0")
            report.need(answer and answer["text"] is None, f"{row['consumer']} {version}", f"writes {answer}")


def check_all(table, command, report):
    """nvcc of 11.5 and later supports `all` itself."""
    rows = [row for row in table["all"] if row["last"] is None and numbers(row["cuda"]["first"]) < numbers("11.5.0")]
    report.need(rows, "consumers.json, all", "no row is of a release before 11.5")
    for row in rows:
        done = command.run(["covers", "--cuda", row["cuda"]["first"], "--format", "cmake", "--all-devices", "--json", "all"])
        ours = json.loads(done.stdout)["list"]["machineCode"]
        report.need(ours == sorted(row["all"], key=capability),
                    f"`all` of CMake with CUDA {row['cuda']['first']}", f"is {row['all']}, and ours {ours}")


def check_rows(table, known, consumers, report):
    for name in LISTS:
        report.need(table[name], f"consumers.json, {name}", "is empty")
        for index, row in enumerate(table[name]):
            where = f"consumers.json, {name}/{index}"
            report.need(row["consumer"] in consumers, where, f"{row['consumer']} was not read")
            report.need(row["sources"] and set(row["sources"]) <= known, where, "cites no source, or one that is not there")
            if row["first"] and row["last"]:
                report.need(numbers(row["first"]) <= numbers(row["last"]), where, "ends before it begins")


def main():
    data, golden = data_and_golden()
    beside, table, report = load(HERE, "consumers"), load(data, "consumers"), Report()
    known = {source["id"] for source in beside["sources"] + load(data, "sources")["sources"]}
    check_rows(beside, known, {row["id"] for row in table["consumers"]}, report)
    with OneProcess(golden) as command:
        check_pytorch(table, data, command, report)
        check_failures(beside, command, report)
        check_all(beside, command, report)
    report.end()


if __name__ == "__main__":
    main()
