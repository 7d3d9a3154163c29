#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""releases.json, drivers.json and redist.json agree with NVIDIA's manifests, wheels and installers' names, and with the
standards, drivers and PTX of CMake, Meson and NVIDIA's Python package."""

import pathlib

from tables import Comparison, Report, data_directory, driver, load, load_all, minor, version

HERE = pathlib.Path(__file__).resolve().parent

# May only grow.
COMPARED = 411

# Meson's table differs from the one in NVIDIA's release notes of 13.1, which corrected 12.0.1 and has 520.06 for 11.8.
NOT_MESONS = {("11.8.0", "windows"), ("12.0.1", "linux")}
# The branch of the PTX is not that of the bundled driver: NVIDIA uses the branch from which the driver was developed.
OTHER_BRANCH = {"10.0": 400, "11.0": 445, "12.7": 565, "13.4": 615}
# nixpkgs, lib/systems/examples.nix: https://github.com/NixOS/nixpkgs/blob/master/lib/systems/examples.nix
PKGS_CROSS = {"aarch64-linux": "aarch64-multiplatform", "powerpc64le-linux": "powernv",
              "x86_64-linux": "x86_64-multiplatform", "x86_64-windows": "mingwW64"}


def check_toolkits(tables, toolkits, comparison):
    releases = {row["release"]: row for row in tables["releases"]["releases"]}
    bundled = {row["release"]: row["linuxBundled"] for row in tables["drivers"]["drivers"]}
    for entry in toolkits:
        release = entry["release"]
        if release not in releases:
            comparison.report.wrong("releases.json", f"has no {release}")
            continue
        row = releases[release]
        if entry["nvcc"]:
            comparison.need(row["nvcc"], entry["nvcc"], f"releases.json, {release}, nvcc", "NVIDIA")
        if entry["date"]:
            date = row["date"] and row["date"][:len(entry["date"])]
            comparison.need(date, entry["date"], f"releases.json, {release}, date", "NVIDIA")
        if entry["driver"]:
            ours = bundled.get(release) and bundled[release]["driver"]
            comparison.need(ours, entry["driver"], f"drivers.json, {release}, linuxBundled", "NVIDIA's installer")


def is_shipped(row, release):
    number = version(release)
    return (row["first"] is not None and version(row["first"]) <= number and release not in row["absent"]
            and (row["last"] is None or number <= version(row["last"])))


def check_systems(tables, toolkits, comparison):
    """A manifest has exactly the shipped platforms of the table."""
    systems = {row["redist"]: row for row in tables["redist"]["systems"] if row["redist"] != "unsupported"}
    for entry in toolkits:
        if entry["systems"] is not None:
            ours = sorted(name for name, row in systems.items() if is_shipped(row, entry["release"]))
            comparison.need(ours, entry["systems"], f"redist.json, {entry['release']}", "its manifest")


def check_names(tables, toolkits, comparison):
    """NVIDIA's names of platforms; the newest one is in no manifest of the fixture."""
    theirs = {name for entry in toolkits for name in entry["systems"] or []} | {"windows-arm64", "unsupported"}
    ours = {row["redist"] for row in tables["redist"]["systems"]}
    comparison.need(sorted(ours), sorted(theirs), "redist.json, names of platforms", "NVIDIA")


def check_cross(tables, comparison):
    for row in tables["redist"]["systems"]:
        where = f"redist.json, {row['nix']}, pkgsCross"
        comparison.need(row["pkgsCross"], PKGS_CROSS.get(row["nix"]), where, "nixpkgs")


def check_standards(tables, standards, comparison):
    for row in tables["releases"]["releases"]:
        newest = [entry["standard"] for entry in standards if version(entry["first"]) <= version(row["release"])][-1]
        comparison.need(row["newestStandard"], newest, f"releases.json, {row['release']}, newestStandard", "CMake")


def check_previews(tables, previews, comparison):
    ours = [row["release"] for row in tables["releases"]["releases"] if row["preview"]]
    comparison.need(ours, previews, "releases.json, preview", "NVIDIA's archive")
    without = [row["release"] for row in tables["releases"]["releases"] if not row["nvcc"]]
    public = [release for release in without if release not in previews]
    comparison.need(public, [], "releases.json, public releases without nvcc", "NVIDIA's archive")


def check_documented(tables, documented, comparison):
    ours = {row["release"]: row for row in tables["drivers"]["drivers"]}
    for entry in documented:
        row = ours.get(entry["release"])
        for system in ("linux", "windows"):
            if row and entry[system] and (entry["release"], system) not in NOT_MESONS:
                datum = row[system] and row[system]["driver"]
                comparison.need(datum, entry[system], f"drivers.json, {entry['release']}, {system}", "Meson")
    first = {}
    for entry in documented:
        first.setdefault(minor(entry["release"]), entry["linux"])
    for row in tables["releases"]["earlyReleases"]:
        comparison.need(row["driver"], first.get(version(row["release"])),
                        f"releases.json, earlyReleases {row['release']}, driver", "Meson")


def check_ptx(tables, ptx, comparison):
    versions = tables["drivers"]["ptxVersions"]
    first = {}
    for row in tables["releases"]["earlyReleases"] + versions:
        first.setdefault(row["ptx"], row["release"])
    theirs = {entry["ptx"]: entry["release"] for entry in ptx}
    comparison.need(first, theirs, "drivers.json, ptxVersions", "cuda-bindings")
    bundled = {}
    for row in tables["drivers"]["drivers"]:
        datum = row["linuxBundled"] or row["linux"]
        if datum:
            bundled.setdefault(minor(row["release"]), driver(datum["driver"])[0])
    for row in versions:
        branch = OTHER_BRANCH.get(row["release"], bundled.get(version(row["release"])))
        where = f"drivers.json, ptxVersions {row['release']}, branch"
        comparison.need(row["branch"], branch, where, "its first release")


def check_minor_versions(tables, fixture, comparison):
    rows = {row["cudaMajor"]: row for row in tables["drivers"]["minorVersions"]}
    where = "drivers.json, minorVersions"
    comparison.need(sorted(rows), [entry["cudaMajor"] for entry in fixture], where, "NVIDIA's page")
    for entry in fixture:
        for system in ("linux", "windows"):
            if entry[system]:
                ours = rows[entry["cudaMajor"]][system][:len(entry[system])]
                comparison.need(ours, entry[system], f"{where} {entry['cudaMajor']}, {system}", "NVIDIA's page")
    # A rounded version on the page is a driver in the table for a release of that major.
    for major, row in rows.items():
        for system in ("linux", "windows"):
            theirs = {datum[system]["driver"] for datum in tables["drivers"]["drivers"]
                      if datum[system] and version(datum["release"])[0] == major}
            known = row[system] in theirs or row[system] in (entry[system] for entry in fixture)
            comparison.report.need(known, f"drivers.json, {major}.x, {system}", f"no release needs {row[system]}")


def check_forward(tables, images, comparison):
    """A row has the branches of the row before it, and others only starting with that row's branch. NVIDIA's images
    allow the same drivers for their forward compatibility package, and more in between."""
    branches = {row["release"]: row["branch"] for row in tables["drivers"]["ptxVersions"]}
    rows = tables["drivers"]["forwardCompat"]
    started = [row["branch"] for row in tables["drivers"]["ptxVersions"] if row["branch"]]
    for row in rows:
        where = f"drivers.json, forwardCompat {row['release']}"
        for branch in row["branches"]:
            comparison.report.need(branch in started and branch < branches[row["release"]], where,
                                   f"{branch} is no branch before {branches[row['release']]}")
    for before, after in zip(rows, rows[1:]):
        where = f"drivers.json, forwardCompat {after['release']}"
        kept = [branch for branch in after["branches"] if branch < branches[before["release"]]]
        comparison.need(kept, before["branches"], f"{where}, branches before {branches[before['release']]}",
                        "the row before")

    ours = {row["release"]: row["branches"] for row in rows}
    for entry in images:
        where = f"drivers.json, forwardCompat {entry['release']}"
        branches = ours[entry["release"]]
        comparison.need(sorted(set(branches) - set(entry["branches"])), [], f"{where}, beyond its image", "the image")
        ends = (entry["branches"][0], entry["branches"][-1])
        comparison.need((branches[0], branches[-1]), ends, f"{where}, first and last", "the image")


def main():
    tables = load_all(data_directory())
    toolkits, drivers = load(HERE, "toolkits"), load(HERE, "cuda_drivers")
    report = Report()
    comparison = Comparison(report)
    check_toolkits(tables, toolkits["releases"], comparison)
    check_systems(tables, toolkits["releases"], comparison)
    check_names(tables, toolkits["releases"], comparison)
    check_cross(tables, comparison)
    check_standards(tables, toolkits["standards"], comparison)
    check_previews(tables, toolkits["previews"], comparison)
    check_documented(tables, drivers["documented"], comparison)
    check_ptx(tables, drivers["ptx"], comparison)
    check_minor_versions(tables, drivers["minorVersions"], comparison)
    check_forward(tables, drivers["images"], comparison)
    comparison.end(COMPARED)


main()
