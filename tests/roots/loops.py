#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""Fails a build with real tools, asks `diagnose`, types what it prints, and builds again.

usage: loops.py [OPTIONS] --command COMMAND [CASE...]      default: all cases; `--list` lists them
       loops.py --here --command COMMAND                  those that this machine's tools can repeat

A case is ROOT/TOOLKIT/LAYOUT/DEFAULT/SYSTEM/STANDARD, and patterns select several: `trixie*/*/pip/*`. A root with
`-fresh` has only the suite's default compiler. The combinations are those that `explain` predicts to fail, some that it
predicts to work, and some whose toolkit is incomplete or not on PATH. In each: builds, asks `diagnose` with the real
output, once with the names that a person knows (`--cuda 12.4.1 --stdenv debian-13`: the row's asked is log) and once on
the machine (`--cuda host --stdenv host`: host). Then in a new root, with the same state: types the first block of
commands in the shell that built, and builds again with the same command. Package commands are run, from the suite's
archive.

The results are in tests/data/measured_loops.json, a row for each loop, and the outputs in measured_loops.logs. Without
`--write` nothing is stored, and the exit code is 1 if a loop got worse. Builds are kept beside the roots, in
loops.jsonl, and repeated only where other commands are printed. `--report FILE` writes the loops that do not build.

Needs root, debootstrap, a package mirror, PyPI and some 30 GB; the first time an hour. `--here` needs only Debian 12
with the nvcc of CUDA 13.0 in /usr/local/cuda, and tries the compilers that are installed.
"""

import argparse
import collections
import concurrent.futures
import contextlib
import dataclasses
import fcntl
import fnmatch
import hashlib
import json
import os
import pathlib
import re
import shlex
import shutil
import subprocess
import sys
import tempfile

import layouts
import machines
import making
from measure import ERROR, Known, canonical, nvcc_versions

TESTS = pathlib.Path(__file__).resolve().parents[1]
sys.path.insert(0, str(TESTS))
import log_records  # pylint: disable=wrong-import-position

TABLE = TESTS / "data/measured_loops.json"
LOGS = TESTS / "data/measured_loops.logs"
SOURCE = ("Made by tests/roots/loops.py in roots of Debian: builds that fail, what `cudastdenv diagnose` says of their "
          "output, and the same builds after its first block of commands. root: suite, with -fresh if only its default "
          "compiler is installed. layout: as in real_machines.json; off-path: under /usr/local/cuda, which is not on "
          "PATH. default: the host compiler without these commands; by: where it is named. asked: log (with the "
          "release and the environment) or host (on the machine). predicted: by `explain --cuda host --stdenv host "
          "--policy enforced`, and by what `detect` says that the toolkit lacks. log: in measured_loops.logs, null if "
          "the build works. named: the message. typed: the commands. result: built, not built, works "
          "(nothing failed), foreign (no message of this domain). why: what failed then, or why nothing on that "
          "machine can help.")

PROGRAM = """#include <algorithm>
#include <cmath>
#include <functional>
#include <map>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <variant>
#include <vector>
#if __cplusplus > 201703L
#include <concepts>
#include <ranges>
#include <span>
#endif
__global__ void kernel(float* x, double* y)
{
    *x = sinpif(*x) + rsqrtf(*x);
    *y = fma(sin(*y), cospi(*y), 1.0);
}
int main()
{
    std::map<std::string, std::variant<int, double>> map{{"a", 1}, {"b", 2.0}};
    auto words = std::make_unique<std::vector<std::string>>(1, "a");
    std::optional<std::string_view> first = words->front();
    std::function<bool(double)> one = [](double x) { return std::fabs(x) == 1.0; };
    return one(-1.0) && map.size() == 2 && first->size() == 1 ? 0 : 1;
}
"""
# A program in C++20 needs it.
PROGRAM_20 = PROGRAM.replace("#if __cplusplus > 201703L\n", "").replace("<span>\n#endif\n", "<span>\n").replace(
    "    std::optional", """    std::ranges::sort(*words);
    std::span<std::string> all(*words);
    static_assert(std::ranges::contiguous_range<decltype(all)>);
    int sum = 0;
    for (int x : std::views::iota(0, 4) | std::views::filter([](int x) { return x % 2 == 1; }))
        sum += x;
    if (sum != 4)
        return 2;
    std::optional""")
# As most projects name the compiler; the second as NCCL and NVIDIA's samples do.
MAKE = """NVCC ?= nvcc
NVCCFLAGS ?= -O1
program: program.o
\t$(NVCC) $(NVCCFLAGS) $^ -o $@
program.o: program.cu
\t$(NVCC) $(NVCCFLAGS) -std={standard} -arch=sm_75 -c $< -o $@
"""
MAKE_CXX = MAKE.replace("NVCCFLAGS ?= -O1\n", "NVCCFLAGS = -ccbin $(CXX) -O1\n")
CMAKE = """cmake_minimum_required(VERSION 3.18)
project(program LANGUAGES CXX CUDA)
set(CMAKE_CUDA_STANDARD {number})
set(CMAKE_CUDA_STANDARD_REQUIRED ON)
add_executable(program program.cu)
"""
SYSTEMS = {
    "nvcc": "nvcc -std={standard} -arch=sm_75 program.cu -o program && ./program",
    "make": "make && ./program",
    "make-cxx": "make && ./program",
    "cmake": "cmake -S . -B build -DCMAKE_CUDA_ARCHITECTURES=75 && cmake --build build && build/program",
}
# Where a person names another compiler than the suite's.
NAMED_BY = {"nvcc": "NVCC_PREPEND_FLAGS", "make": "NVCC_PREPEND_FLAGS", "make-cxx": "CXX", "cmake": "CUDAHOSTCXX"}
ENVIRONMENTS = {"bullseye": "debian-11", "bookworm": "debian-12", "trixie": "debian-13", "sid": "debian-sid"}
DEFAULTS = {"bullseye": "g++-10", "bookworm": "g++-12", "trixie": "g++-14", "sid": "g++-16"}
PATHS = {"prefix": "/opt/cuda/bin", "pip": "/opt/cuda/nvidia/cu13/bin", "installed": "/usr/local/bin",
         "off-path": "/usr/local/bin"}
STANDARDS = ("c++17", "c++20")
# The compilers that are tried as the default one in each root without -fresh.
TRIED = {
    "bullseye": ("g++-9", "g++-10", "clang++-9", "clang++-11", "clang++-13"),
    "bookworm": ("g++-11", "g++-12", "clang++-14", "clang++-15", "clang++-19"),
    "trixie": ("g++-12", "g++-13", "g++-14", "clang++-17", "clang++-18", "clang++-19", "clang++-22"),
    "sid": ("g++-13", "g++-16", "clang++-19", "clang++-23"),
}
# The toolkits that are tried in each root, by layout.
GRID = {
    "bullseye": {"11.2.152-bullseye": ("prefix", "installed"), "13.0.2": ("prefix",)},
    "bullseye-fresh": {"11.2.152-bullseye": ("prefix",)},
    "bookworm": {"11.8.89-bookworm": ("prefix", "installed"), "11.2.152-bullseye": ("prefix",),
                 "13.0.2": ("prefix", "pip", "off-path"), "13.5.0": ("pip",)},
    "bookworm-fresh": {"11.8.89-bookworm": ("prefix",)},
    "trixie": {"12.4.131-trixie": ("prefix", "installed"), "13.0.2": ("prefix", "pip", "off-path")},
    "trixie-fresh": {"12.4.131-trixie": ("prefix",), "11.8.89-bookworm": ("prefix",)},
    "sid": {"12.4.131-trixie": ("prefix",), "12.5.40-experimental": ("installed",), "13.0.2": ("prefix", "pip"),
            "13.2.2": ("prefix",), "13.3.1": ("prefix", "pip"), "13.5.0": ("prefix",)},
    "sid-fresh": {"13.0.2": ("prefix",), "13.3.1": ("prefix",), "12.4.131-trixie": ("prefix",)},
}
# Layouts that are tried with the suite's default compiler only: the toolkit is what fails.
OF_TOOLKIT = ("pip", "off-path")
# Builds that no package of the suite can help, by case.
NOTHING_HELPS = {
    "trixie*/11.8.89-bookworm/*": "Debian 13 has no compiler that CUDA 11.8 accepts",
    "bookworm/11.2.152-bullseye/*": "Debian 12 has no compiler that works with CUDA 11.2",
    "*/11.*/c++20": "nvcc of CUDA 11 has no C++20",
    "bookworm*/1[23].*/cmake/c++20": "CMake 3.25 has no C++20 for nvcc",
    "bullseye*/1[23].*/cmake/c++20": "CMake 3.18 has no C++20 for nvcc",
}
# Outputs of failures that are not of this domain.
FOREIGN = {}
SECTION = 'section() { echo "=== $1 $2"; }\n'
SETUP = """
mount -t tmpfs tmpfs /mnt && mkdir /mnt/upper /mnt/work
[ ! -d /opt/cuda ] || mount -t overlay overlay -o lowerdir=/opt/cuda,upperdir=/mnt/upper,workdir=/mnt/work /opt/cuda
{prepare}
echo 'APT::Get::Assume-Yes "true";' >/etc/apt/apt.conf.d/yes
mkdir -p /src && cp -r /try/. /src && rm -f /src/cudastdenv && cd /src
export PATH={path}:$PATH HOME=/root
{exports}
""" + SECTION.replace("{", "{{").replace("}", "}}")
# This machine, without what it has in place of the root's.
SETUP_HERE = """
unset CC CXX CUDAARCHS CUDACXX CUDAHOSTCXX CUDA_HOME CUDA_PATH LDFLAGS NVCC_APPEND_FLAGS NVCC_CCBIN NVCC_PREPEND_FLAGS
unset IN_NIX_SHELL
export PATH={path} HOME=$PWD
{exports}
""" + SECTION.replace("{", "{{").replace("}", "}}")
BUILD = """
eval {build} >first.log 2>&1
status=$?
section first $status; cat first.log
"""
DIAGNOSE = """
for asked in "log --cuda {release} --stdenv {environment}" "host --cuda host --stdenv host"; do
    set -- $asked; mode=$1; shift
    cudastdenv diagnose first.log "$@" --json >json 2>error; section $mode-json $?; cat json error
    cudastdenv diagnose first.log "$@" >text 2>error; section $mode-text $?; cat text error
done
"""
REPEAT = """
eval {build} >first.log 2>&1
section first $?; cat first.log
. ./lines >typed.log 2>&1
section typed $?; cat typed.log
eval {build} >second.log 2>&1
section second $?; cat second.log
"""
PREDICT = """
cudastdenv detect --json >json 2>error; section detect $?; cat json
for pair in {pairs}; do
    cudastdenv explain --cuda host ${{pair%/*}} --stdenv host --std ${{pair#*/}} --policy enforced --json >json 2>error
    section $pair $?; cat json
done
"""


@dataclasses.dataclass(frozen=True)
class Case:
    root: str
    toolkit: str
    layout: str
    default: str
    system: str
    standard: str

    def name(self):
        return "/".join(dataclasses.astuple(self))

    def machine(self):
        suite = self.root.removesuffix("-fresh")
        return machines.Machine(suite, machines.GLIBC[suite], installed=self.layout == "installed",
                                packaged=self.layout == "pip", fresh=self.root.endswith("-fresh"))

    def suite(self):
        return self.machine().suite

    def by(self):
        """Where the default compiler is named."""
        return "PATH" if self.default.startswith("g++") else NAMED_BY[self.system]

    def setup(self):
        prepare = []
        if self.layout == "off-path":
            prepare.append("ln -s /opt/cuda /usr/local/cuda")
        if self.by() == "PATH":  # as update-alternatives does
            number = self.default.removeprefix("g++-")
            prepare += [f"ln -sf {tool}-{number} /usr/bin/{tool}" for tool in ("gcc", "g++")]
        return SETUP.format(path=PATHS[self.layout], prepare="\n".join(prepare), exports=self.exports())

    def exports(self):
        """The default compiler, if a variable names it."""
        if self.by() == "PATH":
            return ""
        value = f"-ccbin {self.default}" if self.by() == "NVCC_PREPEND_FLAGS" else self.default
        return f"export {self.by()}={shlex.quote(value)}"

    def build(self):
        return shlex.quote(SYSTEMS[self.system].format(standard=self.standard))

    def files(self):
        make = MAKE_CXX if self.system == "make-cxx" else MAKE
        return {"program.cu": PROGRAM if self.standard == "c++17" else PROGRAM_20,
                "Makefile": make.format(standard=self.standard),
                "CMakeLists.txt": CMAKE.format(number=self.standard.removeprefix("c++"))}


def without_repair(case):
    """The reason why nothing on that machine can repair the build, or None."""
    return next((why for pattern, why in NOTHING_HELPS.items() if fnmatch.fnmatch(case.name(), pattern)), None)


def sections(output):
    """The parts of an output: name to exit status and text."""
    found = re.split(r"^=== (\S+) (\d+)\n", output, flags=re.MULTILINE)
    return {name: (int(status), text) for name, status, text in zip(found[1::3], found[2::3], found[3::3])}


def neutral(log):
    """An output without what differs from run to run."""
    log = re.sub(r"tmpxft_[0-9a-f]{8}_[0-9a-f]{8}", "tmpxft_00000000_00000000", log)
    log = re.sub(r"TryCompile-\w{6}", "TryCompile-000000", log)
    log = re.sub(r"/tmp/cc\w{6}", "/tmp/cc000000", log)
    log = re.sub(r"cmTC_\w{5}", "cmTC_00000", log)
    return re.sub(r"\bdone \(\d+\.\d+s\)|\(\d+\.\d+s\)", "(0.1s)", log)


def first_block(text):
    """The commands of the first `With TOOL:` block."""
    found = re.search(r"^With [^\n]*:\n((?:  [^\n]*\n)+)", text, re.MULTILINE)
    return [line[2:] for line in found[1].splitlines()] if found else []


def complaint(text):
    """The line that says why a build failed."""
    wrong = [line.strip() for line in text.splitlines()
             if (ERROR.search(line) or "not found" in line or "Unable to locate" in line) and "collect2" not in line]
    return (wrong or text.strip().splitlines()[-1:] or ["no output"])[0][:200]


class Runner:
    def __init__(self, options):
        self.options = options
        self.known = Known(options.roots / "loops.jsonl")
        self.digest = hashlib.sha256(options.command.read_bytes()).hexdigest()[:16]

    def toolkit(self, name):
        return layouts.toolkit(name, self.options.toolkits, self.options.roots)

    def enter(self, case, script, files):
        done = machines.run(self.options, case.machine(), self.toolkit(case.toolkit), case.setup() + script, files,
                            command=self.options.command)
        return sections(done.stdout)

    def kept(self, case, script, files, of_command):
        """As enter, but only once, or once for each version of the command."""
        def enter():
            with self.sole_user_of_packages(case) if "apt" in files.get("lines", "") else contextlib.nullcontext():
                return {"sections": self.enter(case, script, files)}
        key = json.dumps([case.machine().name(), case.toolkit, case.layout, case.setup() + script,
                          sorted(files.items()), self.digest if of_command else ""])
        return self.known.get(key, enter)["sections"]

    @contextlib.contextmanager
    def sole_user_of_packages(self, case):
        """apt does not wait for the lock of the downloaded packages, which all roots of a suite share."""
        with open(self.options.roots / f"archives-{case.suite()}.lock", "w", encoding="utf-8") as lock:
            fcntl.flock(lock, fcntl.LOCK_EX)
            yield

    def predict(self, root, toolkit, layout):
        """For each default compiler of a machine, the prediction for each standard."""
        suite = root.removesuffix("-fresh")
        defaults = TRIED[suite] if root == suite and layout not in OF_TOOLKIT else [DEFAULTS[suite]]
        pairs = [(name, standard) for name in defaults for standard in STANDARDS]
        asked = [f"{re.sub('^g-', 'gcc-', name.replace('++', ''))}/{standard}" for name, standard in pairs]
        case = Case(root, toolkit, layout, DEFAULTS[suite], "nvcc", "c++17")
        answers = self.kept(case, PREDICT.format(pairs=" ".join(asked)), {}, True)
        toolkits = json.loads(answers["detect"][1])["toolkits"]
        lacks = layout == "off-path" or toolkits and toolkits[0]["lacks"]
        predictions = {}
        for (name, standard), question in zip(pairs, asked):
            status, text = answers[question]
            broken = lacks or status != 0 or (json.loads(text).get("broken") if text.startswith("{") else None)
            predictions.setdefault(name, {})[standard] = "breaks" if broken else "works"
        return predictions

    def run(self, case, predicted):
        """The rows of a case, one for each way of asking."""
        first = self.kept(case, BUILD.format(build=case.build()), case.files(), False)
        status, output = first["first"]
        output = neutral(output)
        release = release_of(nvcc_versions()[case.toolkit])
        row = {"root": case.root, "toolkit": case.toolkit, "release": release, "layout": case.layout,
               "default": case.default, "by": case.by(), "system": case.system, "standard": case.standard,
               "asked": None, "predicted": predicted, "log": None, "named": None, "typed": [], "result": "works",
               "why": ""}
        if status == 0:
            return [row], output
        script = DIAGNOSE.format(release=release, environment=ENVIRONMENTS[case.suite()])
        answers = self.enter(case, script, case.files() | {"first.log": output})
        rows = [self.ask(case, row | {"asked": asked, "log": log_name(output)}, answers, output)
                for asked in ("log", "host")]
        return rows, output

    def ask(self, case, row, answers, output):
        status, text = answers[f"{row['asked']}-json"]
        if status > 1:
            return row | {"result": "not built", "why": f"diagnose: exit {status}: {complaint(text)}"}
        findings = json.loads(text[:text.rindex("}") + 1])["findings"]
        if not findings and not self.options.lines:
            foreign = next((why for pattern, why in FOREIGN.items() if re.search(pattern, output)), None)
            return row | {"result": "foreign" if foreign else "not built",
                          "why": foreign or f"unnamed: {complaint(output)}"}
        typed = first_block(answers[f"{row['asked']}-text"][1])
        if self.options.lines:
            typed = self.options.lines.read_text(encoding="utf-8").splitlines()
        row = row | {"named": findings[0]["message"] if findings else None, "typed": typed}
        reason = without_repair(case)
        if not row["typed"]:
            return row | {"result": "not built", "why": reason or "no commands"}
        lines = "\n".join(row["typed"]) + "\n"
        parts = self.kept(case, REPEAT.format(build=case.build()), case.files() | {"lines": lines},
                          "cudastdenv" in lines)
        if "second" not in parts:
            return row | {"result": "not built", "why": f"the shell ended: {complaint(parts.get('typed', (0, ''))[1])}"}
        if parts["second"][0] == 0:
            return row | {"result": "built"}
        why = f"typed: {complaint(parts['typed'][1])}" if parts["typed"][0] else complaint(parts["second"][1])
        return row | {"result": "not built", "why": reason or neutral(why)}


class Here(Runner):
    """The cases of Debian 12 with CUDA 13.0, on this machine."""

    def __init__(self, options):  # pylint: disable=super-init-not-called
        self.options = options

    def unfit(self):
        """The reason why this machine is another one, or nothing."""
        nvcc = pathlib.Path("/usr/local/cuda/bin/nvcc")
        if "VERSION_ID=\"12\"" not in pathlib.Path("/etc/os-release").read_text(encoding="utf-8"):
            return "not Debian 12"
        if not nvcc.exists() or "V13.0.88" not in subprocess.run([nvcc, "--version"], check=True, capture_output=True,
                                                                text=True).stdout:
            return "no nvcc of CUDA 13.0 in /usr/local/cuda"
        return None if shutil.which("cmake") else "no CMake"

    def kept(self, case, script, files, of_command):
        return self.enter(case, script, files)

    def enter(self, case, script, files):
        with tempfile.TemporaryDirectory(prefix="loops-") as place:
            path = "/usr/bin:/bin" if case.layout == "off-path" else "/usr/local/cuda/bin:/usr/bin:/bin"
            (pathlib.Path(place) / "bin").mkdir()
            (pathlib.Path(place) / "bin/cudastdenv").symlink_to(self.options.command)
            for name, text in files.items():
                (pathlib.Path(place) / name).write_text(text, encoding="utf-8")
            setup = SETUP_HERE.format(path=f"{place}/bin:{path}", exports=case.exports())
            done = subprocess.run(["bash", "-c", setup + script], cwd=place, stdin=subprocess.DEVNULL, text=True,
                                  stdout=subprocess.PIPE, stderr=subprocess.STDOUT, errors="replace", check=False)
            return sections(done.stdout)

    def cases(self, rows):
        """Those of the table that fail with compilers that are here, and whose commands install nothing."""
        made = {}
        for row in rows:
            case = Case(*(row[name] for name in ("root", "toolkit", "layout", "default", "system", "standard")))
            if (case.root, case.toolkit) == ("bookworm", "13.0.2") and case.layout in ("prefix", "off-path") and \
               shutil.which(case.default) and row["asked"] and not any("install" in line for line in row["typed"]):
                made[case] = row["predicted"]
        return made


def release_of(nvcc):
    """The release that a person names for this nvcc."""
    rows = json.loads((TESTS.parent / "data/releases.json").read_text(encoding="utf-8"))["releases"]
    return next(row["release"] for row in rows if row["nvcc"] == nvcc)


def log_name(output):
    return hashlib.sha256(output.encode()).hexdigest()[:8] + ".log"


def systems_of(case, broken):
    """The build systems with which a combination is tried; `broken` are the standards in which its default compiler
    fails."""
    if without_repair(case) and case.default != DEFAULTS[case.suite()]:
        return []
    if case.layout == "installed":  # Debian's nvcc prefers a GCC of its own directory
        return ["nvcc", "cmake"] if case.by() != "PATH" and case.standard == broken[0] else []
    if case.default == DEFAULTS[case.suite()]:
        return list(SYSTEMS) if case.standard == broken[0] else ["nvcc", "cmake"]
    return ["nvcc", "make-cxx", "cmake"] if case.standard == broken[0] else ["nvcc"]


def cases(runner):
    """Each case with its prediction: all that break, and for each machine one that works."""
    made = {}
    for root, toolkits in GRID.items():
        for toolkit, layout in [(toolkit, layout) for toolkit, kinds in toolkits.items() for layout in kinds]:
            predictions = runner.predict(root, toolkit, layout)
            for default, of_default in predictions.items():
                broken = [standard for standard, predicted in of_default.items() if predicted == "breaks"]
                for standard in broken:
                    case = Case(root, toolkit, layout, default, "nvcc", standard)
                    for system in systems_of(case, broken):
                        made[dataclasses.replace(case, system=system)] = "breaks"
            working = [(default, standard) for default, of_default in predictions.items()
                       for standard, predicted in of_default.items() if predicted == "works"]
            for default, standard in working[:1] + working[-1:]:
                made[Case(root, toolkit, layout, default, "nvcc", standard)] = "works"
    return made


def key(row):
    return [row[name] or "" for name in ("root", "toolkit", "layout", "default", "system", "standard", "asked")]


SKIPPED = 77
RANKS = {"not built": 0, "foreign": 1, "built": 2, "works": 2}


def got_worse(before, after):
    known = {tuple(key(row)): row for row in before}
    return [row for row in after if tuple(key(row)) in known and
            (RANKS[row["result"]] < RANKS[known[tuple(key(row))]["result"]] or
             known[tuple(key(row))]["named"] and not row["named"])]


def write_report(path, rows):
    """The loops that do not build, by cause and commands."""
    groups = collections.defaultdict(list)
    for row in rows:
        if row["result"] == "not built":
            reason = re.sub(r"/\S*/|\d+", "N", row["why"])[:80]
            groups[(row["named"] or "unnamed", tuple(row["typed"]), reason)].append(row)
    lines = [f"# {sum(map(len, groups.values()))} of {len(rows)} loops do not build, in {len(groups)} groups", ""]
    for (named, typed, _), members in sorted(groups.items(), key=lambda group: -len(group[1])):
        lines += [f"## {named}: {len(members)} loops", "", "typed:", "```", *(typed or ["(nothing)"]), "```",
                  f"then: `{members[0]['why']}`", ""]
        lines += ["- " + "/".join(key(row)) + f" (by {row['by']}, log {row['log']})" for row in members] + [""]
    path.write_text("\n".join(lines), encoding="utf-8")


def summary(rows):
    failed = [row for row in rows if row["asked"]]
    works = [row for row in rows if not row["asked"]]
    impossible = [row for row in failed if row["why"] in NOTHING_HELPS.values() or row["result"] == "foreign"]
    built = sum(row["result"] == "built" for row in failed)
    wrong = [row for row in rows if (row["predicted"] == "works") != (row["result"] == "works")]
    named = sum(bool(row["named"]) for row in failed)
    unexpected = {tuple(key(row)[:-1]) for row in wrong}
    lines = [f"{len(failed)} loops, {named} named, {built} built in the first round, "
             f"{len(impossible)} without a repair",
             f"{len(works)} builds that work, {len(unexpected)} not as predicted",
             *("/".join(case) for case in sorted(unexpected))]
    for part in ("asked", "root", "toolkit", "layout", "system", "by", "named"):
        groups = collections.Counter(row[part] for row in failed if row not in impossible)
        built = collections.Counter(row[part] for row in failed if row["result"] == "built")
        counts = ", ".join(f"{name} {built[name]} of {count}" for name, count in groups.items())
        lines.append(f"built by {part}: {counts}")
    return "\n".join(lines)


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("cases", nargs="*", metavar="CASE", help="a name, or a pattern as `trixie*/*/pip/*`")
    parser.add_argument("--list", action="store_true", help="name the cases")
    parser.add_argument("--command", type=pathlib.Path, required=True,
                        help="the command that is tried, linked statically")
    parser.add_argument("--jobs", type=int, default=os.cpu_count(), help="builds at a time")
    parser.add_argument("--here", action="store_true", help="on this machine, in place of roots")
    parser.add_argument("--write", action="store_true", help="store the results")
    parser.add_argument("--lines", type=pathlib.Path, help="commands to type in place of those that are printed")
    parser.add_argument("--report", type=pathlib.Path, help="a file for the loops that do not build")
    machines.add_options(parser)
    options = parser.parse_args()
    options.command = options.command.resolve()
    if options.write and (options.here or options.lines):
        parser.error("--write is for what is printed in the roots")
    before = load_rows()
    if options.here:
        runner = Here(options)
        if reason := runner.unfit():
            print(reason)
            return SKIPPED
        known = runner.cases(before)
    else:
        if complaint := making.complaint_of_machine():
            print(complaint)
            return SKIPPED
        machines.check_options(parser, options)
        runner = Runner(options)
        known = cases(runner)
    chosen = {case: predicted for case, predicted in known.items()
              if not options.cases or any(fnmatch.fnmatch(case.name(), wanted) for wanted in options.cases)}
    if not chosen:
        parser.error("no such case; --list names them")
    if options.list:
        print("\n".join(f"{case.name()} {predicted}" for case, predicted in chosen.items()))
        return 0
    rows, logs = [], {}
    print(f"{len(chosen)} builds", flush=True)
    with concurrent.futures.ThreadPoolExecutor(options.jobs) as pool:
        for of_case, output in pool.map(lambda case: runner.run(case, chosen[case]), chosen):
            for row in of_case:
                rows.append(row)
                if row["log"]:
                    logs[row["log"]] = output.encode()
                print("/".join(key(row)), row["predicted"], row["named"], row["result"], row["why"], flush=True)
    if options.report:
        write_report(options.report, rows)
    print(summary(rows))
    worse = got_worse(before, rows)
    for row in worse:
        print(f"worse: {'/'.join(key(row))}: {row['named']}, {row['result']}: {row['why']}")
    if options.write:
        store([row for row in load_rows() if options.cases and not is_among(row, rows)] + rows, logs)
    return 1 if worse else 0


def load_rows():
    return json.loads(TABLE.read_text(encoding="utf-8"))["rows"] if TABLE.exists() else []


def is_among(row, rows):
    """Whether `rows` have that build."""
    return any(key(other)[:6] == key(row)[:6] for other in rows)


def store(rows, logs):
    TABLE.write_text(canonical({"source": SOURCE, "rows": sorted(rows, key=key)}), encoding="utf-8")
    kept = log_records.read_records(LOGS) if LOGS.exists() else {}
    used = {row["log"] for row in rows} - {None}
    log_records.write_records(LOGS, {name: log for name, log in (kept | logs).items() if name in used})


if __name__ == "__main__":
    sys.exit(main())
