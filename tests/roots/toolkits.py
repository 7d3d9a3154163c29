#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""Does what a person does with a toolkit, on new machines and with new toolkits.

usage: toolkits.py [OPTIONS] --command COMMAND [CASE...]      default: all cases; `--list` lists them

A case is ROOT/TOOLKIT/LAYOUT/COMPILER, and patterns select several: `trixie*/13.0.2/*`. In each: `eval "$(cudastdenv
env)"` with CXX set to that compiler; nvcc, CMake and Make build a program that needs the standard library and a shared
library from the newest GCC of the root, and it runs (without a GPU, only its host part); then CMake builds it without
those variables, with cudastdenv.cmake. `--verify` also runs `cudastdenv verify`, which needs minutes for each root.

The results are in tests/data/real_machines.json, a row for each case, replaced when it is tried again; `--resume` skips
those with a row, `--pairs` also those without a new pair of root, toolkit in its layout, and compiler: a quarter of all
remain. Needs root, debootstrap, a package mirror, PyPI, some 40 GB, and a minute for each case.
"""

import argparse
import dataclasses
import fcntl
import fnmatch
import json
import os
import pathlib
import re
import shlex
import sys

import layouts
import machines
from measure import canonical, first_error

TABLE = pathlib.Path(__file__).resolve().parents[1] / "data/real_machines.json"
SOURCE = ("Made by tests/roots/toolkits.py in roots of Debian. root: suite, with the libc6-dev of another one after a "
          "+. layout: prefix (as NVIDIA's installer lays a toolkit out), installed (as Debian's packages lie), pip "
          "(the "
          "site-packages folder as pip leaves it). default: what CXX says. env: the exit status of `cudastdenv env "
          "--cuda host --capabilities 7.5`, the compiler that it chose, and the GCC whose libstdc++ headers it "
          "named, if "
          "it named one; glibcShim: whether it asked for --glibc-shim. "
          "nvcc, cmake, make: building a program that links a library of the root's newest GCC, and running it, each "
          "works or fails, null where env had no answer. module: the same by CMake with cudastdenv.cmake and none of the "
          "variables of env, null where it was not tried. said: the first complaint. verify: what `cudastdenv verify` came to, "
          "null where it was not asked.")
MODULE = pathlib.Path(__file__).resolve().parents[2] / "packaging/cmake/cudastdenv.cmake"
# Roots by name: suite and glibc headers.
ROOTS = {
    "bookworm": ("bookworm", "2.36"), "trixie": ("trixie", "2.41"), "sid": ("sid", "2.43"),
    "bookworm+2.41": ("bookworm", "2.41"), "trixie+2.36": ("trixie", "2.36"), "trixie+2.43": ("trixie", "2.43"),
    "sid+2.36": ("sid", "2.36"), "sid+2.41": ("sid", "2.41"),
}
# CXX in each case: a GCC that NVIDIA supports, the newest Clang, a cache before a GCC, a script that starts one.
COMPILERS = {
    "bookworm": {"gcc": "", "clang": "clang++-16", "cache": "ccache g++-12", "wrapper": "/try/wrapper"},
    "trixie": {"gcc": "", "clang": "clang++-19", "cache": "ccache g++-13", "wrapper": "/try/wrapper"},
    "sid": {"gcc": "", "clang": "clang++-21", "cache": "ccache g++-13", "wrapper": "/try/wrapper"},
}
WRAPPED = {"bookworm": "g++-12", "trixie": "g++-13", "sid": "g++-14"}

# Compiled with the newest GCC, it needs symbols that the libstdc++ of older ones lacks.
LIBRARY = """#include <stdexcept>
#include <string>
#if __cplusplus >= 202002L && __has_include(<format>)
#include <format>
#endif
struct Guard { ~Guard() noexcept; };
int fail(int x) { if (x > 5) throw std::runtime_error("x"); return x; }
Guard::~Guard() noexcept { try { fail(9); } catch (std::logic_error&) {} }
int answer(int x) noexcept
{
    delete (x > 100 ? new Guard : nullptr);
#ifdef __cpp_lib_format
    return std::stoi(std::format("{}", x)) + 1;
#else
    return x + 1;
#endif
}
"""
PROGRAM = """#include <cmath>
#include <memory>
#include <string>
#include <vector>
int answer(int) noexcept;
int other(int);
__global__ void kernel(float* x) { *x = sinpif(*x) + rsqrtf(*x); }
int main()
{
    auto words = std::make_unique<std::vector<std::string>>(1, "a");
    return words->size() == 1 && std::fabs(-1.0) == 1.0 && answer(41) == 42 && other(1) == 2 ? 0 : 1;
}
"""
OTHER = "int other(int x) { return x + 1; }\n"
CMAKE = """cmake_minimum_required(VERSION 3.18)
project(program LANGUAGES CXX CUDA)
set(CMAKE_CUDA_STANDARD 17)
add_executable(program program.cu other.cpp)
target_link_libraries(program ${CMAKE_SOURCE_DIR}/libanswer.so)
"""
MAKE = """NVCC ?= nvcc
program: program.o other.o
\t$(NVCC) $(NVCCFLAGS) $^ $(LDFLAGS) -L.. -lanswer -o $@
program.o: ../program.cu
\t$(NVCC) $(NVCCFLAGS) -std=c++17 -c $< -o $@
other.o: ../other.cpp
\t$(CXX) $(CXXFLAGS) -c $< -o $@
"""
SCRIPT = """
export PATH={path}:$PATH HOME=/try CCACHE_DIR=/try/cache
if [ -n "$DEFAULT" ]; then export CXX="$DEFAULT"; fi
chmod +x wrapper
newest=$(ls /usr/bin/g++-?? | sort -V | tail -n 1)
$newest -std=c++20 -O1 -shared -fPIC library.cpp -o libanswer.so || exit 9
step() {{ # name, command: says what it came to, and the first complaint
    if sh -c "$2" >$1.log 2>&1; then echo "step $1 works"; else echo "step $1 fails"; cat $1.log; fi
    echo "end"
}}
asked="--cuda host --capabilities 7.5"
# Without the header that it names, env fails where glibc's conflict breaks every build.
cudastdenv env $asked >lines 2>env.err
if grep -q -e --glibc-shim lines env.err; then echo shim; asked="$asked --glibc-shim /try/shim"; fi
cudastdenv env $asked --json >env.json 2>env.err
status=$?; echo "env $status"; cat env.err | sed 's/^/said /'
cudastdenv env $asked >lines 2>env.err
echo "json $(tr -d '\\n' <env.json)"
if [ $status = 0 ]; then (
    eval "$(cat lines)"
    export LD_LIBRARY_PATH=/try
    mkdir -p by-make && cp Makefile by-make
    step nvcc 'nvcc -std=c++17 -arch=sm_75 program.cu other.cpp libanswer.so -o by-nvcc && ./by-nvcc'
    step cmake 'cmake -S . -B by-cmake && cmake --build by-cmake && by-cmake/program'
    step make 'make -C by-make && by-make/program'
) fi
step module 'cmake -S . -B by-module -DCMAKE_PROJECT_TOP_LEVEL_INCLUDES=/try/cudastdenv.cmake \\
    "-DCUDASTDENV_OPTIONS=--capabilities;7.5" && cmake --build by-module && LD_LIBRARY_PATH=/try by-module/program'
if [ -n "$VERIFY" ]; then
    cudastdenv verify --cuda host --json >verify.json 2>verify.err
    echo "verify $? $(tr -d '\\n' <verify.json)"
fi
"""


@dataclasses.dataclass(frozen=True)
class Case:
    root: str
    toolkit: str
    layout: str
    compiler: str

    def name(self):
        return f"{self.root}/{self.toolkit}/{self.layout}/{self.compiler}"


def cases():
    made = {}
    for root, (suite, _) in ROOTS.items():
        for toolkit in layouts.NAMES:
            kinds = ["prefix"]
            if toolkit in layouts.DEBIANS:
                # Debian's packages are installed on their own suite, with its own glibc or another's.
                kinds += ["installed"] if layouts.DEBIANS[toolkit][0] == suite else []
            else:
                kinds.append("pip")
            for layout in kinds:
                for compiler in COMPILERS[suite]:
                    case = Case(root, toolkit, layout, compiler)
                    made[case.name()] = case
    return made


def pairs(case):
    """Each pair of a case's parts."""
    toolkit = (case.toolkit, case.layout)
    return {(case.root, toolkit), (case.root, case.compiler), (toolkit, case.compiler)}


def with_new_pairs(wanted, tried):
    """Cases of `wanted` that together have each pair that is in none of `tried`; those with most new pairs first."""
    known = set().union(*map(pairs, tried))
    left, chosen = list(wanted), []
    while left:
        best = max(left, key=lambda case: len(pairs(case) - known))
        if not pairs(best) - known:
            break
        known |= pairs(best)
        chosen.append(best)
        left.remove(best)
    return chosen


def run_case(options, case):
    suite, glibc = ROOTS[case.root]
    toolkit = layouts.toolkit(case.toolkit, options.toolkits, options.roots)
    machine = machines.Machine(suite, glibc, installed=case.layout == "installed", packaged=case.layout == "pip")
    path = {"prefix": "/opt/cuda/bin", "pip": "/opt/cuda/nvidia/cu13/bin", "installed": "/usr/local/bin"}
    files = {"library.cpp": LIBRARY, "program.cu": PROGRAM, "other.cpp": OTHER, "CMakeLists.txt": CMAKE,
             "Makefile": MAKE, "cudastdenv.cmake": MODULE.read_text(encoding="utf-8"),
             "wrapper": f'#!/bin/sh\nexec {WRAPPED[suite]} "$@"\n'}
    default = COMPILERS[suite][case.compiler]
    script = f"DEFAULT={shlex.quote(default)} VERIFY={'1' if options.verify else ''}\n"
    script += SCRIPT.format(path=path[case.layout])
    done = machines.run(options, machine, toolkit, script, files, command=options.command)
    (options.roots / "logs").mkdir(exist_ok=True)
    (options.roots / "logs" / (case.name().replace("/", "-") + ".log")).write_text(done.stdout, encoding="utf-8")
    return read_outcome(case, machine, default, done.stdout)


def read_outcome(case, machine, default, output):
    row = {"root": case.root, "glibc": machine.glibc, "toolkit": case.toolkit, "layout": case.layout,
           "default": default or "c++", "release": None, "env": None, "chosen": None, "headers": None,
           "glibcShim": False, "nvcc": None, "cmake": None,
           "make": None, "module": None, "said": "", "verify": None}
    lines, printed = output.splitlines(), []
    step = None
    for line in lines:
        first, _, rest = line.partition(" ")
        if step:  # the log of a step that failed
            if line == "end":
                row["said"] = row["said"] or f"{step}: {first_error(chr(10).join(printed))}"
                step, printed = None, []
            else:
                printed.append(line)
        elif first == "env":
            row["env"] = int(rest)
        elif first == "said":
            row["said"] = row["said"] or ("env: " + rest[:160] if row["env"] else "")
        elif first == "shim":
            row["glibcShim"] = True
        elif first == "json" and row["env"] == 0:
            answer = json.loads(rest)
            row["release"], row["chosen"] = answer["cuda"]["release"], answer["hostCompiler"]
            named = re.search(r"(?:--gcc-install-dir=\S*|-stdlib\+\+-isystem\S*/c\+\+)/(\d+)", rest)
            row["headers"] = int(named[1]) if named else None
        elif first == "step":
            name, outcome = rest.split()
            row[name] = outcome
            step = name if outcome == "fails" else None
        elif first == "verify":
            status, _, text = rest.partition(" ")
            answer = json.loads(text) if text.startswith("{") else {}
            row["verify"] = {"exit": int(status), "asPredicted": answer.get("asPredicted"),
                             "different": answer.get("different")}
    if row["env"] is None:
        row["said"] = row["said"] or first_error(output)
    return row


def key(row):
    return (list(ROOTS).index(row["root"]), layouts.NAMES.index(row["toolkit"]), row["layout"], row["default"])


def load_rows():
    return json.loads(TABLE.read_text(encoding="utf-8"))["rows"] if TABLE.exists() else []


def save_rows(rows):
    TABLE.write_text(canonical({"source": SOURCE, "rows": sorted(rows, key=key)}), encoding="utf-8")


def verdict(row):
    if row["env"] != 0:
        return f"env {row['env']}, module {row['module']}"
    steps = {step: row[step] for step in ("nvcc", "cmake", "make", "module")}
    return "works" if set(steps.values()) == {"works"} else " ".join(f"{step} {came}" for step, came in steps.items())


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("cases", nargs="*", metavar="CASE", help="a name, or a pattern as `trixie/*/pip/gcc`")
    parser.add_argument("--list", action="store_true", help="name the cases")
    parser.add_argument("--command", type=pathlib.Path, help="the command that is tried, linked statically")
    parser.add_argument("--resume", action="store_true", help="leave out cases that have a row")
    parser.add_argument("--pairs", action="store_true", help="leave out cases that bring no new pair")
    parser.add_argument("--verify", action="store_true", help="`cudastdenv verify` in each case too")
    machines.add_options(parser)
    options = parser.parse_args()
    known = cases()
    chosen = [name for name in known
              if not options.cases or any(fnmatch.fnmatch(name, wanted) for wanted in options.cases)]
    if not chosen:
        parser.error("no such case; --list names them")
    tried = [case for case in known.values() if any(same_case(row, case) for row in load_rows())]
    if options.pairs:
        chosen = [case.name() for case in with_new_pairs([known[name] for name in chosen], tried)]
    if options.list:
        print("\n".join(chosen))
        return 0
    machines.check_options(parser, options)
    if not options.command:
        parser.error("--command: which one is to be tried?")
    options.command = options.command.resolve()
    worked = 0
    for name in chosen:
        case, rows = known[name], load_rows()
        of_case = [row for row in rows if same_case(row, case)]
        if of_case and options.resume:
            continue
        row = run_case(options, case)
        with open(options.roots / "real_machines.lock", "w", encoding="utf-8") as lock:  # others may try other cases
            fcntl.flock(lock, fcntl.LOCK_EX)
            save_rows([other for other in load_rows() if not same_case(other, case)] + [row])
        worked += verdict(row) == "works"
        print(f"{name}: {row['chosen']}: {verdict(row)}" + (f" ({row['said']})" if row["said"] else ""), flush=True)
    return 0


def same_case(row, case):
    default = COMPILERS[ROOTS[case.root][0]][case.compiler] or "c++"
    of_case = (case.root, case.toolkit, case.layout, default)
    return (row["root"], row["toolkit"], row["layout"], row["default"]) == of_case


if __name__ == "__main__":
    sys.exit(main())
