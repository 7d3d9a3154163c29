#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""What fails in tests/roots/corpus.cu is what the advisories say.

usage: check_corpus.py DATA_DIR

Each advisory has the smallest programs that fail under its condition, or a reason to have none. In measured_corpus.json,
they fail where it holds, and whatever fails under a compiler that nvcc accepts has an advisory.
"""

import pathlib
import re

from tables import Report, data_directory, load, load_all, minor, version

HERE = pathlib.Path(__file__).resolve().parent
CORPUS = HERE.parent / "roots/corpus.cu"
STANDARDS = ("c++11", "c++14", "c++17", "c++20", "c++23")

# The first program of each fails wherever the advisory holds; the others may.
PROGRAMS = {
    "amx-builtins": ("immintrin.h", "x86intrin.h"),
    "cccl-cxx17": ("cooperative_groups.h", "cooperative_groups-memcpy_async", "cooperative_groups-reduce", "cub-block",
                   "cub-device", "cuda/atomic", "cuda/functional", "cuda/std/array", "cuda/std/atomic",
                   "cuda/std/chrono", "cuda/std/complex", "cuda/std/functional", "cuda/std/limits", "cuda/std/span",
                   "cuda/std/tuple", "cuda/std/type_traits", "thrust-device_vector", "thrust-host", "thrust-tuple"),
    "clang-13-coroutine": ("coroutine-header",),
    "clang-15-cxx20": ("ranges", "chrono-calendar", "format"),
    "clang-17-intrinsics": ("immintrin.h", "x86intrin.h"),
    "clang-18-traits": ("tuple", None),
    "clang-23-atomic": ("atomic", "condition_variable", "future", "stop_token", "thread", "thread-stop"),
    "clang-23-intrinsics": ("immintrin.h", "x86intrin.h"),
    "clang-9-cxx20": ("standard",),
    "clang-coroutine-builtins": ("coroutine-header", "coroutine"),
    "clang-cxx14-random": ("random",),
    "clang-map": ("map", None),
    "clang-numeric-traits": ("", None),
    "clang-variant": ("variant",),
    "cuda-12.0-ranges": ("ranges",),
    "cuda-12.0-source-location": ("source_location",),
    "cuda-12.2-views": ("ranges",),
    "cxx23-float-math": ("class-to-float",),
    "gcc-10-coroutine": ("coroutine-header",),
    "gcc-10-3-chrono": ("chrono", None),
    "gcc-11-malloc-attribute": ("c-headers", None),
    "gcc-11-std-function": ("functional", None),
    "gcc-12-variant": ("variant",),
    "gcc-13-float32": ("c-headers", None),
    "gcc-13-floatn-12.4.0": ("cmath", None),
    "gcc-14-bf16-literal": ("vector", None),
    "gcc-16-functional": ("functional", None),
    "gcc-9-cxx20": ("standard",),
    "glibc-2.41-sinpi": ("", None),
    "glibc-2.42-rsqrt": ("", None),
    "libstdcxx-16-cxx23": ("string", None),
}
ELSEWHERE = {
    "clang-newest-gcc": "which GCC is chosen; nothing fails",
    "gcc-12-experimental": "what NVIDIA supports; nothing fails",
    "gcc-13.2-aarch64": "not on x86_64",
    "gcc-14-call-terminate": "fails when it is linked",
    "glibc-2.27-cusolver": "fails when it is linked",
    "glibc-2.38-aarch64": "not on x86_64",
    "glibc-2.40-sinpi": "fails when it is linked: measured_sinpi.json",
    "libcudacxx-float16": "depends on the order of two headers, and each program has one",
    "libstdcxx-14-cxx20-layout": "fails when it runs",
    "libstdcxx-16-partial-ordering": "fails when it runs",
}
# Code that no host compiler makes possible: messages.json has them.
OF_NO_HOST = {"float16-device", "float32-device", "stdfloat-device"}


def read_programs():
    """Name and first standard of each program."""
    return dict(re.findall(r"^//# (\S+) (c\+\+\d\d)", CORPUS.read_text(encoding="utf-8"), re.M))


def within(limits, value, key=lambda bound: bound):
    return not limits or ((limits["min"] is None or key(limits["min"]) <= value)
                          and (limits["max"] is None or value <= key(limits["max"])))


def has_version(limits, number):
    """A limit of two numbers has every patch."""
    low, high = limits["min"] and version(limits["min"]), limits["max"] and version(limits["max"])
    return (not low or number[:len(low)] >= low) and (not high or number[:len(high)] <= high)


def holds(when, row, release):
    """Whether an advisory's condition holds for a row of measured_corpus.json and a release with its nvcc."""
    family, major = {"g++": "gcc", "clang++": "clang"}[row["host"].split("-")[0]], int(row["host"].split("-")[1])
    number, order = version(release), STANDARDS.index
    return (has_version(when["releases"] or {"min": None, "max": None}, number)
            and when["family"] in (None, family) and when["system"] in (None, "x86_64-linux")
            and within(when["compiler"], major)
            and (not when["compilerVersions"]
                 or any(has_version(limits, version(row["version"])) for limits in when["compilerVersions"]))
            and within(when["libstdcxxHeaders"], row["libstdcxx"]) and within(when["libstdcxxLibrary"], row["libstdcxx"])
            and within(when["glibc"], version(row["glibc"]), version)
            and (not when["standardMin"] or order(when["standardMin"]) <= order(row["standard"]))
            and (not when["standardMax"] or order(row["standard"]) <= order(when["standardMax"])))


def too_new_for_clang(tables, row):
    """Whether the tables have older headers at most for this Clang, alone or under this nvcc."""
    clang = row["host"].replace("++", "")
    limits = [limit["maxLibstdcxx"] or 0 for limit in tables["measured"]["clangHeaders"]
              if (f"clang-{limit['clang']}", limit["standard"]) == (clang, row["standard"])]
    pairs = [pair for pair in tables["measured"]["pairHeaders"]
             if (pair["nvcc"], pair["compiler"], pair["standard"]) == (row["nvcc"], clang, row["standard"])]
    return any(row["libstdcxx"] > limit for limit in limits) or any(row["libstdcxx"] in pair["fails"] for pair in pairs)


def differences(tables, row, tried=None):
    """How a row differs from the advisories. `tried`: the names of the programs, if not all were tried."""
    releases = [release["release"] for release in tables["releases"]["releases"] if release["nvcc"] == row["nvcc"]]
    applying = [advisory["id"] for advisory in tables["advisories"]["advisories"]
                if any(holds(advisory["when"], row, release) for release in releases)]
    fails, first = set(row["fails"]), read_programs()
    for id in applying:
        program = PROGRAMS.get(id, (None,))[0]
        in_standard = program and STANDARDS.index(first[program]) <= STANDARDS.index(row["standard"])
        is_tried = tried is None or program in tried
        if in_standard and is_tried and not fails & {program, ""}:
            yield f"{id} holds, but {program} compiles"
    covered = set().union(OF_NO_HOST, *(PROGRAMS[id] for id in applying if id in PROGRAMS))
    if row["check"] == "accepted" and None not in covered and not too_new_for_clang(tables, row):
        for program in sorted(fails - covered):
            yield f"{program or 'every program'} fails ({row['fails'][program]}), and no advisory says so"


def check_programs(tables, report):
    programs = read_programs()
    for advisory in tables["advisories"]["advisories"]:
        id = advisory["id"]
        report.need((id in PROGRAMS) != (id in ELSEWHERE), f"advisory {id}", "has neither a program nor a reason")
    for id, names in PROGRAMS.items():
        report.need(any(advisory["id"] == id for advisory in tables["advisories"]["advisories"]), id, "is no advisory")
        for name in names:
            report.need(name in programs or not name, f"advisory {id}", f"{name} is no program of corpus.cu")


def main():
    tables, report = load_all(data_directory()), Report()
    check_programs(tables, report)
    for row in load(HERE, "measured_corpus")["rows"]:
        where = f"nvcc {row['nvcc']}, {row['host']} {row['version']}, libstdc++ {row['libstdcxx']}, {row['standard']}"
        for text in differences(tables, row):
            report.wrong(where, text)
    report.end()


if __name__ == "__main__":
    main()
