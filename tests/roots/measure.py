#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""Measures what real toolkits do in real roots, for the tables: writes tests/data/measured_*.json.

usage: measure.py [OPTIONS] [MEASUREMENT...]      default: all; `--list` lists them

A case is tried only once: its result is kept beside the roots, in measured.jsonl. Needs root, debootstrap, a package
mirror, PyPI and some 40 GB; `toolkits.py` shares its roots and toolkits.
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
sys.path.insert(0, str(DATA))
from canonical import canonical  # pylint: disable=wrong-import-position

STANDARDS = ("c++17", "c++20", "c++23")
ERROR = re.compile(r"\b(?:error|fatal|undefined reference|cannot find|cannot open)\b", re.IGNORECASE)


class Known:
    """The results so far, by a text that describes the case."""

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
    """The first error line, without paths of this run."""
    lines = text.splitlines()
    lines = [line for line in lines if ERROR.search(line) and "collect2" not in line] or lines[:1]
    message = re.sub(r"\S*/", "", lines[0]) if lines else ""
    return message[:160]


def write(name, source, rows):
    path = DATA / f"measured_{name}.json"
    path.write_text(canonical({"source": source, "rows": rows}), encoding="utf-8")
    print(f"{path}: {len(rows)} rows", flush=True)


def today():
    return datetime.date.today().isoformat()


class NotTried(Exception):
    """A case without a result, if no new one is to be tried."""


class Bench:
    """Compiles in roots, some cases at a time."""

    def __init__(self, options):
        self.options = options
        self.known = Known(options.roots / "measured.jsonl")
        self.toolkits, self.making = {}, threading.Lock()

    def toolkit(self, name):
        if name not in self.toolkits:
            self.toolkits[name] = layouts.toolkit(name, self.options.toolkits, self.options.roots)
        return self.toolkits[name]

    def run(self, machine, name, script, files=()):
        """One script in a machine with the toolkit `name`; `files` are in /try."""
        def make():
            with self.making:  # two cases must not make the same root or toolkit at once
                toolkit = self.toolkit(name)
                machines.layers(self.options, machine, toolkit)
            done = machines.run(self.options, machine, toolkit, script, dict(files))
            return {"rc": done.returncode, "said": first_error(done.stdout) if done.returncode else "",
                    "output": done.stdout[-60000:] if done.returncode == 0 else ""}
        case = json.dumps([machine.name(), name, script, sorted(dict(files).items())])
        if self.options.kept and case not in self.known.rows:
            raise NotTried(case)
        return self.known.get(case, make)

    def all(self, function, cases):
        """The result of `function` for each case, printed at once; without those that were not tried."""
        def attempt(case):
            try:
                return function(case)
            except NotTried:
                return None
        done = []
        with concurrent.futures.ThreadPoolExecutor(self.options.jobs) as pool:
            for result in filter(None, pool.map(attempt, list(cases))):
                for line in result if isinstance(result, list) else [result]:
                    print(" ".join(map(str, line.values())), flush=True)
                done.append(result)
        return done


def nvcc_versions():
    """Each toolkit's name, and the version of its nvcc."""
    return {name: name.split("-")[0] if name in layouts.DEBIANS else machines.NVCC_OF_WHEELS[name]
            for name in layouts.NAMES}


def outcome(done):
    return "works" if done["rc"] == 0 else "fails"


def version_key(text):
    return [int(part) for part in text.split(".")]


EMPTY = "int main() {}\n"
# Code that uses the functions that glibc and the CUDA headers both declare.
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


# Hosts that the nvccs of the advisories accept: suite, compiler, and for a Clang the GCC whose headers it uses.
GLIBC_HOSTS = {
    "11": [("bookworm", "g++-11", None), ("bookworm", "clang++-14", 11)],
    "12": [("trixie", "g++-13", None), ("trixie", "clang++-17", 13)],
    "13": [("trixie", "g++-14", None), ("trixie", "clang++-19", 14)],
}


def host_flags(compiler, gcc):
    """nvcc's options for its host compiler, and for the GCC whose headers a Clang uses."""
    if gcc is None or compiler in ("clang++-13", "clang++-14", "clang++-15"):
        return f"-ccbin {compiler}"
    return f"-ccbin {compiler} -Xcompiler --gcc-install-dir=/usr/lib/gcc/x86_64-linux-gnu/{gcc}"


def measure_glibc(bench):
    """Which workaround for the conflicts with glibc helps which host."""
    def cases():
        for name, nvcc in nvcc_versions().items():
            for suite, compiler, gcc in GLIBC_HOSTS[nvcc.split(".")[0]]:
                for glibc in ("2.41", "2.43"):
                    if nvcc.startswith("13") and glibc != "2.43":
                        continue
                    for standard in ("c++17", "c++20"):
                        if not (standard == "c++20" and (nvcc.startswith("11") or compiler.startswith("clang"))):
                            yield name, nvcc, suite, compiler, gcc, glibc, standard

    def one(case):
        """The toolkit unchanged; then the workarounds, if something fails."""
        name, nvcc, suite, compiler, gcc, glibc, standard = case
        rows = []
        for headers in ("prefix", "isystem", "shim", "system", "system-isystem"):
            if headers.startswith("system") and name not in layouts.DEBIANS:
                continue
            if not headers.startswith("system") and (name == "12.4.131-sid" or rows and rows[0]["empty"] == "works"):
                continue
            if headers == "system-isystem" and (standard, glibc) != ("c++17", "2.41"):
                continue  # fails with the host compiler alone
            machine = machines.Machine(suite, glibc, installed=headers.startswith("system"))
            tool = "nvcc" if machine.installed else "/opt/cuda/bin/nvcc"
            flags = (f"-std={standard} {host_flags(compiler, gcc)} {options_for_headers(headers, '/opt/cuda')} "
                     "-arch=sm_75 -c")
            row = {"nvcc": nvcc, "toolkit": name, "glibc": glibc, "root": suite, "host": compiler,
                   "libstdcxx": gcc or int(compiler.split("-")[1]), "headers": headers, "standard": standard}
            message = ""
            for program in ("mathematics", "empty"):  # if the first compiles, so does the second
                done = bench.run(machine, name, f"{tool} {flags} {program}.cu -o {program}.o", GLIBC_FILES)
                row[program] = outcome(done)
                message = message or done["said"]
                if done["rc"] == 0:
                    row["empty"] = "works"
                    break
            rows.append(row | {"said": message})
        return rows

    rows = [row for rows in bench.all(one, cases()) for row in rows]
    write("glibc", f"Measured on {today()} by tests/roots/measure.py: an empty main and a program with <cmath>, "
          "<cstdlib> and device mathematics, compiled (-c) in Debian's roots with the libc6-dev of another suite "
          "where glibc is "
          "not the root's own. headers: where the toolkit's headers lie: prefix (one folder, as NVIDIA ships them), "
          "isystem (the same with -isystem <toolkit>/include), shim (the same with the header that `env "
          "--glibc-shim` "
          "writes), system (as Debian installs them, in /usr/include), system-isystem (the same with -isystem "
          "/usr/include). A Clang takes the libstdc++ headers of the GCC named in libstdcxx.", rows)


# A host with another version number; the versions and minor versions.
GCC_THAT_SAYS = (r"""
        printf '#!/bin/sh\nexec g++-13 "$@" -U__GNUC__ -D__GNUC__=$N -U__GNUC_MINOR__ -D__GNUC_MINOR__=$M\n' >host""",
                 range(4, 17), (0, 1, 9))
CLANG_THAT_SAYS = (r"""
        printf '#!/bin/sh\nexec clang++-19 "$@" -U__clang_major__ -D__clang_major__=$N\n' >host""", range(4, 24), (0,))
ASK_STANDARDS = r"""
        chmod +x host; export N M
        for N in %s; do for M in %s; do for standard in c++11 c++14 c++17 c++20 c++23; do
            said=$(/opt/cuda/bin/nvcc -allow-unsupported-compiler -ccbin ./host --std=$standard -arch=sm_75 --dryrun \
                empty.cu 2>&1)
            echo "$N.$M $standard $? $(echo "$said" | grep -iE 'warning|error|fatal' | grep -v '^#\$' | head -1)"
        done; done; done"""


def measure_standards(bench):
    """Which --std nvcc passes on to a host with the version of GCC N or Clang N."""
    rows = []
    for name, nvcc in nvcc_versions().items():
        if name == "12.4.131-sid":
            continue
        for family, (host, versions, minors) in (("gcc", GCC_THAT_SAYS), ("clang", CLANG_THAT_SAYS)):
            script = host + ASK_STANDARDS % (" ".join(map(str, versions)), " ".join(map(str, minors)))
            done = bench.run(machines.Machine("trixie", "2.41"), name, script, {"empty.cu": EMPTY})
            outcomes = {}
            for line in done["output"].splitlines():
                version, standard, code, message = (line + " ").split(" ", 3)
                reply = "taken" if code == "0" and not message.strip() else "ignored" if code == "0" else "refused"
                outcomes.setdefault(standard, {})[tuple(map(int, version.split(".")))] = reply
            for standard, by_version in outcomes.items():
                taken = [version for version in by_version if by_version[version] == "taken"]
                older = {by_version[version] for version in by_version if version not in taken}
                first = min(taken, default=None)
                gapless = all(version in taken for version in by_version if first and version >= first)
                assert gapless and len(older) <= 1, (nvcc, standard, by_version)
                rows.append({"nvcc": nvcc, "family": family, "standard": standard,
                             "first": first and ".".join(map(str, first)), "otherwise": next(iter(older), None)})
    write("nvcc_standards", f"Measured on {today()} by tests/roots/measure.py: nvcc --dryrun --std=S with a host "
          "that "
          "says that it is GCC N.M (4 to 16, minor 0, 1 and 9) or Clang N (4 to 23), with "
          "-allow-unsupported-compiler. "
          "first: the first that was tried from which on the standard is taken, null: none. otherwise: what happens "
          "with "
          "older ones: ignored (a warning, exit 0, and the host's own default standard) or refused (exit 1).", rows)


AMX = "void load(const void* where) { __builtin_ia32_ldtilecfg(where); }\n"
GNU_VERSIONS = (90500, 100200, 100500, 110100, 110200, 110300, 110400, 110500, 120100, 120200, 120300, 120400, 120500,
                130100, 130200, 130201, 130300, 130400, 130500, 140100, 140200, 140300, 140400, 150100, 150200, 150300,
                160100, 160200)


def measure_builtins(bench):
    """The first --gnu_version with which cudafe++ supports the AMX builtins, which GCC's headers use as functions."""
    script = (f"for version in {' '.join(map(str, GNU_VERSIONS))}; do for name in ldtilecfg sttilecfg; do\n"
              "  echo \"void f(void* where) { __builtin_ia32_$name(where); }\" >amx.ii\n"
              "  said=$(/opt/cuda/bin/cudafe++ --c++17 --gnu_version=$version --m64 --parse_templates "
              "--gen_c_file_name o.c --stub_file_name s.c --gen_module_id_file --module_id_file_name m amx.ii 2>&1)\n"
              "  echo \"$version $name $? $(echo \"$said\" | head -1)\"\ndone; done")
    rows = []
    for name, nvcc in nvcc_versions().items():
        if name == "12.4.131-sid":
            continue
        done = bench.run(machines.Machine("trixie", "2.41"), name, script)
        by_version = {}
        for line in done["output"].splitlines():
            version, builtin, code, message = (line + " ").split(" ", 3)
            by_version.setdefault(int(version), {})[builtin] = code == "0"
            if code != "0" and "is undefined" not in message:
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
        return {"nvcc": nvcc, "gcc": version, "immintrin.h": outcome(done), "said": done["said"]}

    def newest_gcc(nvcc):
        return 16 if version_key(nvcc) >= [13, 4] else {"11": 11, "12": 13, "13": 15}[nvcc.split(".")[0]]

    cases = [(name, nvcc, suite, f"g++-{major}") for name, nvcc in nvcc_versions().items() if name != "12.4.131-sid"
             for suite, majors in (("bookworm", (11, 12)), ("trixie", (12, 13, 14)), ("sid", (11, 12, 13, 14, 15, 16)))
             for major in majors if major <= newest_gcc(nvcc)]
    rows = bench.all(one, cases)
    write("intrinsics", f"Measured on {today()} by tests/roots/measure.py: #include <immintrin.h> with nvcc, C++17, "
          "glibc 2.36 headers, and GCC of Debian's suites.", rows)


def measure_ccbin(bench):
    """Which nvcc reads the variable NVCC_CCBIN."""
    script = ("printf '#!/bin/sh\\nexec g++ \"$@\"\\n' >host && chmod +x host\n"
              "NVCC_CCBIN=$PWD/host /opt/cuda/bin/nvcc -allow-unsupported-compiler --dryrun empty.cu 2>&1 | "
              "grep -c /host || true")
    rows = []
    for name, nvcc in nvcc_versions().items():
        if name == "12.4.131-sid":
            continue
        done = bench.run(machines.Machine("trixie", "2.41"), name, script, {"empty.cu": EMPTY})
        rows.append({"nvcc": nvcc, "known": int(done["output"] or 0) > 0})
    write("ccbin_variable", f"Measured on {today()} by tests/roots/measure.py: NVCC_CCBIN=HOST nvcc --dryrun, and "
          "whether HOST is what it would start.", rows)


CALLS = """int main(int count, char**)
{
    double x = sinpi(double(count)) + cospi(double(count)) + sinpif(float(count)) + cospif(float(count));
    return x < -1.9 && x > -2.1 ? 0 : 1;
}
"""
# No suite has glibc 2.40. The difference is that its <features.h> defines this macro, and that of 2.36 does not.
AS_GLIBC_2_40 = "-Xcompiler -D__GLIBC_USE_ISOC23=1"
FEATURES = """#pragma GCC system_header
#include_next <features.h>
#undef __GLIBC_USE_ISOC23
#define __GLIBC_USE_ISOC23 0
"""
OWN_FUNCTIONS = """#include <cmath>
extern "C" double sinpi(double x) { return std::sin(M_PI * std::fmod(x, 2)); }
extern "C" double cospi(double x) { return std::cos(M_PI * std::fmod(x, 2)); }
extern "C" float sinpif(float x) { return float(sinpi(double(x))); }
extern "C" float cospif(float x) { return float(cospi(double(x))); }
"""


def measure_sinpi(bench):
    """Whether host code can call sinpi and cospi if glibc has C23 but not these two."""
    def one(case):
        name, nvcc, compiler, way, flags = case
        script = (f"/opt/cuda/bin/nvcc -std=c++17 -ccbin {compiler} -arch=sm_75 {flags} calls.cu -o calls "
                  "&& ./calls")
        done = bench.run(machines.Machine("bookworm", "2.36"), name, script,
                         {"calls.cu": CALLS, "own.cpp": OWN_FUNCTIONS, "shim/features.h": FEATURES})
        return {"nvcc": nvcc, "host": compiler, "as": way, "calls": outcome(done), "said": done["said"]}

    ways = {"glibc 2.36": "", "glibc 2.40": AS_GLIBC_2_40,
            "glibc 2.40, features.h in front": f"{AS_GLIBC_2_40} -isystem shim",
            "glibc 2.40, functions of one's own": f"{AS_GLIBC_2_40} own.cpp"}
    cases = [(name, nvcc, compiler, way, flags) for name, nvcc in nvcc_versions().items() if nvcc.startswith("13.")
             for compiler in ("g++-12", "clang++-16") for way, flags in ways.items()
             if compiler == "g++-12" or way == "glibc 2.40" and nvcc in ("13.0.88", "13.2.86", "13.3.33")]
    write("sinpi", f"Measured on {today()} by tests/roots/measure.py: host code that calls sinpi, cospi, sinpif "
          "and cospif, compiled, linked and run on Debian bookworm (glibc 2.36). as glibc 2.40: with -Xcompiler "
          "-D__GLIBC_USE_ISOC23=1, which <features.h> of glibc 2.40 defines under _GNU_SOURCE; glibc 2.40 itself "
          "was not to be had.",
          bench.all(one, cases))


# Clangs with an option for the GCC's headers, for each nvcc the two newest that its check accepts; and every GCC.
PAIRS_KNOWN = ("11.8.89", "12.4.131")  # from measured_nvcc_host.json
CLANGS = (16, 17, 18, 19, 21, 22, 23)
GCCS = (11, 12, 13, 14, 15, 16)


OF_STANDARD = {"c++17": 201703, "c++20": 201709, "c++23": 202100}


def accepted(data, nvcc, family, compiler):
    """Whether the check in this nvcc's header accepts the compiler, by the tables."""
    releases = [row["release"] for row in data["releases"]["releases"] if row["nvcc"] == nvcc]
    for row in data["host_compilers"]["hostCompilers"]:
        first, last = version_key(row["first"]), version_key(row["last"])
        inside = any(first <= version_key(release) <= last for release in releases)
        if row["family"] == family and row["enforced"] and inside:
            return (row["enforced"]["min"] or 0) <= compiler <= row["enforced"]["max"]
    return False


def takes(data, nvcc, family, compiler, standard):
    """Whether this nvcc passes the standard to that compiler, as measured."""
    releases = [version_key(row["release"]) for row in data["releases"]["releases"] if row["nvcc"] == nvcc]
    return any(row["standard"] == standard and row["family"] == family and compiler >= row["min"] and
               any(version_key(row["first"]) <= release <= version_key(row["last"]) for release in releases)
               for row in data["measured"]["hostStandards"])


def measure_pairs(bench):
    """The newest libstdc++ headers that each nvcc parses with each Clang, and each GCC with its own."""
    folder = DATA.parents[1] / "data"
    program = (DATA.parents[1] / "src/machine/verify/program.cu").read_text(encoding="utf-8")
    data = {name: json.loads((folder / f"{name}.json").read_text(encoding="utf-8"))
            for name in ("releases", "host_compilers", "measured")}

    def cases():
        for name, nvcc in nvcc_versions().items():
            if nvcc in PAIRS_KNOWN:
                continue
            for family, compilers in (("clang", CLANGS), ("gcc", GCCS)):
                taken = [compiler for compiler in compilers if accepted(data, nvcc, family, compiler)]
                for compiler in taken[-2:] if family == "clang" else taken:
                    for standard in STANDARDS:
                        if takes(data, nvcc, family, compiler, standard):
                            yield name, nvcc, family, compiler, standard

    def one(case):
        """From the newest headers to the first that compile."""
        name, nvcc, family, compiler, standard = case
        glibc = "2.36" if version_key(nvcc) < [13] else "2.41"
        rows = []
        for gcc in (16, 15, 14, 13, 12) if family == "clang" else (compiler,):
            machine = machines.Machine("sid", glibc, older_clangs=family == "clang" and compiler < 19)
            host = f"clang++-{compiler}" if family == "clang" else f"g++-{compiler}"
            flags = host_flags(host, gcc if family == "clang" else None)
            flags = f"-std={standard} -DCUDASTDENV_STANDARD={OF_STANDARD[standard]} {flags}"
            done = bench.run(machine, name, f"/opt/cuda/bin/nvcc {flags} -arch=sm_75 -c verify.cu -o v.o",
                             {"verify.cu": program})
            rows.append({"nvcc": nvcc, "family": family, "compiler": compiler, "libstdcxx": gcc, "glibc": glibc,
                         "standard": standard, "outcome": outcome(done), "said": done["said"]})
            if done["rc"] == 0:
                break
        return rows

    # The least known first: a Clang's headers, then each GCC with its own.
    in_order = sorted(cases(), key=lambda case: (case[2] != "clang", case[1] not in ("13.1.115", "13.2.86", "13.3.33")))
    rows = [row for rows in bench.all(one, in_order) for row in rows]
    rows.sort(key=lambda row: (version_key(row["nvcc"]), row["family"], row["compiler"], row["standard"],
                               -row["libstdcxx"]))
    write("pairs", f"Measured on {today()} by tests/roots/measure.py: the program of `cudastdenv verify`, "
          "compiled (-c) by nvcc on Debian sid with the libc6-dev of bookworm (2.36) or trixie (2.41). A Clang "
          "takes the "
          "headers of the GCC named in libstdcxx by --gcc-install-dir, from 16 downwards to the first that work; a "
          "GCC its own.", rows)


MEASUREMENTS = {"glibc": measure_glibc, "standards": measure_standards, "builtins": measure_builtins,
                "ccbin": measure_ccbin, "sinpi": measure_sinpi, "pairs": measure_pairs}


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("measurements", nargs="*", metavar="MEASUREMENT", choices=[*MEASUREMENTS, []])
    parser.add_argument("--list", action="store_true", help="name the measurements")
    parser.add_argument("--jobs", type=int, default=os.cpu_count())
    parser.add_argument("--kept", action="store_true", help="try nothing new: write what was tried")
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
