#!/usr/bin/env python3
"""environments.json agrees with the distributions' own package lists, and each number with the words of a source."""

import pathlib
import re

from tables import Report, data_directory, load, load_all

HERE = pathlib.Path(__file__).resolve().parent

# So many values are compared with package lists, which may only grow.
COMPARED = 39

# Their sources show where the packages are, not each number.
NOT_IN_WORDS = {
    ("nixos-26.05", "clangs", 18), ("nixos-26.05", "clangs", 19), ("nixos-26.05", "clangs", 20),
    ("nixos-26.05", "clangs", 21), ("nixos-unstable", "gccs", 14), ("nixos-unstable", "clangs", 18),
    ("nixos-unstable", "clangs", 19), ("nixos-unstable", "clangs", 20), ("nixos-unstable", "clangs", 21),
    ("nixos-unstable", "clangs", 22),
}


def release(package):
    """The GCC release of a package's version; a snapshot before X.1 is X.0.1."""
    version = package.rpartition(":")[2]
    if re.match(r"\d+-20\d{6}", version):
        return version.partition("-")[0] + ".0.1"
    return re.match(r"\d+(\.\d+)*", version)[0]


def expected(lists):
    """What the lists make of a row's keys; a key whose package was not found is left out."""
    values = {}
    if lists["gcc"]:
        values["compiler"] = "gcc-" + release(lists["gcc"]).partition(".")[0]
    if lists["g++"]:
        values["compilerVersion"] = release(lists["g++"])
    if lists["libstdc++6"]:
        values["libstdcxxVersion"] = release(lists["libstdc++6"])
        values["libstdcxx"] = int(values["libstdcxxVersion"].partition(".")[0])
    if lists["libc6"]:
        values["glibc"] = release(lists["libc6"])
    return {**values, **{key: lists[key] for key in ("gccs", "clangs") if lists[key]}}


def check_lists(rows, lists, report):
    ours = {row["id"]: row for row in rows}
    compared = 0
    for entry in lists:
        for key, value in expected(entry).items():
            compared += 1
            report.need(ours[entry["environment"]][key] == value, f"environments.json, {entry['environment']}, {key}",
                        f"is {ours[entry['environment']][key]}, {entry['url']} makes it {value}")
    report.need(compared >= COMPARED, "package_lists.json", f"only {compared} values are compared")
    return compared


def numbers(words):
    """Majors that the words name, singly or as a range ("gcc-9 to gcc-12")."""
    named = {int(number) for number in re.findall(r"(?<![\d.])\d+", words)}
    for first, last in re.findall(r"(\d+)[\d.]* to \D*(\d+)", words):
        named.update(range(int(first), min(int(last), int(first) + 20) + 1))
    return named


def check_words(rows, sources, report):
    """What a row says stands in the title or locator of a source that it cites."""
    for row in rows:
        where = f"environments.json, {row['id']}"
        words = "; ".join(f"{id}; {sources[id]['title']}; {sources[id]['locator']}" for id in row["sources"])
        for key in ("compilerVersion", "libstdcxxVersion", "glibc"):
            spelling = re.escape(row[key] or "")
            if spelling.endswith(r"\.0\.1"):
                spelling += "|" + spelling.partition(r"\.")[0] + r"-20\d{6}"
            report.need(re.search(rf"(?<![\d.])({spelling})(?!\d)", words), where,
                        f"no source of it names {key} {row[key]}")
        for key in ("gccs", "clangs"):
            for major in row[key]:
                report.need(major in numbers(words) or (row["id"], key, major) in NOT_IN_WORDS, where,
                            f"no source of it names {major} of {key}")


def check_keys(rows, report):
    """What one key says of another."""
    for row in rows:
        where = f"environments.json, {row['id']}"
        version = row["libstdcxxVersion"]
        report.need(not version or version.startswith(f"{row['libstdcxx']}."), where,
                    f"libstdcxxVersion {version} is none of {row['libstdcxx']}")
        family, _, major = row["compiler"].partition("-")
        packaged = row["gccs"] if family == "gcc" else row["clangs"]
        # One libstdc++ for all compilers is the newest one's; in nixpkgs each compiler has its own.
        loaded = int(major) if row["id"].startswith("nixos-") else max(row["gccs"])
        report.need(row["libstdcxx"] == loaded, where, f"libstdcxx {row['libstdcxx']} is not that of GCC {loaded}")
        report.need(int(major) in packaged, where, f"{row['compiler']} is not packaged")


def check_distributions(rows, lists, report):
    theirs = {entry["distribution"]: entry for entry in lists}
    for row in rows:
        where = f"environments.json, {row['id']}"
        entry = theirs.get(row["id"])
        if not entry:
            report.wrong(where, "package_lists.json has no packages of it")
            continue
        report.need(row["install"] == entry["command"], where, f"{row['install']}, not {entry['command']}")
        for key in ("gcc", "newestGcc", "clang", "newestClang"):
            pattern = re.escape(row[key]).replace(r"\{\}", r"\d+")
            report.need(any(re.fullmatch(pattern, package) for package in entry["packages"]), where,
                        f"{key} {row[key]} names no package of {entry['packages']}")


def main():
    tables = load_all(data_directory())
    rows = tables["environments"]["environments"]
    lists = load(HERE, "package_lists")
    report = Report()
    compared = check_lists(rows, lists["environments"], report)
    check_words(rows, {row["id"]: row for row in tables["sources"]["sources"]}, report)
    check_keys(rows, report)
    check_distributions(tables["environments"]["distributions"], lists["distributions"], report)
    without = sorted({row["id"] for row in rows} - {entry["environment"] for entry in lists["environments"]})
    print(f"{compared} values compared; no package list of {', '.join(without)}")
    report.end()


main()
