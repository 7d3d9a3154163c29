#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""environments.json agrees with the distributions' own package lists, and its keys with each other."""

import pathlib
import re

from tables import Report, data_directory, load, load_all

HERE = pathlib.Path(__file__).resolve().parent

# The number of values that are compared with package lists; it may only grow.
COMPARED = 97


# No list has the release of the default compiler there.
NO_COMPILER_VERSION = {"opensuse-leap-16.0", "rhel-10-gcc-toolset-15"}
# Distributions whose default compiler is the newest that they package.
DEFAULT_IS_NEWEST = ("arch", "debian-", "fedora-", "opensuse-leap-16", "opensuse-tumbleweed", "manylinux-")
# Those whose programs load an older libstdc++ than that of their newest GCC.
OLDER_LIBRARY = ("gentoo", "rhel-", "manylinux-")


def release(package):
    """The GCC release of a package's version; a snapshot before X.1 is X.0.1."""
    version = package.rpartition(":")[2]
    if re.match(r"\d+-20\d{6}", version):
        return version.partition("-")[0] + ".0.1"
    return re.match(r"\d+(\.\d+)*", version)[0]


def expected(lists):
    """The values of a row's keys in the lists; a key whose package was not found is missing."""
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


def cuda_release(package):
    """The release of Debian's CUDA package. It begins with the build of nvcc if the two differ."""
    return re.match(r"(?:[\d.]+~)?(\d+\.\d+\.\d+)-", package)[1]


def check_own_cuda(rows, lists, report):
    """The distribution's own CUDA is that of its package, whose headers are in a default directory of every compiler.

    The package depends on one GCC and one Clang, or on no compiler."""
    packages = {entry["environment"]: entry["nvidia-cuda-toolkit"] for entry in lists}
    for row in rows:
        package = packages.get(row["id"])
        found = [own["release"] for own in row["ownCuda"] if own["toolkitHeaders"] == "system"]
        report.need(found == ([cuda_release(package)] if package else []), f"environments.json, {row['id']}, ownCuda",
                    f"in a system directory {found}, its package is {package}")
        for own in row["ownCuda"]:
            families = [name.partition("-")[0] for name in own["hostCompilers"] or []]
            report.need(families in ([], ["gcc", "clang"]), f"environments.json, {row['id']}, ownCuda",
                        f"{own['release']} comes with {own['hostCompilers']}")


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


# The titles of distributions, and the part before the release in those of environments.
TITLES = {
    "amazon": "Amazon Linux", "arch": "Arch Linux", "conda-forge": "conda-forge", "debian": "Debian",
    "dgx-os": "DGX OS", "fedora": "Fedora Linux", "gentoo": "Gentoo Linux", "jetpack": "JetPack",
    "manylinux": "manylinux", "manylinux-2014": "manylinux2014", "nixos": "NixOS", "opensuse": "openSUSE",
    "rhel": "Red Hat Enterprise Linux", "sles": "SUSE Linux Enterprise Server", "ubuntu": "Ubuntu",
}


def check_titles(rows, lists, report):
    """A title has the distribution, its release and the code name of its list."""
    urls = {entry["environment"]: entry["url"] for entry in lists}
    for row in rows:
        distribution = max((name for name in TITLES if row["id"].startswith(name)), key=len, default=None)
        if not distribution:
            report.wrong(f"environments.json, {row['id']}", "is of no known distribution")
            continue
        title = f"{TITLES[distribution]} {row['id'].removeprefix(distribution).lstrip('-')}".rstrip()
        name = urls.get(row["id"], "").rstrip("/").rpartition("/")[2]
        if distribution in ("debian", "ubuntu"):
            title += rf"( LTS)? \({name}\)"
        if distribution in ("dgx-os", "jetpack", "manylinux"):
            title = rf"{TITLES[distribution]}[ _]?{re.sub('[.-]', '[._]', title.split()[-1])} \(.*\)"
        if distribution == "manylinux-2014":
            title += r" \(.*\)"
        if distribution in ("opensuse", "rhel"):  # their ids have words of the title
            words = row["id"].split("-")
            report.need(all(word in row["title"].lower() for word in words[1:]), f"environments.json, {row['id']}",
                        f"is called {row['title']}")
            title = f"{TITLES[distribution]} .*"
        report.need(re.fullmatch(title, row["title"]), f"environments.json, {row['id']}", f"is called {row['title']}")


def check_keys(rows, report):
    """Rules between keys."""
    for row in rows:
        where = f"environments.json, {row['id']}"
        version = row["libstdcxxVersion"]
        report.need(not version or version.startswith(f"{row['libstdcxx']}."), where,
                    f"libstdcxxVersion {version} is none of {row['libstdcxx']}")
        report.need((row["compilerVersion"] is None) == (row["id"] in NO_COMPILER_VERSION), where,
                    f"compilerVersion is {row['compilerVersion']}")
        family, _, major = row["compiler"].partition("-")
        has_newest = row["id"].startswith(DEFAULT_IS_NEWEST)
        report.need(not has_newest or int(major) == max(row["gccs"]), where, f"{row['compiler']} is not its newest one")
        packaged = row["gccs"] if family == "gcc" else row["clangs"]
        # If all compilers share a libstdc++, it is the newest one's; in nixpkgs each compiler has its own.
        loaded = int(major) if row["id"].startswith("nixos-") else max(row["gccs"])
        report.need(row["libstdcxx"] == loaded or row["id"].startswith(OLDER_LIBRARY), where,
                    f"libstdcxx {row['libstdcxx']} is not that of GCC {loaded}")
        report.need(row["nonshared"] == row["id"].startswith(("rhel-", "manylinux-")), where,
                    "only GCC Toolset completes an older libstdc++ statically")
        report.need(int(major) in packaged, where, f"{row['compiler']} is not packaged")


def check_distributions(rows, lists, report):
    theirs = {entry["distribution"]: entry for entry in lists}
    for row in rows:
        where = f"environments.json, {row['id']}"
        entry = theirs.get(row["id"])
        if not entry:
            report.wrong(where, "package_lists.json has no packages of it")
            continue
        title = "Nix" if row["id"] == "nixos" else TITLES[row["id"]].removesuffix(" Linux")
        report.need(row["title"].removesuffix(" Linux") == title, where, f"is called {row['title']}")
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
    check_own_cuda(rows, lists["environments"], report)
    check_titles(rows, lists["environments"], report)
    check_keys(rows, report)
    check_distributions(tables["environments"]["distributions"], lists["distributions"], report)
    without = sorted({row["id"] for row in rows} - {entry["environment"] for entry in lists["environments"]})
    print(f"{compared} values compared; no package list of {', '.join(without)}")
    report.end()


main()
