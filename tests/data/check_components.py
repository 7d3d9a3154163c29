#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""components.json agrees with the file lists of NVIDIA's wheels, release by release and in both directions.

component_wheels.json has the lists of files that programs include, link or run. A directory of one library represents
its files, CMake's files have no directory, and files below nvvm/ are where they are used. Wheels' names are without
-cu11 and -cu12."""

import pathlib
import re

from tables import Comparison, Report, component_of, data_directory, load, version

HERE = pathlib.Path(__file__).resolve().parent

# May only grow.
COMPARED = 21525

LISTS = {"include": "headers", "cmake": "cmakeFiles", "bin": "tools"}
WHEELS = "nvidia-component-wheels"


def holds(row, release):
    """Two numbers are all patch releases."""
    last = row["last"] and version(row["last"])
    return (not row["first"] or version(row["first"]) <= release) and (not last or release[:len(last)] <= last)


def keys_of(file):
    """The table's list with the file, its name there, and the number of a library, otherwise None."""
    folder, name = file.split("/", 1)
    if folder != "lib":
        return LISTS[folder], name, None
    static = re.fullmatch(r"lib(.+)\.a", name)
    if static:
        return "staticLibraries", static[1], None
    shared = re.fullmatch(r"lib(.+?)\.so(?:\.([0-9.]+))?", name)
    return "libraries", shared[1], shared[2]


def number_in(row, release):
    return row["number"].format(major=release[0], minor=release[1])


def check_file(table, wheel, file, releases, comparison):
    """The component has the file in each of the releases, and no other component has it."""
    names, name, number = keys_of(file)
    rows = [row for row in table["files"] if name in row[names]]
    sonames = [row for row in table["sonames"] if row["component"] == component_of(wheel) and name in row["libraries"]]
    for release in releases:
        where = f"components.json, {file} in {'.'.join(map(str, release))}"
        holders = [row["component"] for row in rows if holds(row, release)]
        comparison.need(holders, [component_of(wheel)], where, f"the wheel {wheel}")
        if number:
            numbers = [number_in(row, release) for row in sonames if holds(row, release)]
            comparison.need(numbers, [number], f"{where}, number", f"the wheel {wheel}")


def check_row(row, files_of, comparison):
    """The files that a row has only from the wheels are in the wheels of each of its releases."""
    for names in ("headers", "cmakeFiles", "libraries"):
        for name in row[names]:
            for release, files in files_of(row["component"]).items():
                if holds(row, release):
                    comparison.need((names, name) in files, True,
                                    f"components.json, {row['component']}, {name} in {'.'.join(map(str, release))}",
                                    "its wheel")


def check_pip(table, wheel, extra, releases, comparison):
    """The package has the wheel's name, and the component the extra of cuda-toolkit that requires it."""
    extras = [row["extra"] for row in table["components"] if row["id"] == component_of(wheel)]
    comparison.need(extras, [extra], f"components.json, {wheel}, extra", "PyPI")
    for release in releases:
        suffix = f"-cu{release[0]}" if release[0] < 13 else ""
        for row in table["packages"]:
            if row["component"] == component_of(wheel) and row["manager"] == "pip" and holds(row, release):
                names = {row[key] for key in ("headers", "linking", "loading", "static", "stubs", "tools")} - {None}
                comparison.need(names, {wheel + suffix}, f"components.json, {wheel} for pip", "PyPI")


def main():
    table, wheels = load(data_directory(), "components"), load(HERE, "component_wheels")
    comparison = Comparison(Report())
    read = [version(release) for release in wheels["releases"]]
    unread = {version(release) for release in wheels["withoutNamesThatHaveNoExtension"]}
    files = {}  # of a component, by release
    for wheel, runs in wheels["wheels"].items():
        of_wheel = files.setdefault(component_of(wheel), {})
        for run in runs:
            releases = [release for release in read
                        if version(run["first"]) <= release <= version(run["last"])]
            for file in run["files"]:
                check_file(table, wheel, file, releases, comparison)
                for release in releases:
                    of_wheel.setdefault(release, set()).add(keys_of(file)[:2])
        check_pip(table, wheel, wheels["extras"].get(wheel), of_wheel, comparison)
    files["cuda_cccl"] = {release: names for release, names in files["cuda_cccl"].items() if release not in unread}
    for row in table["files"]:
        if row["sources"][0] == WHEELS:
            check_row(row, lambda component: files.get(component, {}), comparison)
    comparison.end(COMPARED)


main()
