#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""host_compilers.json and capabilities.json agree with NVIDIA's headers, with CMake, Spack and Clang, and their view of
nixpkgs with nixpkgs' own tables."""

import pathlib
import re

from tables import Comparison, Report, capability, data_directory, load, load_all, minor, version

HERE = pathlib.Path(__file__).resolve().parent
ORACLE = HERE.parent / "oracle"

# May only grow.
COMPARED = 818

# Spack has the limit of a later release for these.
NOT_SPACKS = {
    ("clang", "11.1.1", "enforced"), ("clang", "11.1.1", "documented"),
    ("clang", "11.6.0", "documented"), ("clang", "11.6.1", "documented"), ("clang", "11.6.2", "documented"),
    ("clang", "12.2.0", "enforced"), ("clang", "12.2.0", "documented"), ("clang", "12.2.1", "documented"),
}
# CMake omits it.
NOT_CMAKES = {"3.2"}
# Releases that nixpkgs does not have.
JETSONS = {"3.2", "5.3", "6.2"}
ARCHITECTURES = {"3.0": "Kepler", "3.2": "Kepler", "5.3": "Maxwell", "6.2": "Pascal", "8.8": "Ampere", "10.7": "Rubin"}


def in_row(row, release):
    return version(row["first"]) <= version(release) <= version(row["last"])


def check_headers(tables, headers, comparison):
    """The check in nvcc's header, for every release that has this nvcc."""
    limits = {entry["nvcc"]: entry for entry in headers}
    for release in tables["releases"]["releases"]:
        entry = limits.get(release["nvcc"])
        if not entry:
            continue
        for row in tables["host_compilers"]["hostCompilers"]:
            if in_row(row, release["release"]):
                where = f"host_compilers.json, {row['family']} {release['release']}"
                least = None if row["family"] == "gcc" else 3
                comparison.need((row["enforced"]["min"], row["enforced"]["max"]), (least, entry[row["family"]]),
                                f"{where}, enforced", f"the header of {release['nvcc']}")
                grace = entry["grace"] if row["family"] == "clang" else None
                ours = row["grace"] and [row["grace"]["min"], row["grace"]["max"]]
                comparison.need(ours, grace, f"{where}, grace", f"the header of {release['nvcc']}")


def check_spack(tables, spack, comparison):
    for release in tables["releases"]["releases"]:
        number = version(release["release"])
        for row in tables["host_compilers"]["hostCompilers"]:
            limits = [entry["max"] for entry in spack if entry["family"] == row["family"]
                      and number[:len(version(entry["through"]))] <= version(entry["through"])]
            if not in_row(row, release["release"]) or not limits:
                continue
            for view in ("enforced", "documented"):
                if row[view] and (row["family"], release["release"], view) not in NOT_SPACKS:
                    comparison.need(row[view]["max"], min(limits),
                                    f"host_compilers.json, {row['family']} {release['release']}, {view}", "Spack")


def major(text):
    return None if text is None else int(text)


def check_nixpkgs_compilers(tables, theirs, older, comparison):
    """`older` is from a time when nixpkgs still had 10.x."""
    older = {version(entry["release"]): entry for entry in older}
    newest = max(version(number) for number in theirs)
    for row in tables["host_compilers"]["hostCompilers"]:
        number = minor(row["first"])
        entry = theirs.get(f"{number[0]}.{number[1]}")
        where = f"host_compilers.json, {row['family']} {row['first']}, nixpkgs"
        if number in older:
            ours = row["nixpkgs"] and [row["nixpkgs"]["min"], row["nixpkgs"]["max"]]
            comparison.need(ours, older[number][row["family"]], where, "nixpkgs")
        elif entry:
            limits = entry[row["family"]]
            expected = (major(limits["minMajorVersion"]), major(limits["maxMajorVersion"]))
            ours = row["nixpkgs"] and (row["nixpkgs"]["min"], row["nixpkgs"]["max"])
            comparison.need(ours, expected, where, "nixpkgs")
        elif number > newest:
            comparison.need(row["nixpkgs"], None, where, "nixpkgs")
        # NVIDIA's guide and nixpkgs name the same oldest compiler, if both do.
        if row["documented"] and row["documented"]["min"] and row["nixpkgs"]:
            comparison.need(row["documented"]["min"], row["nixpkgs"]["min"], f"{where}, documented min", "nixpkgs")


def check_nixpkgs_capabilities(tables, theirs, comparison):
    for row in tables["capabilities"]["capabilities"]:
        name = row["capability"]
        where = f"capabilities.json, {name}"
        entry = theirs.get(name)
        baseline = name.rstrip("af")
        architecture = entry["archName"] if entry else ARCHITECTURES.get(baseline)
        comparison.need(row["architecture"], architecture, f"{where}, architecture", "nixpkgs, or NVIDIA,")
        jetson = entry["isJetson"] if entry else baseline in JETSONS
        comparison.need(row["jetson"], jetson, f"{where}, jetson", "nixpkgs, or NVIDIA,")
        if not entry:
            comparison.need(row["nixpkgs"], None, f"{where}, nixpkgs", "nixpkgs")
            continue
        keys = {"min": "minCudaMajorMinorVersion", "max": "maxCudaMajorMinorVersion",
                "dontDefaultAfter": "dontDefaultAfterCudaMajorMinorVersion"}
        for ours, key in keys.items():
            comparison.need(row["nixpkgs"] and row["nixpkgs"][ours], entry[key], f"{where}, nixpkgs, {ours}", "nixpkgs")


def accepts(row, number):
    first, last = row["nvcc"]["first"], row["nvcc"]["last"]
    return version(first) <= number and (last is None or number <= version(last))


def check_architectures(tables, fixture, comparison):
    rows = tables["capabilities"]["capabilities"]
    for number in sorted({minor(row["release"]) for row in tables["releases"]["releases"]}):
        for entry in fixture["all"]:
            if version(entry["first"]) <= number <= version(entry["last"]):
                ours = [row["capability"] for row in rows if accepts(row, number)
                        and row["capability"][-1] not in "af" and row["capability"] not in NOT_CMAKES]
                theirs = sorted(entry["capabilities"], key=capability)
                comparison.need(ours, theirs, f"capabilities.json at {number[0]}.{number[1]}", "CMake")
    ours = {row["capability"]: row["nvcc"] for row in rows}
    for entry in fixture["ranges"]:
        name = entry["capability"]
        comparison.need((ours[name]["first"], ours[name]["last"]), (entry["first"], entry["last"]),
                        f"capabilities.json, {name}, nvcc", "Spack or Clang")


def check_early(tables, limits, architectures, comparison):
    ours = [{"release": row["release"], "gcc": row["newestGcc"]} for row in tables["releases"]["earlyReleases"]]
    comparison.need(ours, limits["early"], "releases.json, earlyReleases", "Kaldi")
    former = [{"capability": row["capability"], "last": row["last"]}
              for row in tables["capabilities"]["formerCapabilities"]]
    comparison.need(former, architectures["former"], "capabilities.json, formerCapabilities", "others")


def check_renamed(tables, comparison):
    """A renamed number ends where the new one begins."""
    rows = tables["capabilities"]["capabilities"]
    by_name = {row["capability"]: row for row in rows}
    minors = sorted({minor(row["release"]) for row in tables["releases"]["releases"]})
    for row in rows:
        where = f"capabilities.json, {row['capability']}, renamed"
        expected = re.fullmatch(r"10\.1[af]?", row["capability"])
        comparison.need(row["renamed"] is not None, bool(expected), where, "NVIDIA")
        if row["renamed"]:
            comparison.need(row["renamed"]["to"], "11.0" + row["capability"][4:], where, "NVIDIA")
            comparison.need(row["renamed"]["since"], by_name["11.0"]["nvcc"]["first"], where, "the later number")
            after = [number for number in minors if number > version(row["nvcc"]["last"])][:1]
            comparison.need(after, [version(row["renamed"]["since"])], where, "the end of the earlier number")


def main():
    tables = load_all(data_directory())
    limits, architectures = load(HERE, "host_limits"), load(HERE, "architectures")
    nixpkgs = load(ORACLE, "nixpkgs_tables")
    report = Report()
    comparison = Comparison(report)
    check_headers(tables, limits["headers"], comparison)
    check_spack(tables, limits["spack"], comparison)
    check_nixpkgs_compilers(tables, nixpkgs["nvccCompatibilities"], limits["nixpkgs"], comparison)
    check_nixpkgs_capabilities(tables, nixpkgs["cudaCapabilityToInfo"], comparison)
    check_architectures(tables, architectures, comparison)
    check_early(tables, limits, architectures, comparison)
    check_renamed(tables, comparison)
    comparison.end(COMPARED)


main()
