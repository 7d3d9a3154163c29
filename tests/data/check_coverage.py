#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""What a schema cannot say: rows cover every release once, ranges are not upside down, lists are sorted,
and numbers that only ever rise do rise."""

from tables import STANDARDS, Report, capability, data_directory, driver, load_all, minor, version

# Known places where nixpkgs or NVIDIA's guide says more than the header lets pass. Should never grow.
WIDER_THAN_ENFORCED = {
    ("clang", "11.4.0", "nixpkgs"),  # nixpkgs has one row for 11.4; 11.4.0 stops at Clang 11
    ("clang", "12.2.0", "nixpkgs"),  # one row for 12.2; 12.2.0 stops at Clang 15
}


def check_releases(tables, report):
    releases = tables["releases"]["releases"]
    report.in_order("releases.json", [version(row["release"]) for row in releases])
    for before, after in zip(releases, releases[1:]):
        known = [STANDARDS.index(row["newestStandard"]) for row in (before, after) if row["newestStandard"]]
        report.need(known == sorted(known),
                    f"releases.json, {after['release']}", "takes fewer standards than the release before")
        if minor(before["release"]) == minor(after["release"]) and before["nvcc"] and after["nvcc"]:
            report.need(version(before["nvcc"]) <= version(after["nvcc"]),
                        f"releases.json, {after['release']}", "has an older nvcc than the release before")
            report.need(not (before["date"] and after["date"]) or before["date"][:7] <= after["date"][:7],
                        f"releases.json, {after['release']}", "is older than the release before")
    first = {}
    for row in releases:
        if row["date"]:
            first.setdefault(minor(row["release"]), row["date"][:7])
    report.in_order("releases.json, months of minor releases", [first[number] for number in sorted(first)],
                    strictly=False)
    for row in releases:
        if row["nvcc"]:
            report.need(minor(row["nvcc"]) == minor(row["release"]), f"releases.json, {row['release']}",
                        f"nvcc {row['nvcc']} belongs to another minor release")
    minors = {minor(row["release"]) for row in releases}
    never = [version(row["release"]) for row in tables["releases"]["neverReleased"]]
    report.in_order("releases.json, neverReleased", never)
    for number in never:
        report.need(number not in minors, "releases.json, neverReleased", f"{number} has a release")


def check_range(where, range_, report):
    if range_ and range_["min"] is not None and range_["max"] is not None:
        convert = version if isinstance(range_["min"], str) else int
        report.need(convert(range_["min"]) <= convert(range_["max"]), where, "min is above max")


def check_host_compilers(tables, report):
    releases = [row["release"] for row in tables["releases"]["releases"]]
    rows = tables["host_compilers"]["hostCompilers"]
    families = [row["family"] for row in rows]
    report.need(families == sorted(families, key=["gcc", "clang"].index), "host_compilers.json",
                "the families are mixed")
    for family in ("gcc", "clang"):
        expected = list(releases)
        newest = 0
        for row in (row for row in rows if row["family"] == family):
            where = f"host_compilers.json, {family} {row['first']} to {row['last']}"
            for end in ("first", "last"):
                report.need(row[end] in releases, where, f"{row[end]} is no release")
            report.need(minor(row["first"]) == minor(row["last"]), where, "spans minor releases")
            covered = [release for release in releases
                       if version(row["first"]) <= version(release) <= version(row["last"])]
            if expected[:len(covered)] != covered or not covered:
                report.wrong(where, f"covers {covered}, but {expected[:1]} comes next")
                expected = [release for release in releases if version(release) > version(row["last"])]
            else:
                expected = expected[len(covered):]
            for view in ("enforced", "documented", "nixpkgs", "grace"):
                check_range(f"{where}, {view}", row[view], report)
            if row["enforced"]:
                report.need(row["enforced"]["max"] >= newest, f"{where}, enforced",
                            f"max falls from {newest} to {row['enforced']['max']}")
                newest = row["enforced"]["max"]
                for view in ("documented", "nixpkgs"):
                    if row[view] and row[view]["max"] > row["enforced"]["max"]:
                        report.need((family, row["first"], view) in WIDER_THAN_ENFORCED, f"{where}, {view}",
                                    f"allows {row[view]['max']}, the header {row['enforced']['max']}")
                # Nobody read the header of 10.0.
                least = None if family == "gcc" or minor(row["first"]) == (10, 0) else 3
                report.need(row["enforced"]["min"] == least, f"{where}, enforced", f"the header's minimum is {least}")
            report.need(family == "clang" or row["grace"] is None, where, "only Clang has a Grace window")
        report.need(not expected, f"host_compilers.json, {family}", f"no row for {expected}")
        # NVIDIA's guide has named the same oldest compiler ever since it names one.
        oldest = [row["documented"]["min"] for row in rows if row["family"] == family and row["documented"]]
        known = [number for number in oldest if number is not None]
        report.need(oldest[len(oldest) - len(known):] == known and len(set(known)) == 1,
                    f"host_compilers.json, {family}, documented", f"the minimum changes: {oldest}")
    # one row of nixpkgs per minor release
    for family in ("gcc", "clang"):
        seen = {}
        for row in rows:
            if row["family"] == family:
                view = row["nixpkgs"] and (row["nixpkgs"]["min"], row["nixpkgs"]["max"])
                report.need(seen.setdefault(minor(row["first"]), view) == view,
                            f"host_compilers.json, {family} {row['first']}",
                            "nixpkgs has one row for all of the minor release")
    # a new row begins only where something differs
    for before, after in zip(rows, rows[1:]):
        if before["family"] == after["family"] and minor(before["first"]) == minor(after["first"]):
            differs = any(before[view] != after[view] for view in ("enforced", "documented", "nixpkgs", "grace"))
            report.need(differs, f"host_compilers.json, {after['family']} {after['first']}",
                        "says the same as the row before: extend that one")


def check_capabilities(tables, report):
    rows = tables["capabilities"]["capabilities"]
    names = [row["capability"] for row in rows]
    report.in_order("capabilities.json", [capability(name) for name in names])
    minors = {minor(row["release"]) for row in tables["releases"]["releases"]}
    oldest = min(minors)
    by_name = {row["capability"]: row for row in rows}
    for row in rows:
        where = f"capabilities.json, {row['capability']}"
        for view in ("nvcc", "nixpkgs"):
            if not row[view]:
                continue
            first, last = (row[view]["first"], row[view]["last"]) if view == "nvcc" else (
                row[view]["min"], row[view]["max"])
            check_range(f"{where}, {view}", {"min": first, "max": last}, report)
            for end in (first, last):
                known = end is None or version(end) in minors or version(end) < oldest
                report.need(known or (view == "nixpkgs" and end == "12.7"), f"{where}, {view}",
                            f"{end} is no release")
        number, kind = capability(row["capability"])[:2], row["capability"][-1]
        base = by_name.get(f"{number[0]}.{number[1]}")
        report.need(base is not None, where, "the baseline capability has no row")
        if base:
            for key in ("architecture", "jetson", "family"):
                report.need(row[key] == base[key], where, f"{key} differs from the baseline's")
            report.need(version(row["nvcc"]["first"]) >= version(base["nvcc"]["first"]), where,
                        "is older than its baseline")
        report.need((row["family"] is not None) == (number >= (10, 0)), where,
                    "families exist from 10.0 on, and only there")
        if row["family"]:
            report.need(row["family"] in names and row["family"].endswith("f"), where,
                        f"the family {row['family']} has no row")
            members = [name for name in names if by_name[name]["family"] == row["family"] and name.endswith("f")]
            report.need(members[:1] == [row["family"]], where, f"the lowest member of the family is {members[:1]}")
            report.need(kind != "f" or version(row["nvcc"]["first"]) >= (12, 9), where,
                        "family-specific targets came with 12.9")
        if row["renamed"]:
            report.need(row["renamed"]["to"] in names, where, f"{row['renamed']['to']} has no row")
            report.need(row["nvcc"]["last"] is not None
                        and version(row["nvcc"]["last"]) < version(row["renamed"]["since"]), where,
                        "the old name outlives the new one")


def symbol(text):
    return version(text.partition("_")[2])


def check_libstdcxx(tables, report):
    rows = tables["libstdcxx"]["libstdcxx"]
    report.in_order("libstdcxx.json", [version(row["gcc"]) for row in rows])
    report.in_order("libstdcxx.json, glibcxx", [symbol(row["glibcxx"]) for row in rows], strictly=False)
    report.in_order("libstdcxx.json, cxxabi", [symbol(row["cxxabi"]) for row in rows], strictly=False)
    report.in_order("libstdcxx.json, soname",
                    [version(row["soname"].removeprefix("libstdc++.so.")) for row in rows], strictly=False)
    for row in rows:
        # GLIBCXX_3.4.30 and libstdc++.so.6.0.30 count alike
        report.need(symbol(row["glibcxx"])[-1] == version(row["soname"].removeprefix("libstdc++.so."))[-1],
                    f"libstdcxx.json, {row['gcc']}", "symbol version and file name count differently")


def pair_key(row):
    family, major = row["compiler"].split("-")
    return version(row["nvcc"]), ["gcc", "clang"].index(family), int(major), STANDARDS.index(row["standard"])


def check_rest(tables, report):
    order = STANDARDS.index
    builds = {row["nvcc"] for row in tables["releases"]["releases"]}
    rows = tables["measured"]["pairHeaders"]
    report.in_order("measured.json, pairHeaders", [pair_key(row) for row in rows])
    for row in rows:
        report.need(row["nvcc"] in builds, f"measured.json, {row['nvcc']}", "no release has this nvcc")
    report.in_order("measured.json, clangHeaders",
                    [(row["clang"], order(row["standard"])) for row in tables["measured"]["clangHeaders"]])

    report.in_order("measured.json, hostStandards",
                    [(order(row["standard"]), ["gcc", "clang"].index(row["family"]), version(row["first"]))
                     for row in tables["measured"]["hostStandards"]])

    report.in_order("measured.json, ccbinVariable",
                    [version(row["first"]) for row in tables["measured"]["ccbinVariable"]])

    report.in_order("symbol_versions.json", [row["version"] for row in tables["symbol_versions"]["symbolVersions"]])

    advisories = tables["advisories"]["advisories"]
    report.in_order("advisories.json", [row["id"] for row in advisories])
    for row in advisories:
        where = f"advisories.json, {row['id']}"
        when = row["when"]
        for key in ("releases", "compiler", "libstdcxxHeaders", "libstdcxxLibrary", "glibc"):
            check_range(f"{where}, {key}", when[key], report)
            report.need(when[key] is None or when[key] != {"min": None, "max": None}, f"{where}, {key}",
                        "says nothing: write null")
        report.need(any(value is not None for value in when.values()), where, "applies always")
        if when["standardMin"] and when["standardMax"]:
            report.need(order(when["standardMin"]) <= order(when["standardMax"]), where, "standards upside down")
        report.need(when["compiler"] is None or when["family"] is not None, where,
                    "a major version of a compiler means nothing without the family")
        rejects = when["compiler"] or when["libstdcxxHeaders"]
        report.need(row["severity"] != "broken" or rejects or row["workaround"], where,
                    "is broken whatever the compiler, and names no way out")

    environments = tables["environments"]["environments"]
    ids = [row["id"] for row in environments]
    report.in_order("environments.json", ids)
    report.need(tables["environments"]["assumed"] in ids, "environments.json",
                f"the assumed {tables['environments']['assumed']} is not among them")
    for row in environments:
        where = f"environments.json, {row['id']}"
        family, major = row["compiler"].split("-")
        packaged = row["gccs"] if family == "gcc" else row["clangs"]
        report.need(int(major) in packaged, where, f"the default compiler {row['compiler']} is not packaged")
        if row["compilerVersion"]:
            report.need(version(row["compilerVersion"])[0] == int(major), where,
                        f"{row['compilerVersion']} is no {row['compiler']}")
        report.in_order(f"{where}, gccs", row["gccs"])
        report.in_order(f"{where}, clangs", row["clangs"])
        if family == "gcc":
            report.need(row["libstdcxx"] >= int(major) or row["nonshared"], where, "the default compiler is newer than its libstdc++")
        for id in row["fixedAdvisories"]:
            report.need(any(advisory["id"] == id for advisory in advisories), where, f"no advisory is called {id!r}")

    systems = tables["redist"]["systems"]
    report.in_order("redist.json, systems", [(row["nix"], row["redist"]) for row in systems])
    releases = {row["release"] for row in tables["releases"]["releases"]}
    for row in systems:
        where = f"redist.json, {row['nix']} {row['redist']}"
        for release in [row["first"], row["last"], *row["absent"]]:
            report.need(release is None or release in releases, where, f"{release} is no release")
        if row["first"]:
            last = row["last"] or max(releases, key=version)
            inside = [row["first"], *row["absent"], last]
            report.in_order(where, [version(release) for release in inside], strictly=bool(row["absent"]))
        is_named = row["redist"] != "unsupported"
        report.need(row["first"] is not None or not is_named, where, "NVIDIA names it, yet it begins with no release")
        # A platform that ended before there were manifests has no name in them.
        report.need((row["first"] is None) == (row["last"] is None) or is_named, where,
                    "unsupported, yet it is still shipped, or ended without having begun")
        report.need(row["first"] is not None or not row["absent"], where, "never shipped, yet it names releases")
        # The platform of Jetsons has a name of its own; servers are linux-sbsa.
        report.need(row["jetson"] == (row["redist"] == "linux-aarch64"), where, "is wrong about Jetsons")
    jetson = tables["redist"]["jetsonSbsa"]
    jetsons = {row["capability"] for row in tables["capabilities"]["capabilities"] if row["jetson"]}
    minors = sorted({minor(release) for release in releases})
    for index, row in enumerate(jetson):
        where = f"redist.json, jetsonSbsa {row['first']}"
        report.need(version(row["first"]) in minors, where, "first is no release")
        report.need(row["minCapability"] in jetsons, where, f"{row['minCapability']} is no Jetson's capability")
        report.need(index == 0 or row["minCapability"] != jetson[index - 1]["minCapability"], where,
                    "says the same as the row before: extend that one")
        report.need(index > 0 or version(row["first"]) == minors[0], where, "the releases before have no row")
        last_row = index + 1 == len(jetson)
        report.need((row["last"] is None) == last_row, where, "only the last row is open")
        report.need(row["last"] is None or version(row["last"]) in minors, where, "last is no release")
        if row["last"] and not last_row:
            after = [number for number in minors if number > version(row["last"])]
            report.need(after[:1] == [version(jetson[index + 1]["first"])], where,
                        "the next row does not begin where this one ends")


    for row in tables["redist"]["exceptions"]:
        where = f"redist.json, exceptions {row['capability']}"
        report.need(row["capability"] in jetsons, where, "is no Jetson's capability")
        report.need(row["first"] == jetson[-1]["first"], where, "begins with another release than the platform does")
        # NVIDIA supports the GPU from the release on for which it has a forward compatibility package of its own.
        packages = [version(package["release"])[:2] for package in tables["drivers"]["compatPackages"]
                    if package["capability"] == row["capability"]]
        before = [number for number in minors if packages and number < min(packages)]
        report.need(before[-1:] == [version(row["last"])], where, "does not end before the release with its package")


def check_drivers(tables, report):
    releases = [row["release"] for row in tables["releases"]["releases"]]
    rows = tables["drivers"]["drivers"]
    report.in_order("drivers.json, drivers", [version(row["release"]) for row in rows])
    for row in rows:
        where = f"drivers.json, {row['release']}"
        report.need(row["release"] in releases, where, "is no release")
        # 12.8.0 and others: NVIDIA ships a newer driver than it documents, never an older one
        if row["linux"] and row["linuxBundled"]:
            report.need(driver(row["linux"]["driver"]) <= driver(row["linuxBundled"]["driver"]), where,
                        "the bundled driver is older than the documented one")
    for key in ("linux", "windows", "linuxBundled"):
        report.in_order(f"drivers.json, {key}", [driver(row[key]["driver"]) for row in rows if row[key]],
                        strictly=False)

    majors = tables["drivers"]["minorVersions"]
    report.in_order("drivers.json, minorVersions", [row["cudaMajor"] for row in majors])
    for key in ("linux", "windows"):
        report.in_order(f"drivers.json, minorVersions, {key}", [driver(row[key]) for row in majors])
    for row in majors:
        newest = [datum for datum in rows if version(datum["release"])[0] == row["cudaMajor"] and datum["linux"]][-1]
        report.need(driver(row["linux"]) <= driver(newest["linux"]["driver"]), f"drivers.json, {row['cudaMajor']}.x",
                    "needs a newer driver than its newest release")

    forward = tables["drivers"]["forwardCompat"]
    report.in_order("drivers.json, forwardCompat", [version(row["release"]) for row in forward])
    report.in_order("drivers.json, forwardCompat, branches", [row["branches"] for row in forward], strictly=False)
    for row in forward:
        report.in_order(f"drivers.json, forwardCompat {row['release']}", row["branches"])

    bundled = {row["release"]: row["linuxBundled"] or row["linux"] for row in rows}
    packages = tables["drivers"]["compatPackages"]
    report.in_order("drivers.json, compatPackages",
                    [(version(row["release"]), row["redist"], row["package"]) for row in packages])
    systems = {row["redist"]: row for row in tables["redist"]["systems"]}
    minors = [row["release"] for row in forward]
    for row in packages:
        where = f"drivers.json, {row['package']} of {row['release']} for {row['redist']}"
        report.need(row["release"] in releases, where, "is no release")
        system = systems.get(row["redist"])
        report.need(system and row["release"] not in system["absent"]
                    and version(row["release"]) >= version(system["first"])
                    and (system["last"] is None or version(row["release"]) <= version(system["last"])), where,
                    "is for a platform that the release lacks")
        data_center = row["gpus"] == "data-center"
        # Jetsons had a platform of their own until 12.9; since then the package of one is named after it.
        orin = row["package"].endswith("_orin")
        report.need(data_center == (row["redist"] != "linux-aarch64" and not orin), where,
                    f"is for {row['gpus']} by its name and platform")
        datum = bundled.get(row["release"])
        report.need(not data_center or row["version"] == datum["driver"], where, "is not of the release's driver")
        report.need(row["capability"] == ("8.7" if orin else None), where, "only that of Orin is for one capability")
        report.need(not data_center or ".".join(row["release"].split(".")[:2]) in minors, where,
                    "no row of forwardCompat says on which drivers it works")


def check_driver_knowledge(tables, report):
    """What drivers know: the PTX of their own CUDA version, and GPUs between two branches."""
    versions = tables["drivers"]["ptxVersions"]
    report.in_order("drivers.json, ptxVersions", [version(row["release"]) for row in versions])
    report.in_order("drivers.json, ptxVersions, ptx", [version(row["ptx"]) for row in versions], strictly=False)
    known = [row["branch"] for row in versions if row["branch"] is not None]
    report.in_order("drivers.json, ptxVersions, branch", known)
    report.need([row["branch"] for row in versions][:len(known)] == known, "drivers.json, ptxVersions",
                "a driver is known behind one that is not")
    by_minor = {version(row["release"]): row for row in versions}
    # A release that was read in since (`ingest --write`) is not known here: that takes its ptxas.
    newest = max(by_minor)
    for number in {minor(row["release"]) for row in tables["releases"]["releases"]}:
        report.need(number in by_minor or number > newest, f"drivers.json, ptxVersions, {number}",
                    "the release has no row")
    for row in tables["drivers"]["drivers"]:
        branch = by_minor.get(minor(row["release"]), {"branch": None})["branch"]
        for key in ("linux", "linuxBundled"):
            report.need(row[key] is None or branch is None or driver(row[key]["driver"]) >= driver(str(branch)),
                        f"drivers.json, {row['release']}, {key}", f"does not know the release's PTX, as {branch} does")

    rows = tables["drivers"]["gpuDrivers"]
    report.in_order("drivers.json, gpuDrivers", [capability(row["capability"]) for row in rows])
    jetsons = {row["capability"] for row in tables["capabilities"]["capabilities"] if row["jetson"]}
    for row in rows:
        where = f"drivers.json, gpuDrivers {row['capability']}"
        report.need(row["capability"] not in jetsons, where, "a Jetson's driver comes with its system")
        report.need(row["lastBranch"] is None or any(branch > row["lastBranch"] for branch in known), where,
                    "no driver is known that came after the last one")
    first = {row["capability"]: version(row["nvcc"]["first"]) for row in tables["capabilities"]["capabilities"]}
    for row in rows:
        # Drivers of 10.0 came with CUDA 12.7, which had no toolkit; those before CUDA 10 are not in the table.
        number = (12, 7) if row["capability"] == "10.0" else first[row["capability"]]
        branch = by_minor[number]["branch"] if number in by_minor else None
        report.need(row["firstBranch"] == branch, f"drivers.json, gpuDrivers {row['capability']}",
                    f"begins with {row['firstBranch']}, the CUDA version that brought it with {branch}")
    generations = {row["capability"]: row for row in rows}
    for row in tables["gpus"]["gpus"]:
        if not row["drivers"]:
            continue
        where = f"gpus.json, {row['name']} ({row['capability']})"
        branches = [driver(text)[0] for text in row["drivers"]["from"]]
        report.in_order(f"{where}, drivers", branches)
        generation = generations.get(row["capability"])
        report.need(generation is not None, where, "has drivers, and its capability has no row in drivers.json")
        if generation:
            first, last = generation["firstBranch"], generation["lastBranch"]
            report.need(first is None or branches[0] >= first, where, f"is in a driver before branch {first}")
            report.need(last is None or branches[-1] <= last, where, f"is in a driver after branch {last}")
    report.in_order("drivers.json, jetsonDrivers",
                    [driver(row["driver"]) for row in tables["drivers"]["jetsonDrivers"]])
    report.in_order("redist.json, exceptions", [(row["redist"], capability(row["capability"]))
                                                for row in tables["redist"]["exceptions"]])


def check_package_sets(tables, report):
    rows = tables["package_sets"]["packageSets"]
    report.in_order("package_sets.json", [(row["channel"], row["attribute"]) for row in rows])
    releases = [version(row["release"]) for row in tables["releases"]["releases"]]
    channels = [row["id"] for row in tables["environments"]["environments"]]
    for row in rows:
        where = f"package_sets.json, {row['attribute']} in {row['channel']}"
        numbers = version(row["release"])
        report.need(row["channel"] in channels, where, "the channel is not in environments.json")
        report.need(any(release[:len(numbers)] == numbers for release in releases), where,
                    f"{row['release']} is no release")
        named = tuple(int(number) for number in row["attribute"].split("_")[1:])
        report.need(numbers[:len(named)] == named, where, f"holds {row['release']}")
        # A set with fewer numbers in its name is another one of the channel.
        full = f"cudaPackages_{numbers[0]}_{numbers[1]}"
        same = [other["release"] for other in rows if (other["channel"], other["attribute"]) == (row["channel"], full)]
        report.need(same == [row["release"]], where, f"holds {row['release']}, {full} holds {same}")


def check_gpus(tables, report):
    rows = tables["gpus"]["gpus"]
    report.in_order("gpus.json", [(row["name"].encode(), capability(row["capability"])) for row in rows])
    known = [row["capability"] for row in tables["capabilities"]["capabilities"]]
    names = {row["name"] for row in rows}
    lines = {}
    for row in rows:
        where = f"gpus.json, {row['name']} ({row['capability']})"
        report.need(row["capability"] in known, where, "the capability is not in capabilities.json")
        report.in_order(where, row["aliases"])
        report.need(not names & set(row["aliases"]), where, "an alias is the name of a row")
        report.need(lines.setdefault(row["name"], row["line"]) == row["line"], where, "is in two lines")
        integrated = any(other["jetson"] for other in tables["capabilities"]["capabilities"]
                         if other["capability"] == row["capability"])
        report.need((row["line"] == "jetson") == integrated, where,
                    "its line and its capability disagree on whether it is a Jetson")


def check_read_through(tables, report):
    releases = [row["release"] for row in tables["releases"]["releases"]]
    for name, table in tables.items():
        report.need("readThrough" not in table or table["readThrough"] in releases, f"{name}.json, readThrough",
                    f"{table.get('readThrough')} is no release")


def check_rules(tables, report):
    report.in_order("rules.json", [row["id"] for row in tables["rules"]["rules"]])
    for row in tables["rules"]["rules"]:
        report.need(not row["statement"].endswith("."), f"rules.json, {row['id']}", "ends with a full stop")


def main():
    tables = load_all(data_directory())
    report = Report()
    check_releases(tables, report)
    check_host_compilers(tables, report)
    check_capabilities(tables, report)
    check_libstdcxx(tables, report)
    check_rest(tables, report)
    check_drivers(tables, report)
    check_driver_knowledge(tables, report)
    check_package_sets(tables, report)
    check_gpus(tables, report)
    check_rules(tables, report)
    check_read_through(tables, report)
    report.end()


main()
