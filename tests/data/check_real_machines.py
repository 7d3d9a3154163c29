#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""The command's answers agree with the results on real machines (real_machines.json).

usage: check_real_machines.py DATA_DIR GOLDEN

If `env` chose a compiler, `explain` accepts it exactly if the build with nvcc, CMake and Make worked there. If `env`
found no compiler, `resolve` finds none for the compilers of that root. A build with the CMake module, which runs `env`
itself, had the same result as one with env's variables, and was rejected if `env` found no compiler. Results that
depend on the toolkit's layout and not on the tables are listed below with the reason; an unneeded entry is an error
too.
"""

import json
import pathlib
import re
import sys

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parents[1]))
from programs import OneProcess  # noqa: E402

from tables import Report, data_and_golden, load

HERE = pathlib.Path(__file__).resolve().parent
# The default compiler of each suite, whose libstdc++ programs load, and the other installed compilers.
DEFAULTS = {"bookworm": "gcc-12", "trixie": "gcc-14", "sid": "gcc-16"}
INSTALLED = {
    "bookworm": "gcc-11,gcc-12,clang-13,clang-14,clang-15,clang-16,clang-19",
    "trixie": "gcc-12,gcc-13,gcc-14,clang-17,clang-18,clang-19,clang-22",
    "sid": "gcc-11,gcc-12,gcc-13,gcc-14,gcc-15,gcc-16,clang-19,clang-21,clang-22,clang-23",
}
# The compiler that the script in CXX starts (tests/roots/toolkits.py).
WRAPPED = {"bookworm": "gcc-12", "trixie": "gcc-13", "sid": "gcc-14"}
STEPS = ("nvcc", "cmake", "make")
# For whole rows: the reason holds for all of them.
NOT_THE_TABLES = {
    "pip": "wheels bring neither link.stub nor lib64, so nvcc cannot link: the toolkit is to blame",
}


def name_of(row):
    return f"{row['root']}/{row['toolkit']}/{row['layout']}/{row['default']}"


def ask(command, *arguments):
    done = command.run([*arguments, "--json"])
    answer = json.loads(done.stdout or "{}")
    return answer if done.returncode in (0, 1) and "code" not in answer else None


def environment(row, compiler):
    """Options that describe the root with that default compiler."""
    newest = DEFAULTS[row["root"].split("+")[0]]
    headers = f"gcc-{row['headers']}" if row["headers"] and compiler.startswith("clang") else newest
    return ["--stdenv", compiler, "--libstdcxx", headers, "--glibc", row["glibc"], "--std", "c++17"]


def default_of(row):
    """The compiler behind CXX: `clang++-19`, `ccache g++-13`, `c++`, a script."""
    named = re.search(r"(g|clang)\+\+-(\d+)$", row["default"])
    if not named:
        return (DEFAULTS if row["default"] == "c++" else WRAPPED)[row["root"].split("+")[0]]
    return f"{'gcc' if named[1] == 'g' else 'clang'}-{named[2]}"


def is_helped(answer, row):
    """Whether env's variables apply the workaround: the shim, or the toolkit's headers as system headers. A GCC accepts
    glibc's declarations in system directories, where Debian also installs the headers."""
    ways_out = next(advisory["waysOut"] for advisory in answer["advisories"] if advisory["id"] == answer["broken"])
    return "glibc-shim" in ways_out if row["glibcShim"] else row["chosen"].startswith("gcc") and "isystem" in ways_out


def is_expected(command, data, row):
    """Whether the command says that a build works there; None if it cannot know."""
    if row["env"] == 0:
        stdenv = row["chosen"] if row["chosen"].startswith("clang") else default_of(row)
        answer = ask(command, "explain", "--cuda", row["release"], row["chosen"], *environment(row, stdenv))
        if answer is None:
            return None
        return answer["rejection"] is None and (answer["broken"] is None or is_helped(answer, row))
    installed = INSTALLED[row["root"].split("+")[0]]
    answer = ask(command, "resolve", "--cuda", row["release"] or release_of(data, row), "--available", installed,
                 *environment(row, default_of(row)))
    return None if answer is None else answer["hostCompiler"] is not None


def check_default(command, row, report):
    """If the release accepts the default compiler, env chooses it, whatever its name in CXX."""
    default = default_of(row)
    if row["env"] != 0 or default.startswith("clang"):
        return
    answer = ask(command, "explain", "--cuda", row["release"], default, *environment(row, default))
    if answer and answer["rejection"] is None:
        report.need(row["chosen"] == default, name_of(row), f"{default} would do, and env chose {row['chosen']}")


def release_of(data, row):
    """The newest release with the toolkit's nvcc, or the release in the toolkit's name."""
    nvcc = row["toolkit"].split("-")[0]
    releases = [other["release"] for other in load(data, "releases")["releases"] if other["nvcc"] == nvcc]
    return releases[-1] if releases else ".".join(row["toolkit"].split(".")[:3])


def check_rows(command, data, rows, report):
    excused = dict.fromkeys(NOT_THE_TABLES, 0)
    for row in rows:
        seen = row["env"] == 0 and all(row[step] == "works" for step in STEPS)
        expected = is_expected(command, data, row)
        report.need(expected is not None, name_of(row), "the command has no answer")
        check_default(command, row, report)
        if (by_module := row.get("module")) and by_module != (row["cmake"] or "fails"):
            report.wrong(name_of(row), f"with env's variables: {row['cmake'] or 'none'}; with the CMake module: {by_module}")
        report.need(not row["verify"] or row["verify"]["different"] == 0, name_of(row), f"verify: {row['verify']}")
        if expected == seen:
            continue
        if row["layout"] in NOT_THE_TABLES:
            excused[row["layout"]] += 1
            continue
        predicted, seen_as = "works" if expected else "breaks", "works" if seen else "fails"
        report.wrong(name_of(row), f"{predicted} by the command, and it {seen_as}: {row['said'] or row['chosen']}")
    for layout, used in excused.items():
        report.need(used or not any(row["layout"] == layout for row in rows), layout, "is excused, and nothing differs")


def main():
    data, golden = data_and_golden()
    table, report = load(HERE, "real_machines"), Report()
    report.need(table["source"] and table["rows"], "real_machines.json", "is empty")
    tried = {row.get("module") for row in table["rows"]}
    report.need({"works", "fails"} <= tried, "real_machines.json", "says nothing of the CMake module")
    names = [name_of(row) for row in table["rows"]]
    report.need(len(names) == len(set(names)), "real_machines.json", "has a case twice")
    with OneProcess(golden) as command:
        check_rows(command, data, table["rows"], report)
    report.end()


if __name__ == "__main__":
    main()
