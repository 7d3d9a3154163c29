#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""The JetPacks of drivers.json agree with other lists: the L4T of each, its CUDA and driver, and its upgrades."""

import pathlib

from tables import Report, data_directory, driver, load, load_all, minor, version

HERE = pathlib.Path(__file__).resolve().parent

# The L4T that one of the lists lacks: NVIDIA's pages and meta-tegra have 28.3, and 36.2 is of a developer preview.
NOT_LISTED = {"28.3.0", "36.2.0"}
# Later JetPacks of a product than the lists have.
TOO_OLD_FOR_US = {"28.4.0"}


def check_l4t(rows, listed, report):
    ours = {l4t: row["jetpack"] for row in rows for l4t in row["l4t"]}
    for l4t in sorted((set(ours) ^ set(listed)) - NOT_LISTED - TOO_OLD_FOR_US):
        report.wrong(f"drivers.json, L4T {l4t}", f"is {ours.get(l4t)} here and {listed.get(l4t)} in jetson_stats")
    for l4t in sorted(set(ours) & set(listed)):
        report.need(ours[l4t] == listed[l4t], f"drivers.json, L4T {l4t}",
                    f"is of JetPack {ours[l4t]}, jetson_stats says {listed[l4t]}")


def check_branches(rows, branches, report):
    """A branch of meta-tegra has the CUDA and the driver of its L4T; a row with several L4T has the first driver."""
    for branch in branches:
        row = next((row for row in rows if branch["l4t"] in row["l4t"]), None)
        if not row:
            report.wrong(f"drivers.json, L4T {branch['l4t']}", "has no row")
            continue
        where = f"drivers.json, JetPack {row['jetpack']}"
        report.need(row["cuda"] == branch["cuda"], where, f"has CUDA {row['cuda']}, meta-tegra {branch['cuda']}")
        ours, theirs = (each and driver(each) for each in (row["driver"], branch["driver"]))
        is_first = branch["l4t"] == row["l4t"][0] or len(row["l4t"]) > 1 and row["jetpack"] == "7.0"
        report.need(not is_first or ours == theirs, where,
                    f"has driver {row['driver']}, meta-tegra {branch['driver']}")


def check_upgrades(rows, lists, packages, report):
    """NVIDIA's guide has the upgrades of each, and there is a package for each."""
    for row in rows:
        where = f"drivers.json, JetPack {row['jetpack']}"
        of_guide = [each for each in lists if f"{row['jetpack']}.".startswith(f"{each['jetpack']}.")]
        expected = [cuda for each in of_guide for cuda in each["upgrades"] if version(cuda) > version(row["cuda"])]
        report.need(row["upgrades"] == expected, where, f"has the upgrades {row['upgrades']}, the guide {expected}")
        for cuda in row["upgrades"]:
            report.need(any(minor(package["release"]) == version(cuda) and package["redist"] != "linux-x86_64"
                            for package in packages), where, f"there is no package of CUDA {cuda}")


def main():
    tables = load_all(data_directory())
    lists = load(HERE, "jetpacks")
    rows = tables["drivers"]["jetpacks"]
    report = Report()
    check_l4t(rows, lists["jetpacks"], report)
    check_branches(rows, lists["branches"], report)
    check_upgrades(rows, lists["upgrades"], tables["drivers"]["compatPackages"], report)
    print(f"{len(rows)} JetPacks, {len(lists['branches'])} branches of meta-tegra")
    report.end()


main()
