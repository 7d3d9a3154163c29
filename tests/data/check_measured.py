#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""The tables agree with the raw measured rows that lie beside this file."""

import pathlib

from tables import Report, data_directory, load, load_all, version

HERE = pathlib.Path(__file__).resolve().parent


def check_enforced(tables, rows, report):
    """nvcc's check let a host pass exactly where its release's row says so."""
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


def check_nvcc_headers(tables, rows, report):
    """nvccHeaders is the newest libstdc++ with which no host failed that nvcc could not be blamed for.

    A failure is not nvcc's where glibc already breaks an empty main, or where this Clang by itself
    cannot parse that libstdc++ (clangHeaders). Clang releases that nvcc does not accept are left out:
    libstdc++ shows them code that it hides from older ones.

    The limit is for Clangs: a GCC brings its own headers, and its version decides. So where a Clang was tried with
    a libstdc++, what the GCC of that libstdc++ came to says nothing: to a GCC it shows other code. Where none was,
    the GCC stands for it."""
    clang = {(row["clang"], row["standard"]): row["maxLibstdcxx"] for row in tables["measured"]["clangHeaders"]}
    stated = {(row["nvcc"], row["standard"]): row["maxLibstdcxx"] for row in tables["measured"]["nvccHeaders"]}
    tried = {(row["nvcc"], standard) for row in rows for standard in ("c++17", "c++20", "c++23") if row[standard]}
    for key in sorted(set(stated) | tried):
        report.need(key in stated and key in tried, f"nvccHeaders, {key[0]} {key[1]}",
                    "is in only one of measured.json and the raw rows")
    # Where an empty main fails with every accepted host, glibc is to blame.
    hopeless = ({(row["nvcc"], row["glibc"]) for row in rows if row["emptyMain"] == "fails"}
                - {(row["nvcc"], row["glibc"]) for row in rows if row["emptyMain"] == "works"})
    for (nvcc, standard), newest in stated.items():
        where = f"nvccHeaders, {nvcc} {standard}"
        telling = []
        for row in rows:
            if row["nvcc"] != nvcc or not row[standard] or (nvcc, row["glibc"]) in hopeless:
                continue
            if row["family"] == "clang" and row["check"] == "rejected":
                continue
            own = clang.get((row["compiler"], standard)) if row["family"] == "clang" else row["libstdcxx"]
            if row[standard] == "works" or (own is not None and row["libstdcxx"] <= own):
                telling.append(row)
        with_clang = {row["libstdcxx"] for row in telling if row["family"] == "clang"}
        telling = [row for row in telling if row["family"] == "clang" or row["libstdcxx"] not in with_clang]
        works = {row["libstdcxx"] for row in telling if row[standard] == "works"}
        fails = {row["libstdcxx"] for row in telling if row[standard] != "works"}
        good = [libstdcxx for libstdcxx in works if not fails or libstdcxx < min(fails)]
        report.need(newest == max(good, default=None), where,
                    f"says {newest}; worked with {sorted(works)}, failed with {sorted(fails)}")


def check_host_standards(tables, rows, report):
    """A row holds for every build between its ends that was measured, and begins and ends with one that was."""
    release_of = {}
    for row in tables["releases"]["releases"]:
        release_of.setdefault(row["nvcc"], []).append(version(row["release"]))
    measured = [(release, row) for row in rows for release in release_of.get(row["nvcc"], [])]
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
    """Whether a version is in a range of the tables, whose ends may have fewer numbers: 13.1.1 is in ... to 13.1."""
    value = version(text)
    low, high = (version(limits[end]) if limits[end] else () for end in ("min", "max"))
    return value[:len(low)] >= low and (not high or value[:len(high)] <= high)


def ids_on_glibc(tables, nvcc, glibc):
    """The advisories about a release with this nvcc, of which the glibc is a condition and the host compiler is not."""
    releases = [row["release"] for row in tables["releases"]["releases"] if row["nvcc"] == nvcc]
    return {row["id"] for row in tables["advisories"]["advisories"]
            if row["when"]["glibc"] and not row["when"]["compiler"] and not row["when"]["system"]
            and inside(glibc, row["when"]["glibc"])
            and any(inside(release, row["when"]["releases"] or {"min": None, "max": None}) for release in releases)}


def check_glibc(tables, rows, report):
    """With the headers under one prefix nothing compiles exactly where an advisory says so; the shim always helps, and
    -isystem, or a system directory by itself, helps each GCC and no Clang."""
    broken = {row["id"] for row in tables["advisories"]["advisories"] if row["severity"] == "broken"}
    for row in rows:
        where = f"measured_glibc: nvcc {row['nvcc']}, {row['host']}, glibc {row['glibc']}, {row['headers']}"
        named = bool(ids_on_glibc(tables, row["nvcc"], row["glibc"]) & broken)
        gcc = row["host"].startswith("g++")
        works = {"prefix": not named, "shim": True, "isystem": gcc or not named, "system": gcc or not named,
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


def main():
    tables = load_all(data_directory())
    hosts = load(HERE, "measured_nvcc_host")
    clangs = load(HERE, "measured_clang_libstdcxx")
    standards = load(HERE, "measured_nvcc_standards")
    report = Report()
    for name, raw in (("measured_nvcc_host", hosts), ("measured_clang_libstdcxx", clangs),
                      ("measured_nvcc_standards", standards)):
        report.need(raw["source"] and raw["rows"], f"{name}.json", "is empty")
    check_enforced(tables, hosts["rows"], report)
    check_clang_headers(tables, clangs["rows"], report)
    check_nvcc_headers(tables, hosts["rows"], report)
    check_host_standards(tables, standards["rows"], report)
    check_glibc(tables, load(HERE, "measured_glibc")["rows"], report)
    check_sinpi(tables, load(HERE, "measured_sinpi")["rows"], report)
    check_intrinsics(tables, load(HERE, "measured_intrinsics")["rows"], report)
    report.end()


main()
