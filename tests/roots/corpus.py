#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""Compiles a program for each part of the standard library, of CCCL and of the CUDA headers, with each nvcc, host
compiler and standard that can be had: adds rows to tests/data/measured_corpus.json.

usage: corpus.py [OPTIONS]

The programs are in corpus.cu. Those that never failed are compiled in one file, which is halved if it fails; a case
needs some 10 seconds, and one that has a row is not tried again. It has the needs of measure.py.
"""

import argparse
import dataclasses
import itertools
import json
import os
import pathlib
import re
import sys
import threading
import time

import layouts
import machines
import measure

SOURCE = pathlib.Path(__file__).with_name("corpus.cu")
STANDARDS = ("c++11", "c++14", "c++17", "c++20", "c++23")
# Values of __cplusplus; those of GCC 10's C++20, and of C++23 in some compilers, are older ones.
NUMBERS = {"c++11": 201103, "c++14": 201402, "c++17": 201703, "c++20": 201709, "c++23": 202100}
TOOLKITS = (*layouts.DEBIANS, *layouts.UBUNTUS, *layouts.WHEELS)
# Not tried: the same nvcc in another place, one without a host compiler here, and those that another patch release has.
LEFT_OUT = ("12.4.131-sid", "10.1.243-focal", "13.0.0", "13.1.0", "13.2.0", "13.2.1", "13.3.0")
LAST = ("12.5.40", "13.1.115", "13.2.86", "13.4.59")
# The compilers of each suite; a Clang uses the headers of its newest GCC that the nvcc supports.
GCCS = {"bullseye": (9, 10), "bookworm": (11, 12), "trixie": (12, 13, 14), "sid": (11, 12, 13, 14, 15, 16)}
CLANGS = {"bullseye": (9, 11), "bookworm": (13, 14, 15, 16), "trixie": (17, 18, 19), "sid": (21, 22, 23)}
GLIBC_BEFORE = (([13], "2.36"), ([13, 2], "2.41"))  # newer ones conflict with the headers of these releases
CHOOSES_GCC = 16  # the first Clang with --gcc-install-dir
# Compiled in a file of their own, because they fail often; others join them after their first failure.
SUSPECTS = ("class-to-float", "coroutine-header", "float16-device", "float32-device", "immintrin.h", "standard",
            "x86intrin.h")
# Only with the newest compiler of each family: the slow parts, and types that depend on nvcc alone.
ONCE = ("cub-", "thrust-", "cuda/", "float16-device", "float32-device", "stdfloat-device")


@dataclasses.dataclass(frozen=True)
class Part:
    name: str
    standard: str
    condition: str
    code: str

    def text(self, number):
        """The program in a namespace, so that several can be in one file."""
        includes = "".join(line + "\n" for line in self.code.splitlines() if line.startswith("#include"))
        rest = "".join(line + "\n" for line in self.code.splitlines() if not line.startswith("#include"))
        condition = f"__cplusplus >= {NUMBERS[self.standard]}" + (f" && ({self.condition})" if self.condition else "")
        return f"#if {condition}\n{includes}namespace part_{number} {{\n{rest}}}\n#endif\n"


def read_parts():
    found = re.findall(r"^//# (\S+) (c\+\+\d\d)(?: (.+))?\n((?:(?!//#).*\n)*)", SOURCE.read_text(encoding="utf-8"), re.M)
    return [Part(name, standard, condition, code) for name, standard, condition, code in found]


def program(parts):
    """One file of these parts. The feature-test macros of the library are known before the first of them."""
    features = "#include <cstddef>\n#if __cplusplus >= 201709\n#include <version>\n#endif\n"
    return features * bool(parts) + "".join(part.text(number) for number, part in enumerate(parts)) + "int main() {}\n"


def find_failing(parts, compiled):
    """The parts that fail alone, with the message of each. `compiled(text)` is an exit code and a message."""
    code, message = compiled(program(parts))
    if code == 0:
        return {}
    if len(parts) == 1:
        return {parts[0].name: message}
    half = len(parts) // 2
    found = find_failing(parts[:half], compiled) | find_failing(parts[half:], compiled)
    return found or {f"{parts[0].name} with {parts[-1].name}": message}


@dataclasses.dataclass(frozen=True)
class Case:
    toolkit: str
    nvcc: str
    suite: str
    family: str
    compiler: int
    headers: int
    standard: str
    accepted: bool
    newest: bool  # of those that the nvcc accepts

    def key(self):
        return self.nvcc, self.suite, self.host(), self.standard

    def has_cccl_of_standard(self):
        """Whether the C++14 of an older compiler may differ in CCCL; that of CUDA 13 refuses C++14."""
        return self.standard == "c++14" and measure.version_key(self.nvcc) < [13]

    def machine(self):
        number = measure.version_key(self.nvcc)
        native = machines.GLIBC[self.suite]
        return machines.Machine(self.suite, next((min(native, glibc) for before, glibc in GLIBC_BEFORE if number < before),
                                                 native))

    def host(self):
        return f"{'g++' if self.family == 'gcc' else 'clang++'}-{self.compiler}"

    def flags(self):
        chosen = self.headers if self.family == "clang" and self.compiler >= CHOOSES_GCC else None
        unchecked = "" if self.accepted else "-allow-unsupported-compiler "
        return f"-std={self.standard} {unchecked}{measure.host_flags(self.host(), chosen)} -arch=sm_75"


def all_cases():
    """Those of compilers that an nvcc's check accepts, then two newer ones of each family."""
    folder = measure.DATA.parents[1] / "data"
    data = {name: json.loads((folder / f"{name}.json").read_text(encoding="utf-8"))
            for name in ("releases", "host_compilers", "measured")}
    numbers = {name: name.split("-")[0] for name in (*layouts.DEBIANS, *layouts.UBUNTUS)} | machines.NVCC_OF_WHEELS
    newest = {row["nvcc"]: row["newestStandard"] for row in data["releases"]["releases"]}

    def passes(nvcc, family, compiler, standard):
        """Whether the compiler knows the standard and nvcc is not known to leave it out."""
        releases = [measure.version_key(row["release"]) for row in data["releases"]["releases"] if row["nvcc"] == nvcc]
        rows = data["host_compilers"]["compilerStandards"] + [
            row for row in data["measured"]["hostStandards"]
            if measure.version_key(row["first"]) <= releases[-1] <= measure.version_key(row["last"])]
        return all(compiler >= row["min"] for row in rows if (row["family"], row["standard"]) == (family, standard))

    for name in TOOLKITS:
        if name in LEFT_OUT:
            continue
        nvcc = numbers[name]
        for family, compilers in (("gcc", GCCS), ("clang", CLANGS)):
            limit = max(major for major in itertools.chain(*compilers.values())
                        if measure.accepted(data, nvcc, family, major))
            newest_gcc = max(major for major in range(4, 30) if measure.accepted(data, nvcc, "gcc", major))
            for suite, majors in compilers.items():
                for compiler in majors:
                    if compiler > limit + 2:
                        continue
                    own = [gcc for gcc in GCCS[suite] if gcc <= newest_gcc] or [GCCS[suite][-1]]
                    headers = compiler if family == "gcc" else own[-1] if compiler >= CHOOSES_GCC else GCCS[suite][-1]
                    for standard in STANDARDS[1:STANDARDS.index(newest[nvcc]) + 1]:
                        if passes(nvcc, family, compiler, standard):
                            yield Case(name, nvcc, suite, family, compiler, headers, standard, compiler <= limit, compiler == limit)


def in_order(cases):
    """The newest compiler of each nvcc first, then older ones, those that it rejects, C++14, and the same major release
    of a compiler in another suite."""
    cases, seen = list(cases), set()
    again = {case for case in cases
             if (one := (case.nvcc, case.host(), case.standard)) in seen or seen.add(one)}
    return sorted(cases, key=lambda case: (case in again, case.standard == "c++14", case.nvcc in LAST, not case.newest,
                                           not case.accepted, -case.compiler, case.family != "gcc"))


class Corpus:
    """The programs, tried with one case after the other; `only` some of them, by name, if it is given."""

    def __init__(self, bench, parts, only=None):
        self.bench, self.parts, self.only = bench, parts, only
        self.suspects, self.lock = set(SUSPECTS), threading.Lock()
        self.end = None

    def one(self, case):
        if self.end and time.monotonic() > self.end:
            raise measure.NotTried(case)
        machine = case.machine()

        def compiled(text):
            done = self.bench.run(machine, case.toolkit, f"/opt/cuda/bin/nvcc {case.flags()} -c part.cu -o part.o",
                                  {"part.cu": text})
            return done["rc"], done["said"]

        asks = "-dumpfullversion" if case.family == "gcc" else "-dumpversion"
        version = self.bench.run(machine, case.toolkit, f"{case.host()} {asks}")
        row = {"nvcc": case.nvcc, "suite": case.suite, "host": case.host(), "version": version["output"].split()[0], "libstdcxx": case.headers,
               "glibc": machine.glibc, "standard": case.standard, "check": "accepted" if case.accepted else "rejected"}
        parts = [part for part in self.parts if STANDARDS.index(part.standard) <= STANDARDS.index(case.standard)
                 and (case.newest or not part.name.startswith(ONCE) or case.has_cccl_of_standard())
                 and (self.only is None or part.name in self.only)]
        with self.lock:
            suspects = set(self.suspects)
        doubted = [part for part in parts if part.name in suspects]
        slow = [part for part in parts if part not in doubted and part.name.startswith(ONCE)]
        others = [part for part in parts if part not in doubted and part not in slow]
        if compiled(program(others))[0]:
            code, message = compiled(program([]))
            if code:
                return row | {"fails": {"": message}}
        failing = {}
        for group in filter(None, (others, slow, doubted)):
            failing |= find_failing(group, compiled)
        with self.lock:
            self.suspects |= {part.name for part in parts} & set(failing)
        return row | {"fails": dict(sorted(failing.items()))}


def write(rows):
    measure.write("corpus", "Measured by tests/roots/corpus.py: the programs of corpus.cu, compiled (-c) by nvcc in "
                  "Debian's roots. A Clang uses the headers of the GCC named in libstdcxx. check: whether nvcc's version "
                  "check accepts the host; a rejected one was forced. fails: the first error of each program that fails "
                  "alone; the empty name: every program fails. Only with the newest compiler that the check accepts "
                  "and, before CUDA 13, in C++14: cub-, thrust-, cuda/, float16-device, float32-device and "
                  "stdfloat-device.",
                  sorted(rows, key=lambda row: (measure.version_key(row["nvcc"]), row["host"],
                                                measure.version_key(row["version"]), row["standard"])))


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--jobs", type=int, default=os.cpu_count())
    parser.add_argument("--seconds", type=int, help="begin no case after that time")
    machines.add_options(parser)
    parser.set_defaults(kept=False)
    options = parser.parse_args()
    machines.check_options(parser, options)
    corpus, lock = Corpus(measure.Bench(options), read_parts()), threading.Lock()
    rows = json.loads((measure.DATA / "measured_corpus.json").read_text(encoding="utf-8"))["rows"]
    known = {(row["nvcc"], row["suite"], row["host"], row["standard"]) for row in rows}
    if options.seconds:
        corpus.end = time.monotonic() + options.seconds

    def add(case):
        row = corpus.one(case)
        with lock:
            rows.append(row)
            write(rows)
        return row

    corpus.bench.all(add, [case for case in in_order(all_cases()) if case.key() not in known])


if __name__ == "__main__":
    sys.exit(main())
