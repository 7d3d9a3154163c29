#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""Rules that the rows follow so far, but that a future release can break. The program rejects what can never be right
(src/tables/check.cpp). An error here can be news; then change the rule."""

from tables import Report, capability, data_directory, load_all, minor, version

# Known places where nixpkgs accepts more than the header. Must never grow.
WIDER_THAN_ENFORCED = {
    ("clang", "11.4.0"),  # nixpkgs has one row for 11.4; 11.4.0 stops at Clang 11
    ("clang", "12.2.0"),  # one row for 12.2; 12.2.0 stops at Clang 15
}


def check_host_compilers(rows, report):
    newest = {"gcc": 0, "clang": 0}
    for row in rows:
        where = f"host_compilers.json, {row['family']} {row['first']}"
        if row["enforced"]:
            # The header of 10.0 was not read.
            least = None if row["family"] == "gcc" or minor(row["first"]) == (10, 0) else 3
            report.need(row["enforced"]["min"] == least, f"{where}, enforced", f"the header's minimum is {least}")
            report.need(row["enforced"]["max"] >= newest[row["family"]], f"{where}, enforced", "max falls")
            newest[row["family"]] = row["enforced"]["max"]
            report.need(not row["documented"] or row["documented"]["max"] <= row["enforced"]["max"], f"{where}, documented",
                        "allows what the header does not")
            wider = row["nixpkgs"] and row["nixpkgs"]["max"] > row["enforced"]["max"]
            report.need(not wider or (row["family"], row["first"]) in WIDER_THAN_ENFORCED, f"{where}, nixpkgs",
                        "allows what the header does not")
    for family in ("gcc", "clang"):
        # NVIDIA's guide has always had the same oldest compiler.
        oldest = [row["documented"]["min"] for row in rows if row["family"] == family and row["documented"]]
        known = [number for number in oldest if number is not None]
        report.need(oldest[len(oldest) - len(known):] == known and len(set(known)) == 1,
                    f"host_compilers.json, {family}, documented", f"the minimum changes: {oldest}")


def check_capabilities(rows, report):
    for row in rows:
        where = f"capabilities.json, {row['capability']}"
        number = capability(row["capability"])[:2]
        report.need((row["family"] is not None) == (number >= (10, 0)), where, "families exist from 10.0 on")
        report.need(not row["capability"].endswith("f") or version(row["nvcc"]["first"]) >= (12, 9), where,
                    "family-specific targets came with 12.9")


def check_platforms(tables, report):
    jetson = tables["redist"]["jetsonSbsa"]
    minors = sorted({minor(row["release"]) for row in tables["releases"]["releases"]})
    for row in tables["redist"]["systems"]:
        # The platform of Jetsons has its own name; servers are linux-sbsa.
        report.need(row["jetson"] == (row["redist"] == "linux-aarch64"), f"redist.json, {row['nix']} {row['redist']}",
                    "is wrong about Jetsons")
    report.need(version(jetson[0]["first"]) == minors[0], "redist.json, jetsonSbsa", "the releases before have no row")
    for row in tables["redist"]["exceptions"]:
        where = f"redist.json, exceptions {row['capability']}"
        report.need(row["first"] == jetson[-1]["first"], where, "begins with another release than the platform does")
        # NVIDIA supports the GPU since the release with its own forward compatibility package.
        packages = [version(package["release"])[:2] for package in tables["drivers"]["compatPackages"]
                    if package["capability"] == row["capability"]]
        before = [number for number in minors if packages and number < min(packages)]
        report.need(before[-1:] == [version(row["last"])], where, "does not end before the release with its package")
    for row in tables["drivers"]["compatPackages"]:
        where = f"drivers.json, {row['package']} of {row['release']} for {row['redist']}"
        # Jetsons had their own platform in 12.9 and older; since then the package of one has its name.
        orin = row["package"].endswith("_orin")
        report.need((row["gpus"] == "data-center") == (row["redist"] != "linux-aarch64" and not orin), where,
                    f"is for {row['gpus']} by its name and platform")
        report.need(row["capability"] == ("8.7" if orin else None), where, "only that of Orin is for one capability")


def check_first_branches(tables, report):
    """The first driver branch that supports a capability is that of its first CUDA version."""
    branches = {version(row["release"]): row["branch"] for row in tables["drivers"]["ptxVersions"]}
    first = {row["capability"]: version(row["nvcc"]["first"]) for row in tables["capabilities"]["capabilities"]}
    for row in tables["drivers"]["gpuDrivers"]:
        # Drivers of 10.0 came with CUDA 12.7, which had no toolkit; those before CUDA 10 are not in the table.
        branch = branches.get((12, 7) if row["capability"] == "10.0" else first[row["capability"]])
        report.need(row["firstBranch"] == branch, f"drivers.json, gpuDrivers {row['capability']}",
                    f"begins with {row['firstBranch']}, the CUDA version that brought it with {branch}")


def main():
    tables = load_all(data_directory())
    report = Report()
    check_host_compilers(tables["host_compilers"]["hostCompilers"], report)
    check_capabilities(tables["capabilities"]["capabilities"], report)
    check_platforms(tables, report)
    check_first_branches(tables, report)
    report.end()


main()
