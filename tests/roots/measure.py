#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""What real toolkits do in real roots, measured for the tables: writes tests/data/measured_*.json.

usage: measure.py [OPTIONS] [MEASUREMENT...]      all without a name; `--list` names them

A case that was tried before is not tried again: what it came to is kept beside the roots, in measured.jsonl.
Takes root, debootstrap, a package mirror, PyPI and some 40 GB; `toolkits.py` shares its roots and toolkits.
"""

import argparse
import concurrent.futures
import datetime
import json
import os
import pathlib
import re
import shlex
import sys
import threading

import layouts
import machines
import making

DATA = pathlib.Path(__file__).resolve().parents[1] / "data"
STANDARDS = ("c++17", "c++20", "c++23")
NEVER_WITH_23 = ("11", "12", "13.0", "13.1", "13.2")  # their nvcc does not know the option
ERROR = re.compile(r"\b(?:error|fatal|undefined reference)\b.*", re.IGNORECASE)


class Known:
    """What was tried already, by a text that says all of the case."""

    def __init__(self, path):
        self.path, self.lock, self.rows = path, threading.Lock(), {}
        if path.exists():
            for line in path.read_text(encoding="utf-8").splitlines():
                row = json.loads(line)
                self.rows[row["case"]] = row

    def get(self, case, make):
        if case not in self.rows:
            row = {"case": case} | make()
            with self.lock, open(self.path, "a", encoding="utf-8") as lines:
                lines.write(json.dumps(row) + "\n")
                self.rows[case] = row
        return self.rows[case]


def first_error(text):
    """The first line that complains, without paths that are of this run only."""
    lines = [line for line in text.splitlines() if ERROR.search(line)] or text.splitlines()[:1]
    said = re.sub(r"\S*/", "", lines[0]) if lines else ""
    return said[:160]


def write(name, source, rows):
    """One row a line, so that a difference shows rows."""
    path = DATA / f"measured_{name}.json"
    body = ",\n".join("    " + json.dumps(row) for row in rows)
    path.write_text('{\n  "source": ' + json.dumps(source) + f',\n  "rows": [\n{body}\n  ]\n}}\n', encoding="utf-8")
    print(f"{path}: {len(rows)} rows", flush=True)


def today():
    return datetime.date.today().isoformat()


class Bench:
    """Compiles in roots, some cases at a time."""

    def __init__(self, options):
        self.options = options
        self.known = Known(options.roots / "measured.jsonl")
        self.toolkits = {}

    def toolkit(self, name):
        if name not in self.toolkits:
            self.toolkits[name] = layouts.toolkit(name, self.options.toolkits, self.options.roots)
        return self.toolkits[name]

    def run(self, machine, name, script, files=()):
        """One script in a machine that has the toolkit `name`; `files` come to lie in /try."""
        def make():
            done = machines.run(self.options, machine, self.toolkit(name), script, dict(files))
            return {"rc": done.returncode, "said": first_error(done.stdout) if done.returncode else "",
                    "output": done.stdout[-60000:] if done.returncode == 0 else ""}
        case = json.dumps([machine.name(), name, script, sorted(dict(files).items())])
        return self.known.get(case, make)

    def all(self, function, cases):
        cases = list(cases)
        done = []
        with concurrent.futures.ThreadPoolExecutor(self.options.jobs) as pool:
            for case, row in zip(cases, pool.map(function, cases)):
                done.append(row)
                for line in row if isinstance(row, list) else [row]:
                    print(" ".join(map(str, line.values())), flush=True)
        return done


def nvcc_versions():
    """Each toolkit's name, and the version of its nvcc."""
    return {name: name.split("-")[0] if name in layouts.DEBIANS else machines.NVCC_OF_WHEELS[name]
            for name in layouts.NAMES}


def version_key(text):
    return [int(part) for part in text.split(".")]


EMPTY = "int main() {}\n"
# What reaches the functions that glibc and the CUDA headers both declare.
MATHEMATICS = """#include <cmath>
#include <cstdlib>
#include <math.h>
#include <cstdio>
#include <string>
#include <vector>
__global__ void kernel(float* x, double* y) { *x = sinpif(*x) + rsqrtf(*x); *y = sinpi(*y) + cospi(*y) + rsqrt(*y); }
int main() { return std::vector<std::string>{"a"}.size() == 1 && std::fabs(-1.0) == 1.0 ? 0 : 1; }
"""
SHIM = """#pragma GCC system_header
#include_next <bits/libc-header-start.h>
#undef __GLIBC_USE_IEC_60559_FUNCS_EXT_C23
#define __GLIBC_USE_IEC_60559_FUNCS_EXT_C23 0
"""
GLIBC_FILES = {"empty.cu": EMPTY, "mathematics.cu": MATHEMATICS, "shim/bits/libc-header-start.h": SHIM}


def options_for_headers(headers, toolkit):
    return {"prefix": "", "isystem": f"-isystem {toolkit}/include", "shim": "-isystem shim",
            "system": "", "system-isystem": "-isystem /usr/include"}[headers]


# Hosts that the nvccs of the advisories take: suite, compiler, and for a Clang the GCC whose headers it takes.
GLIBC_HOSTS = {
    "11": [("bookworm", "g++-11", None), ("bookworm", "clang++-14", 11)],
    "12": [("trixie", "g++-13", None), ("trixie", "clang++-17", 13)],
    "13": [("trixie", "g++-14", None), ("trixie", "clang++-19", 14)],
}
# From 13.2 on nothing is known to fail.
SOUND_FROM = [13, 2]


def host_flags(compiler, gcc):
    """How nvcc is told its host, and which GCC's headers a Clang takes."""
    if gcc is None or compiler in ("clang++-13", "clang++-14", "clang++-15"):
        return f"-ccbin {compiler}"
    return f"-ccbin {compiler} -Xcompiler --gcc-install-dir=/usr/lib/gcc/x86_64-linux-gnu/{gcc}"


def measure_glibc(bench):
    """Which way out of glibc's contradictions helps which host."""
    def cases():
        for name, nvcc in nvcc_versions().items():
            for suite, compiler, gcc in GLIBC_HOSTS[nvcc.split(".")[0]]:
                for glibc in ("2.41", "2.43"):
                    if version_key(nvcc)[:2] >= SOUND_FROM and glibc != "2.43":
                        continue
                    for standard in ("c++17", "c++20"):
                        if not (standard == "c++20" and nvcc.startswith("11")):
                            yield name, nvcc, suite, compiler, gcc, glibc, standard

    def one(case):
        """The toolkit as it is; then what is said to help, where something fails."""
        name, nvcc, suite, compiler, gcc, glibc, standard = case
        rows = []
        for headers in ("prefix", "isystem", "shim", "system", "system-isystem"):
            if headers.startswith("system") and name not in layouts.DEBIANS:
                continue
            if not headers.startswith("system") and (name == "12.4.131-sid" or rows and rows[0]["empty"] == "works"):
                continue
            machine = machines.Machine(suite, glibc, installed=headers.startswith("system"))
            tool = "nvcc" if machine.installed else "/opt/cuda/bin/nvcc"
            flags = (f"-std={standard} {host_flags(compiler, gcc)} {options_for_headers(headers, '/opt/cuda')} "
                     "-arch=sm_75 -c")
            row = {"nvcc": nvcc, "toolkit": name, "glibc": glibc, "root": suite, "host": compiler,
                   "libstdcxx": gcc or int(compiler.split("-")[1]), "headers": headers, "standard": standard}
            said = ""
            for program in ("mathematics", "empty"):  # where the first compiles, so does the second
                done = bench.run(machine, name, f"{tool} {flags} {program}.cu -o {program}.o", GLIBC_FILES)
                row[program] = "works" if done["rc"] == 0 else "fails"
                said = said or done["said"]
                if done["rc"] == 0:
                    row["empty"] = "works"
                    break
            rows.append(row | {"said": said})
        return rows

    rows = [row for rows in bench.all(one, cases()) for row in rows]
    write("glibc", f"Measured on {today()} by tests/roots/measure.py: an empty main and a program with <cmath>, <cstdlib> "
          "and device mathematics, compiled (-c) in Debian's roots with the libc6-dev of another suite where glibc is "
          "not the root's own. headers: where the toolkit's headers lie: prefix (one folder, as NVIDIA ships them), "
          "isystem (the same with -isystem <toolkit>/include), shim (the same with the header that `env --glibc-shim` "
          "writes), system (as Debian installs them, in /usr/include), system-isystem (the same with -isystem "
          "/usr/include). A Clang takes the libstdc++ headers of the GCC named in libstdcxx.", rows)


def measure_standards(bench):
    """Up to which --std nvcc passes on to a host that says it is GCC N."""
    script = r"""
        printf '#!/bin/sh\nexec g++-13 "$@" -U__GNUC__ -D__GNUC__=$N -U__GNUC_MINOR__ -D__GNUC_MINOR__=$M\n' >host
        chmod +x host; export N M
        for N in 4 5 6 7 8 9 10 11 12 13 14 15 16; do for M in 0 1 9; do for standard in c++11 c++14 c++17 c++20 c++23; do
            said=$(/opt/cuda/bin/nvcc -allow-unsupported-compiler -ccbin ./host --std=$standard -arch=sm_75 --dryrun empty.cu 2>&1)
            echo "$N.$M $standard $? $(echo "$said" | grep -iE 'warning|error|fatal' | grep -v '^#\$' | head -1)"
        done; done; done"""
    rows = []
    for name, nvcc in nvcc_versions().items():
        if name == "12.4.131-sid":
            continue
        done = bench.run(machines.Machine("trixie", "2.41"), name, script, {"empty.cu": EMPTY})
        outcomes = {}
        for line in done["output"].splitlines():
            gcc, standard, code, said = (line + " ").split(" ", 3)
            outcome = "taken" if code == "0" and not said.strip() else "ignored" if code == "0" else "refused"
            outcomes.setdefault(standard, {})[tuple(map(int, gcc.split(".")))] = outcome
        for standard, by_gcc in outcomes.items():
            taken = [gcc for gcc in by_gcc if by_gcc[gcc] == "taken"]
            older = {by_gcc[gcc] for gcc in by_gcc if gcc not in taken}
            first = min(taken, default=None)
            assert all(by_gcc[gcc] == "taken" for gcc in by_gcc if first and gcc >= first) and len(older) <= 1, by_gcc
            rows.append({"nvcc": nvcc, "standard": standard, "firstGcc": first and first[0],
                         "minor": None if not first else 0 if (first[0], 0) == first else first[1],
                         "otherwise": next(iter(older), None)})
    write("nvcc_standards", f"Measured on {today()} by tests/roots/measure.py: nvcc --dryrun --std=S with a host that says "
          "by __GNUC__ and __GNUC_MINOR__ that it is GCC N.M (4 to 16, minor 0, 1 and 9), with -allow-unsupported-compiler. firstGcc and minor: the "
          "first that was tried from which on it is taken, null: none. otherwise: what happens with older ones: ignored (a "
          "warning, exit 0, and the host's own default standard) or refused (exit 1).", rows)


AMX = "void load(const void* where) { __builtin_ia32_ldtilecfg(where); }\n"
GNU_VERSIONS = (90500, 100200, 100500, 110100, 110200, 110300, 110400, 110500, 120100, 120200, 120300, 120400, 120500,
                130100, 130200, 130201, 130300, 130400, 130500, 140100, 140200, 140300, 140400, 150100, 150200, 150300,
                160100, 160200)


def measure_builtins(bench):
    """From which --gnu_version on cudafe++ knows the AMX builtins, which GCC's headers use as functions."""
    script = (f"for version in {' '.join(map(str, GNU_VERSIONS))}; do for name in ldtilecfg sttilecfg; do\n"
              "  echo \"void f(void* where) { __builtin_ia32_$name(where); }\" >amx.ii\n"
              "  said=$(/opt/cuda/bin/cudafe++ --c++17 --gnu_version=$version --m64 --parse_templates --gen_c_file_name o.c "
              "--stub_file_name s.c --gen_module_id_file --module_id_file_name m amx.ii 2>&1)\n"
              "  echo \"$version $name $? $(echo \"$said\" | head -1)\"\ndone; done")
    rows = []
    for name, nvcc in nvcc_versions().items():
        if name == "12.4.131-sid":
            continue
        done = bench.run(machines.Machine("trixie", "2.41"), name, script)
        by_version = {}
        for line in done["output"].splitlines():
            version, builtin, code, said = (line + " ").split(" ", 3)
            by_version.setdefault(int(version), {})[builtin] = code == "0"
            if code != "0" and "is undefined" not in said:
                print(f"{nvcc} {line}")
        for version, builtins in by_version.items():
            rows.append({"nvcc": nvcc, "gnuVersion": version} | builtins)
    write("amx_builtins", f"Measured on {today()} by tests/roots/measure.py: cudafe++ --gnu_version=V over a call of "
          "__builtin_ia32_ldtilecfg and of __builtin_ia32_sttilecfg.", rows)

    def one(case):
        name, nvcc, suite, compiler = case
        done = bench.run(machines.Machine(suite, "2.36"), name, f"{compiler} -dumpfullversion && "
                         f"/opt/cuda/bin/nvcc -std=c++17 -ccbin {compiler} -arch=sm_75 -c intrinsics.cu -o i.o",
                         {"intrinsics.cu": "#include <immintrin.h>\nint main() {}\n"})
        version = bench.run(machines.Machine(suite, "2.36"), name, f"{compiler} -dumpfullversion")["output"].strip()
        return {"nvcc": nvcc, "gcc": version, "immintrin.h": "works" if done["rc"] == 0 else "fails", "said": done["said"]}

    limits = {"11": 11, "12": 13, "13": 15}
    cases = [(name, nvcc, suite, f"g++-{major}") for name, nvcc in nvcc_versions().items() if name != "12.4.131-sid"
             for suite, majors in (("bookworm", (11, 12)), ("trixie", (12, 13, 14)), ("sid", (11, 12, 13, 14, 15, 16)))
             for major in majors if major <= limits[nvcc.split(".")[0]] or nvcc >= "13.4" and len(nvcc.split(".")[0]) == 2]
    rows = bench.all(one, cases)
    write("intrinsics", f"Measured on {today()} by tests/roots/measure.py: #include <immintrin.h> with nvcc, C++17, glibc "
          "2.36 headers, and GCC of Debian's suites.", rows)


def measure_ccbin(bench):
    """Which nvcc knows the variable NVCC_CCBIN."""
    script = ("printf '#!/bin/sh\\nexec g++ \"$@\"\\n' >host && chmod +x host\n"
              "NVCC_CCBIN=$PWD/host /opt/cuda/bin/nvcc -allow-unsupported-compiler --dryrun empty.cu 2>&1 | grep -c /host || true")
    rows = []
    for name, nvcc in nvcc_versions().items():
        if name == "12.4.131-sid":
            continue
        done = bench.run(machines.Machine("trixie", "2.41"), name, script, {"empty.cu": EMPTY})
        rows.append({"nvcc": nvcc, "known": int(done["output"] or 0) > 0})
    write("ccbin_variable", f"Measured on {today()} by tests/roots/measure.py: NVCC_CCBIN=HOST nvcc --dryrun, and whether "
          "HOST is what it would start.", rows)


MEASUREMENTS = {"glibc": measure_glibc, "standards": measure_standards, "builtins": measure_builtins,
                "ccbin": measure_ccbin}


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("measurements", nargs="*", metavar="MEASUREMENT", choices=[*MEASUREMENTS, []])
    parser.add_argument("--list", action="store_true", help="name the measurements")
    parser.add_argument("--jobs", type=int, default=os.cpu_count())
    machines.add_options(parser)
    options = parser.parse_args()
    if options.list:
        print("\n".join(MEASUREMENTS))
        return
    machines.check_options(parser, options)
    bench = Bench(options)
    for name in options.measurements or MEASUREMENTS:
        MEASUREMENTS[name](bench)


if __name__ == "__main__":
    sys.exit(main())
