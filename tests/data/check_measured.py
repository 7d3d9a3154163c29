#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""The tables agree with the raw measured rows in this directory.

usage: check_measured.py DATA_DIR [--write]

With --write, the rows of pairHeaders in measured.json are generated from the raw ones.
"""

import pathlib
import sys

from canonical import canonical
from tables import STANDARDS, Report, data_directory, load, load_all, version

HERE = pathlib.Path(__file__).resolve().parent


def check_enforced(tables, rows, report):
    """nvcc's check accepted a host exactly where the row of its release does."""
    releases = {}
    for row in tables["releases"]["releases"]:
        releases.setdefault(row["nvcc"], []).append(row["release"])
    for measured in rows:
        where = f"measured: nvcc {measured['nvcc']}, {measured['family']}-{measured['compiler']}"
        if measured["nvcc"] not in releases:
            report.wrong(where, "no release has this nvcc")
            continue
        for release in releases[measured["nvcc"]]:
            for row in tables["host_compilers"]["hostCompilers"]:
                if row["family"] != measured["family"] or not row["enforced"]:
                    continue
                if not version(row["first"]) <= version(release) <= version(row["last"]):
                    continue
                low, high = row["enforced"]["min"] or 0, row["enforced"]["max"]
                inside = low <= measured["compiler"] <= high
                report.need(inside == (measured["check"] == "accepted"), where,
                            f"{measured['check']}, but {release} has enforced {low} to {high}")


def check_clang_headers(tables, rows, report):
    """Each row of clangHeaders is the newest libstdc++ up to which everything worked."""
    results = {}
    for row in rows:
        results.setdefault((row["clang"], row["standard"]), {})[row["libstdcxx"]] = row["works"]
    stated = {(row["clang"], row["standard"]): row["maxLibstdcxx"] for row in tables["measured"]["clangHeaders"]}
    for key in sorted(set(results) | set(stated)):
        where = f"clangHeaders, clang-{key[0]} {key[1]}"
        if key not in results or key not in stated:
            report.wrong(where, "is in only one of measured.json and the raw rows")
            continue
        newest = None
        for libstdcxx, works in sorted(results[key].items()):
            if not works:
                break
            newest = libstdcxx
        report.need(stated[key] == newest, where, f"says {stated[key]}, measured was {newest}")


def pair_key(row):
    family, major = row["compiler"].split("-")
    return version(row["nvcc"]), ["gcc", "clang"].index(family), int(major), STANDARDS.index(row["standard"])


def pairs_of(measured, pairs):
    """The results of an nvcc with a host compiler that its check accepts, by standard, in both fixtures. Without
    results if glibc already breaks an empty main."""
    results, sources = {}, {}
    for row in measured["rows"]:
        if row["check"] != "accepted" or row["emptyMain"] != "works":
            continue
        for standard in ("c++17", "c++20", "c++23"):
            if row[standard]:
                key = row["nvcc"], f"{row['family']}-{row['compiler']}", standard
                results.setdefault(key, {}).setdefault(row[standard], set()).add(row["libstdcxx"])
                sources.setdefault(key, set()).add(measured["sourceOf"][row["nvcc"]])
    for row in pairs["rows"]:
        key = row["nvcc"], f"{row['family']}-{row['compiler']}", row["standard"]
        results.setdefault(key, {}).setdefault(row["outcome"], set()).add(row["libstdcxx"])
        sources.setdefault(key, set()).add("measured-pairs")
    rows = [{"nvcc": nvcc, "compiler": compiler, "standard": standard,
             "works": sorted(tried.get("works", set()) - tried.get("fails", set())),
             "fails": sorted(tried.get("fails", set())), "sources": sorted(sources[nvcc, compiler, standard])}
            for (nvcc, compiler, standard), tried in results.items()]
    return sorted(rows, key=pair_key)


def check_pairs(tables, measured, pairs, report):
    """Each row of pairHeaders is the result of raw rows, and each raw row is in one."""
    stated = {pair_key(row): row for row in tables["measured"]["pairHeaders"]}
    found = {pair_key(row): row for row in pairs_of(measured, pairs)}
    for key in sorted(stated.keys() | found.keys()):
        row = stated.get(key) or found[key]
        report.need(stated.get(key) == found.get(key), f"pairHeaders, {row['nvcc']} {row['compiler']} {row['standard']}",
                    f"says {stated.get(key)}, measured was {found.get(key)}")


def check_gcc_pairs(tables, measured, pairs, report):
    """A GCC that nvcc accepts and that fails is in an advisory, because it has only its own headers."""
    minors = {}
    for row in tables["releases"]["releases"]:
        minors.setdefault(row["nvcc"], []).append(row["release"])
    for row in pairs_of(measured, pairs):
        family, major = row["compiler"].split("-")
        if family != "gcc" or not row["fails"]:
            continue
        for release in minors[row["nvcc"]]:
            named = [advisory["id"] for advisory in tables["advisories"]["advisories"]
                     if advisory["severity"] == "broken" and concerns(advisory["when"], release, int(major), row["standard"])]
            report.need(named, f"measured: {release} with {row['compiler']} in {row['standard']}",
                        "fails, and no advisory says so")


def concerns(when, release, gcc, standard):
    order = STANDARDS.index
    any_release = {"min": None, "max": None}

    def has(limits):
        return not limits or (limits["min"] or 0) <= gcc <= (limits["max"] or gcc)

    return (inside(release, when["releases"] or any_release) and has(when["compiler"]) and has(when["libstdcxxHeaders"])
            and when["family"] in (None, "gcc") and when["glibc"] is None
            and (when["compiler"] or when["libstdcxxHeaders"])
            and (not when["standardMin"] or order(when["standardMin"]) <= order(standard)))


def with_releases(tables, rows):
    """Each row that was measured with a build, with each release of that build."""
    releases = tables["releases"]["releases"]
    return [(version(release["release"]), row) for row in rows for release in releases
            if release["nvcc"] == row["nvcc"]]


def check_ccbin_variable(tables, rows, report):
    """Each measured build is in its row, and each row begins and ends with one."""
    measured = with_releases(tables, rows)
    for row in tables["measured"]["ccbinVariable"]:
        first, last = version(row["first"]), version(row["last"])
        within = {release: raw["known"] for release, raw in measured if first <= release <= last}
        report.need(first in within and last in within, f"ccbinVariable, {row['first']}",
                    "begins or ends with a release that was not measured")
        report.need(set(within.values()) == {row["heeded"]}, f"ccbinVariable, {row['first']}", "was measured otherwise")
    for release, raw in measured:
        report.need(any(version(row["first"]) <= release <= version(row["last"])
                        for row in tables["measured"]["ccbinVariable"]), raw["nvcc"], "was measured and is in no row")


def check_host_standards(tables, rows, report):
    """A row holds for every measured build between its ends, and begins and ends with one."""
    measured = with_releases(tables, rows)
    for row in tables["measured"]["hostStandards"]:
        where = f"hostStandards, {row['standard']} {row['family']}"
        same = [(release, raw) for release, raw in measured
                if (raw["standard"], raw["family"]) == (row["standard"], row["family"])]
        within = [(release, raw) for release, raw in same
                  if version(row["first"]) <= release <= version(row["last"])]
        releases = {release for release, _ in within}
        report.need(version(row["first"]) in releases and version(row["last"]) in releases, where,
                    "begins or ends with a release that was not measured")
        for release, raw in within:
            first = raw["first"] and int(raw["first"].split(".")[0])
            report.need(first == row["min"], where, f"says {row['min']}; {raw['nvcc']} takes it from {raw['first']} on")
    for release, raw in measured:
        first = raw["first"] and int(raw["first"].split(".")[0])
        covered = any((row["standard"], row["family"]) == (raw["standard"], raw["family"]) and
                      version(row["first"]) <= release <= version(row["last"])
                      for row in tables["measured"]["hostStandards"])
        report.need(covered or raw["otherwise"] != "ignored" or first <= 4, raw["nvcc"],
                    f"{raw['standard']} of {raw['family']} was measured and is in no row")


def inside(text, limits):
    """Whether a version is in a range of the tables. The ends can have fewer numbers: 13.1.1 is in a range to 13.1."""
    value = version(text)
    low, high = (version(limits[end]) if limits[end] else () for end in ("min", "max"))
    return value[:len(low)] >= low and (not high or value[:len(high)] <= high)


def ids_on_glibc(tables, nvcc, glibc):
    """The advisories about a release with this nvcc that depend on glibc and not on the host compiler."""
    releases = [row["release"] for row in tables["releases"]["releases"] if row["nvcc"] == nvcc]
    return {row["id"] for row in tables["advisories"]["advisories"]
            if row["when"]["glibc"] and not row["when"]["compiler"] and not row["when"]["system"]
            and inside(glibc, row["when"]["glibc"])
            and any(inside(release, row["when"]["releases"] or {"min": None, "max": None}) for release in releases)}


def check_glibc(tables, rows, report):
    """With the headers under a prefix, nothing compiles exactly where an advisory says so. Each workaround in it helps
    the hosts that it is for, and a system directory the hosts in `unless`."""
    advisories = {row["id"]: row for row in tables["advisories"]["advisories"] if row["severity"] == "broken"}
    for row in rows:
        where = f"measured_glibc: nvcc {row['nvcc']}, {row['host']}, glibc {row['glibc']}, {row['headers']}"
        family = "gcc" if row["host"].startswith("g++") else "clang"
        named = [advisories[id] for id in ids_on_glibc(tables, row["nvcc"], row["glibc"]) if id in advisories]
        spares = {"family": family, "toolkitHeaders": "system"}
        works = {"prefix": not named,
                 "shim": all("glibc-shim" in advisory["waysOut"] for advisory in named),
                 "isystem": all("isystem" in advisory["waysOut"] and family == "gcc" for advisory in named),
                 "system": all(advisory["when"]["unless"] == spares for advisory in named),
                 "system-isystem": False}[row["headers"]]
        report.need(works == (row["mathematics"] == "works"), where, f"{row['mathematics']}, and the tables say otherwise")


def check_sinpi(tables, rows, report):
    """Host calls of sinpi and cospi on glibc 2.40: an advisory for each nvcc with which they do not link."""
    for row in rows:
        where = f"measured_sinpi: nvcc {row['nvcc']}, {row['host']}, {row['as']}"
        named = row["as"] == "glibc 2.40" and "glibc-2.40-sinpi" in ids_on_glibc(tables, row["nvcc"], "2.40")
        report.need(named == (row["calls"] == "fails"), where, f"{row['calls']}, and the tables say otherwise")


def check_intrinsics(tables, rows, report):
    """<immintrin.h> fails exactly with the GCCs and releases of the advisory."""
    when = next(row["when"] for row in tables["advisories"]["advisories"] if row["id"] == "amx-builtins")
    releases = {row["nvcc"]: row["release"] for row in tables["releases"]["releases"]}
    for row in rows:
        named = (inside(releases[row["nvcc"]], when["releases"])
                 and any(inside(row["gcc"], versions) for versions in when["compilerVersions"]))
        report.need(named == (row["immintrin.h"] == "fails"), f"measured_intrinsics: nvcc {row['nvcc']}, gcc {row['gcc']}",
                    f"{row['immintrin.h']}, and the tables say otherwise")


def check_glibc_2_40(tables, measured, report):
    """Host calls of sinpi and similar functions fail exactly where the advisory says so."""
    releases = {row["nvcc"]: row["release"] for row in tables["releases"]["releases"]}
    when = next(row["when"] for row in tables["advisories"]["advisories"] if row["id"] == "glibc-2.40-sinpi")
    for row in measured["rows"]:
        where = f"measured: nvcc {row['nvcc']}, {row['host']}, glibc {row['glibc']}, {row['standard']}"
        expected = inside(releases[row["nvcc"]], when["releases"]) and inside(row["glibc"], when["glibc"])
        report.need(expected == (row["hostCalls"] == "fails"), where, f"host calls: {row['hostCalls']}")
        report.need(row["empty"] == row["device"] == "works", where, "fails without host calls")


def main():
    writes = "--write" in sys.argv
    if writes:
        sys.argv.remove("--write")
    directory = data_directory()
    tables = load_all(directory)
    hosts = load(HERE, "measured_nvcc_host")
    pairs = load(HERE, "measured_pairs")
    clangs = load(HERE, "measured_clang_libstdcxx")
    standards = load(HERE, "measured_nvcc_standards")
    glibc_2_40 = load(HERE, "measured_glibc_2.40")
    if writes:
        tables["measured"]["pairHeaders"] = pairs_of(hosts, pairs)
        (directory / "measured.json").write_text(canonical(tables["measured"]), encoding="utf-8")
    report = Report()
    for name, raw in (("measured_nvcc_host", hosts), ("measured_pairs", pairs), ("measured_clang_libstdcxx", clangs),
                      ("measured_nvcc_standards", standards), ("measured_glibc_2.40", glibc_2_40)):
        report.need(raw["source"] and raw["rows"], f"{name}.json", "is empty")
    check_enforced(tables, hosts["rows"], report)
    check_clang_headers(tables, clangs["rows"], report)
    check_pairs(tables, hosts, pairs, report)
    check_gcc_pairs(tables, hosts, pairs, report)
    check_host_standards(tables, standards["rows"], report)
    check_ccbin_variable(tables, load(HERE, "measured_ccbin_variable")["rows"], report)
    check_glibc(tables, load(HERE, "measured_glibc")["rows"], report)
    check_sinpi(tables, load(HERE, "measured_sinpi")["rows"], report)
    check_glibc_2_40(tables, glibc_2_40, report)
    check_intrinsics(tables, load(HERE, "measured_intrinsics")["rows"], report)
    report.end()


main()
