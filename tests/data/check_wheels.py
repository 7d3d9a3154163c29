#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""wheels.json agrees with the wheels: what single files on PyPI say of themselves is in the row that holds for them."""

import itertools
import pathlib
import re
import sys

from tables import Comparison, Report, capability, data_directory, load, version

HERE = pathlib.Path(__file__).resolve().parent

LEAST = 3300
# Systems in the names of wheels.
PLATFORMS = {"linux-x86_64": r"(manylinux|linux)\S*x86_64", "linux-aarch64": r"(manylinux|linux)\S*aarch64",
             "windows-x86_64": "win_amd64"}
# Packages with the code of others, by the name for pip of the build.
PACKAGES = {"jax[cuda12]": "jax-cuda12-plugin", "jax[cuda13]": "jax-cuda13-plugin"}

# One wheel has a library for each release of CUDA.
WITH_ALL_BUILDS = {"bitsandbytes"}


def package_version(text):
    """Sorts as pip does: 0.9.0, 0.9.0.post1, 0.9.0.1."""
    numbers, _, post = text.partition(".post")
    parts = version(numbers)
    return parts[:3] + (parts[3] if len(parts) > 3 else -1, int(post) if post else -1)


def package_of(install):
    """The package with the code."""
    return PACKAGES.get(install, install.partition("[")[0])


def parts_of(file):
    """The name, the version and the platform of a wheel's file."""
    name, number, *_, platform = file.removesuffix(".whl").split("-")
    return name, number, platform


def rows_for(builds, wheel, number):
    """The rows that hold for a wheel on PyPI."""
    return [row for row in builds
            if row["install"] == wheel["install"] and row["variant"] == wheel["variant"] and row["onPypi"]
            and wheel["system"] in row["systems"]
            and package_version(row["first"]) <= package_version(number) <= package_version(row["last"])]


def check_wheel(builds, wheel, file, report, comparison):
    name, number, platform = parts_of(file)
    report.need(name == package_of(wheel["install"]).replace("-", "_"), file, f"is no file of {wheel['install']}")
    report.need(re.search(PLATFORMS[wheel["system"]], platform), file, f"is not for {wheel['system']}")
    found = rows_for(builds, wheel, number)
    if len(found) != 1:
        report.wrong(file, f"has {len(found)} rows as {wheel['variant']}")
        return
    for key in ("python", "cuda", "machineCode", "ptx", "requires"):
        if wheel[key] is not None:
            comparison.need(found[0][key], wheel[key], f"wheels.json, {file}, {key}", "the wheel")


def check_order(table, report):
    """Versions rise, and lists of capabilities are in the order of their numbers."""
    for row in table["builds"] + table["companions"]:
        where = f"wheels.json, {row['project']} {row['first']}"
        report.need(package_version(row["first"]) <= package_version(row["last"]), where, "ends before it begins")
        for key in ("machineCode", "ptx"):
            report.in_order(f"{where}, {key}", [capability(each) for each in row.get(key) or []])


def check_released(table, released, report):
    """Each range begins and ends with a version that was released."""
    for row in table["builds"] + table["companions"]:
        # conda's packages have the versions of the project, mostly under its name.
        names = (package_of(row["install"]), row["project"]) if "install" in row else (row["project"],)
        package = next(name for name in names if name in released)
        for key in ("first", "last"):
            report.need(row[key] in released[package], f"wheels.json, {package} {row[key]}", "was never released")


def check_required(companions, required, report, comparison):
    """Each version requires what its row says."""
    for package, versions in required.items():
        for number, requirements in versions.items():
            found = [row["requires"] for row in companions if row["project"] == package
                     and package_version(row["first"]) <= package_version(number) <= package_version(row["last"])]
            comparison.need(found, [requirements], f"wheels.json, {package} {number}", "the wheel")


def check_python(builds, report):
    """What is in an index only is for the Python releases for which PyPI has that version."""
    for row in builds:
        for other in builds if not row["onPypi"] else []:
            if (other["onPypi"] and not row["channel"] and other["install"] == row["install"] and set(other["systems"]) & set(row["systems"])
                    and package_version(other["first"]) <= package_version(row["first"]) <= package_version(other["last"])):
                report.need(row["python"] == other["python"], f"wheels.json, {row['install']} {row['first']}",
                            f"is for Python {row['python']}, on PyPI for {other['python']}")


def check_pypi(builds, report):
    """PyPI has one build of a name, version and system."""
    def key(row):
        return package_version(row["first"]), package_version(row["last"])

    on_pypi = [row for row in builds if row["onPypi"] and row["install"] not in WITH_ALL_BUILDS]
    for one, other in itertools.combinations(on_pypi, 2):
        report.need(one["install"] != other["install"] or not set(one["systems"]) & set(other["systems"])
                    or key(one)[1] < key(other)[0] or key(other)[1] < key(one)[0],
                    f"wheels.json, {one['install']} {one['first']}", "PyPI has two builds")


def main():
    directory = data_directory()
    table = load(directory, "wheels")
    report = Report()
    comparison = Comparison(report)
    check_order(table, report)
    check_pypi(table["builds"], report)
    check_python(table["builds"], report)
    facts = load(HERE, "wheels")
    check_released(table, facts["released"], report)
    check_required(table["companions"], facts["required"], report, comparison)
    wheels = facts["wheels"]
    for wheel in wheels:
        for file in wheel["files"]:
            check_wheel(table["builds"], wheel, file, report, comparison)
    print(f"{sum(len(wheel['files']) for wheel in wheels)} wheels")
    comparison.end(LEAST)


if __name__ == "__main__":
    sys.exit(main())
