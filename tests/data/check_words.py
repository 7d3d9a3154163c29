#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""A row agrees with its texts: its message, its title, and the titles and locators of its sources."""

import pathlib
import re

from tables import Report, data_directory, load, load_all, minor, version

HERE = pathlib.Path(__file__).resolve().parent

FAMILIES = {"gcc": "GCC", "clang": "Clang"}

# Their sources have the places of the packages, not each number.
NOT_IN_SOURCES = {
    ("nixos-26.05", "clangs", 18), ("nixos-26.05", "clangs", 19), ("nixos-26.05", "clangs", 20),
    ("nixos-26.05", "clangs", 21), ("nixos-unstable", "gccs", 14), ("nixos-unstable", "clangs", 18),
    ("nixos-unstable", "clangs", 19), ("nixos-unstable", "clangs", 20), ("nixos-unstable", "clangs", 21),
    ("nixos-unstable", "clangs", 22),
}
# The message does not contain it.
NOT_IN_MESSAGE = {
    ("amx-builtins", "compiler min", 11), ("amx-builtins", "compiler max", None),
    ("amx-builtins", "compilerVersions max", "12.5"),
    ("clang-13-coroutine", "standardMin", "c++20"),
    ("gcc-11-malloc-attribute", "releases min", "11.4"),
    ("gcc-11-std-function", "releases min", "11.4"),
    ("gcc-13-floatn-12.4.0", "glibc max", None),
    ("gcc-14-call-terminate", "libstdcxxLibrary max", 13),
    ("glibc-2.27-cusolver", "glibc max", "2.26"),
    ("libstdcxx-14-cxx20-layout", "libstdcxxHeaders max", 13),
    ("libstdcxx-16-partial-ordering", "standardMin", "c++20"),
}
# The same words of one tool stop one build and warn in another.
BOTH_OUTCOMES = {("arch-native-or-empty", "nvcc"), ("cmake-cuda-toolkit-not-found", "cmake"),
                 ("cmake-no-cuda-compiler", "cmake"), ("cxx20-host-too-old", "nvcc"),
                 ("torch-sees-no-gpu", "torch")}
# Lines that begin neither with the tool's name nor with a definition in a POSIX shell.
OTHER_LANGUAGES = {
    "nix": ("callPackage ", "buildInputs = ", "nixpkgs.config.", "autoPatchelfIgnoreMissingDeps = "),
    "windows": ("set ", "cmake ", "nvcc "),
}
# Capabilities that came after higher ones.
FILLED_GAPS = {"8.8", "10.7", "11.0"}


def words_of(row, sources):
    return "; ".join(f"{id}; {sources[id]['title']}; {sources[id]['locator']}" for id in row["sources"])


def is_named(text, words):
    """Whether the text has this number, not as a part of a longer one."""
    return re.search(rf"(?<![\d.]){re.escape(text)}(?!\d|\.\d)", words) is not None


def majors(words):
    """Majors in the text, alone or as a range ("gcc-9 to gcc-12")."""
    named = {int(number) for number in re.findall(r"(?<![\d.])\d+", words)}
    for first, last in re.findall(r"(\d+)[\d.]* to \D*(\d+)", words):
        named.update(range(int(first), min(int(last), int(first) + 20) + 1))
    return named


def check_environments(rows, sources, report):
    for row in rows:
        where = f"environments.json, {row['id']}"
        words = words_of(row, sources)
        for key in ("compilerVersion", "libstdcxxVersion", "glibc"):
            spelling = re.escape(row[key] or "")
            if spelling.endswith(r"\.0\.1"):  # a snapshot, which packages number by its day
                spelling += "|" + spelling.partition(r"\.")[0] + r"-20\d{6}"
            report.need(re.search(rf"(?<![\d.])({spelling})(?!\d)", words), where,
                        f"no source of it names {key} {row[key]}")
        for id in row["fixedAdvisories"]:
            report.need(id.rpartition("-")[2] in words, where, f"no source of it tells of {id}")
        for key in ("gccs", "clangs"):
            for major in row[key]:
                report.need(major in majors(words) or (row["id"], key, major) in NOT_IN_SOURCES, where,
                            f"no source of it names {major} of {key}")


def after(key, bound, minors):
    """The release after an upper limit: a message can say "before 11.6" for a range that ends with 11.5."""
    if isinstance(bound, int):
        return str(bound + 1)
    if key == "releases":
        later = [number for number in minors if number > version(bound)] if bound.count(".") == 1 else []
        return ".".join(map(str, later[0])) if later else None
    *first, last = version(bound)
    return ".".join(map(str, (*first, last + 1)))


def check_advisories(rows, minors, report):
    """Every condition of an advisory is told to whom it concerns."""
    for row in rows:
        words = f"{row['id']}; {row['message']}"
        claims = []
        for key in ("releases", "compiler", "libstdcxxHeaders", "libstdcxxLibrary", "glibc"):
            for end, bound in (row["when"][key] or {}).items():
                if bound is not None:
                    later = after(key, bound, minors) if end == "max" else None
                    is_stated = is_named(str(bound), words) or (later and f"before {later}" in words)
                    claims.append((f"{key} {end}", bound, is_stated))
        for versions in row["when"]["compilerVersions"]:
            for end, bound in versions.items():
                claims.append((f"compilerVersions {end}", bound, bound is None or is_named(bound, words)))
        for key in ("standardMin", "standardMax"):
            standard = row["when"][key]
            claims.append((key, standard, standard is None or standard.upper() in words))
        system = row["when"]["system"]
        claims.append(("system", system, system is None or system.partition("-")[0] in words))
        family = row["when"]["family"]
        claims.append(("family", family, family is None or FAMILIES[family] in words))
        has_standard = row["when"]["standardMin"] is not None or row["when"]["standardMax"] is not None
        claims.append(("standardMin", None, has_standard or not re.search(r"C\+\+\d\d", words)))
        for key in ("compiler", "glibc"):
            bounds = row["when"][key]
            if bounds and bounds["min"]:
                later = re.search(rf"{re.escape(str(bounds['min']))} (and|or) (later|newer)", words)
                claims.append((f"{key} max", bounds["max"], (bounds["max"] is None) == bool(later)))
        for key, value, is_stated in claims:
            report.need(is_stated or (row["id"], key, value) in NOT_IN_MESSAGE, f"advisories.json, {row['id']}",
                        f"its message does not tell of {key} {value}")


def check_jetpacks(rows, sources, report):
    """A source names the CUDA and the driver of a JetPack."""
    for row in rows:
        words = words_of(row, sources)
        where = f"drivers.json, JetPack {row['jetpack']}"
        report.need(f"CUDA {row['cuda']}" in words, where, f"no source of it names CUDA {row['cuda']}")
        plain = row["driver"] and re.sub(r"\b0(\d)", r"\1", row["driver"])
        report.need(not plain or is_named(row["driver"], words) or is_named(plain, words), where,
                    f"no source of it names driver {row['driver']}")


def check_aliases(rows, sources, report):
    """Another name is a part of the first one, or a source has it."""
    for row in rows:
        for alias in row["aliases"]:
            named = f"{alias} {row['capability']}" in words_of(row, sources)
            report.need(named or alias in row["name"] or alias.startswith(row["name"])
                        or (row["name"], alias) == ("GB10", "DGX Spark"),  # NVIDIA's page writes one behind the other
                        f"gpus.json, {row['name']}", f"no source of it names {alias} with {row['capability']}")


def check_messages(messages, texts, advisories, report):
    """A message with the name of an advisory belongs to it, and what one tool says ends alike in every language."""
    for row in messages:
        report.need(row["id"] not in advisories or row["id"] in row["advisories"], f"messages.json, {row['id']}",
                    f"has the name of an advisory and belongs to {row['advisories']}")
    outcomes = {}
    for text in texts:
        for tool in text["tools"]:
            outcomes.setdefault((text["message"], tool), set()).add(text["outcome"])
    for (message, tool), several in outcomes.items():
        report.need((len(several) > 1) == ((message, tool) in BOTH_OUTCOMES), f"messages.json, {message}",
                    f"what {tool} says has the outcomes {sorted(several)}")


def check_lines(rows, report):
    """A line begins as lines for its tool do."""
    for row in rows:
        begin = OTHER_LANGUAGES.get(row["tool"], (row["tool"], "export "))
        for line in row["lines"]:
            report.need(line.startswith(begin), f"messages.json, line of {row['message']}",
                        f"'{line}' is not for {row['tool']}")


def check_consumers(table, beside, capabilities, sources, report):
    """The versions that were read are those of the rows and of the sources, and no range has what nvcc did not have yet."""
    for consumer in table["consumers"]:
        where = f"consumers.json, {consumer['id']}"
        first = {row["first"] for name in ("entries", "ranges", "words") for row in table[name]
                 if row["consumer"] == consumer["id"]}
        report.need(consumer["oldest"] == min(first, key=version), where,
                    f"the oldest is {consumer['oldest']}, and rows begin at {sorted(first)}")
        cited = words_of(consumer, sources)
        any_patch = consumer["newest"].rpartition(".")[0] + ".x"
        report.need(consumer["newest"] in cited or any_patch in cited, where,
                    f"the newest is {consumer['newest']}, which no source names")
    for row in table["ranges"]:
        if not (row["cuda"] and row["cuda"]["max"] and row["highest"]):
            continue
        for capability in capabilities:
            number, nvcc = capability["capability"], capability["nvcc"]
            inside = number[-1].isdigit() and version(row["lowest"]) <= version(number) <= version(row["highest"])
            report.need(not inside or number in FILLED_GAPS or version(nvcc["first"])[:2] <= version(row["cuda"]["max"]),
                        f"consumers.json, {row['consumer']} with CUDA {row['cuda']['max']}",
                        f"has {number}, which nvcc has since {nvcc['first']}")
    since = {(row["consumer"], entry): row["cuda"]["first"] for row in beside["builds"] if "cuda" in row
             for entry in row["builds"]}
    for row in table["entries"]:
        for entry in row["entries"]:
            expected = since.get((row["consumer"], entry))
            report.need(not expected or (row["cuda"] and row["cuda"]["min"] == expected),
                        f"consumers.json, {row['consumer']}", f"has {entry} since CUDA {expected}, not {row['cuda']}")


def main():
    tables = load_all(data_directory())
    sources = {row["id"]: row for row in tables["sources"]["sources"]}
    minors = sorted({minor(row["release"]) for row in tables["releases"]["releases"]})
    report = Report()
    check_environments(tables["environments"]["environments"], sources, report)
    check_advisories(tables["advisories"]["advisories"], minors, report)
    check_jetpacks(tables["drivers"]["jetpacks"], sources, report)
    check_aliases(tables["gpus"]["gpus"], sources, report)
    check_messages(tables["messages"]["messages"], tables["messages"]["messageTexts"],
                   {row["id"] for row in tables["advisories"]["advisories"]}, report)
    check_lines(tables["messages"]["messageLines"], report)
    check_consumers(tables["consumers"], load(HERE, "consumers"), tables["capabilities"]["capabilities"], sources, report)
    report.end()


main()
