#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""Real nvccs know a name of api.json exactly in the releases in which the table has it.

usage: api.py DATA_DIR [all [RELEASE...]]

Tries nvcc on PATH and the toolkits in CUDASTDENV_ROOTS. A program per header has a line for each name, and nvcc's front
end must reject exactly the lines with names that the release lacks. Names of this day, other ones tomorrow. `all`: each
name, in programs with as many headers as compile together.
"""

import collections
import json
import os
import pathlib
import re
import shutil
import subprocess
import sys
import tempfile

ORACLE = pathlib.Path(__file__).resolve().parent
sys.path[:0] = [str(ORACLE.parent), str(ORACLE.parent / "data")]
import sampling  # noqa: E402  pylint: disable=wrong-import-position
from api_names import unpacked  # noqa: E402  pylint: disable=wrong-import-position
from tables import load  # noqa: E402  pylint: disable=wrong-import-position

SKIPPED = 77
PARTS = 20
AT_ONCE = 400
ALL_AT_ONCE = 12000
# An interface of other projects, which the machine need not have.
FOREIGN = re.compile(r"cuda_?(GL|gl_interop|EGL|egl_interop|VDPAU|vdpau_interop)|OpenCL|cufile|cudla|Openacc|Openmp")


# nvcc's default compiler, otherwise an older one.
HOSTS = [(), *(("-ccbin", f"g++-{major}") for major in range(16, 8, -1))]
# Headers that others must come before.
BEFORE = {"curand_": "curand_kernel.h", "cupti_": "cupti.h", "nvtx3/": "nvtx3/nvToolsExt.h",
          "cooperative_groups/": "cooperative_groups.h"}


def before(header):
    return [first for start, first in BEFORE.items() if header.startswith(start)]


def version(text):
    return tuple(int(part) for part in text.split("."))


def holds(row, release):
    return ((not row["first"] or version(row["first"]) <= release)
            and (not row["last"] or release <= version(row["last"])))


def lines_for(number, kind, parent, name):
    """Text with an error in the line of that number if the name is not known."""
    if kind in ("macro", "function-macro"):
        return f'#ifndef {name}\n#line {number} "lines"\nusing ::{name};\n#endif\n'
    if kind == "field":
        struct, *path = parent.split(".")
        known = f"using known = decltype((({struct} *)0)->{'.'.join((*path, name))});"
    else:
        known = f"using ::{name};"
    return f'#line {number} "lines"\nnamespace n{number} {{ {known} }}\n'


class Toolkit:
    def __init__(self, nvcc):
        self.nvcc = pathlib.Path(nvcc)
        self.include = self.nvcc.resolve().parents[1] / "include"
        said = subprocess.run([nvcc, "--version"], capture_output=True, text=True, check=False).stdout
        build = re.search(r"V([0-9.]+)", said)
        self.build = build and build[1]
        listed = subprocess.run([nvcc, "--list-gpu-arch"], capture_output=True, text=True, check=False).stdout
        numbers = sorted(map(int, re.findall(r"compute_(\d+)", listed)))
        self.host = next((host for host in HOSTS if self.compiles_with(host)), None)
        # Code for one GPU ("a") has names of its own; 11.8 has no such code.
        newest = [f"compute_{numbers[-1]}a", f"compute_{numbers[-1]}"] if numbers else []
        newest = [name for name in newest if self.host is not None and self.compiles_with((*self.host, f"-arch={name}"))]
        self.architectures = [f"compute_{numbers[0]}", *newest[:1]] if numbers else []

    def compiles_with(self, host):
        with tempfile.TemporaryDirectory() as folder:
            source = pathlib.Path(folder, "empty.cu")
            source.write_text("#include <cstdlib>\n", encoding="utf-8")
            return ("-ccbin" not in host or shutil.which(host[1])) and self.run(source, *host).returncode == 0

    def run(self, source, *options):
        return subprocess.run([self.nvcc, "-ptx", *options, "-std=c++17", "-w", "-Xcudafe", "--error_limit=100000",
                               "-o", os.devnull, source], capture_output=True, text=True, check=False)

    def rejected(self, headers, names):
        """The places of the names that nvcc rejects for its oldest and for its newest architecture; None: it rejects
        the headers."""
        found = self.rejected_for(self.architectures[0], headers, names)
        newest = self.rejected_for(self.architectures[-1], headers, names) if found else found
        return newest if newest is None else found & newest

    def rejected_for(self, architecture, headers, names):
        with tempfile.TemporaryDirectory() as folder:
            source = pathlib.Path(folder, "names.cu")
            first = dict.fromkeys(["cuda_runtime.h", *(one for header in headers for one in before(header)), *headers])
            source.write_text("".join(f"#include <{header}>\n" for header in first) + "".join(
                lines_for(number, *name[:3]) for number, name in enumerate(names, 1)), encoding="utf-8")
            done = self.run(source, *self.host, f"-arch={architecture}")
        said = done.stdout + done.stderr
        found = {int(number) - 1 for number in re.findall(r"^lines\((\d+)\): error", said, re.MULTILINE)}
        elsewhere = re.search(r"(?<!lines)\(\d+\): error", said) or bool(found) != (done.returncode != 0)
        return None if elsewhere else found

    def together(self, headers):
        """Groups of the headers that compile together; one that does not compile alone is in none."""
        if self.rejected(headers, []) is not None:
            return [headers]
        if len(headers) == 1:
            print(f"{headers[0]} does not compile alone with nvcc {self.build}", flush=True)
            return []
        half = len(headers) // 2
        left, right = self.together(headers[:half]), self.together(headers[half:])
        if left and right and self.rejected(left[0] + right[0], []) is not None:
            left[0] += right.pop(0)
        return left + right


def names_of(table):
    """Header, kind, parent and name, with the rows that have it."""
    found = collections.defaultdict(list)
    for row in table["apiNames"]:
        for name in unpacked(row["names"]):
            found["", name].append(row)
    kinds = {name: (rows[-1]["header"], rows[-1]["kind"]) for (_, name), rows in found.items()}
    for row in table["apiFields"]:
        header, kind = kinds.get(row["parent"].split(".")[0], (None, None))
        if kind == "type":
            for name in unpacked(row["fields"]):
                found[row["parent"], name].append({**row, "header": header, "kind": "field"})
    return found


def has_header(toolkit, header):
    return any((toolkit.include / directory / header).exists() for directory in ("", "cccl"))


def compare(toolkit, releases, items, every):
    """How many names were tried, and what differs; `releases` share that nvcc."""
    by_header, tried, wrong = collections.defaultdict(list), 0, []
    for (parent, name), rows in items:
        header = rows[-1]["header"]
        if has_header(toolkit, header) and not FOREIGN.search(header):
            known = {any(holds(row, release) for row in rows) for release in releases}
            if len(known) == 1:
                by_header[header].append((rows[-1]["kind"], parent, name, known.pop(), header))
    groups = [group for part in parts(list(by_header), every) for group in toolkit.together(part)]
    for headers in groups:
        names = [name for header in headers for name in by_header[header]]
        step = ALL_AT_ONCE if every else AT_ONCE
        for some in (names[at:at + step] for at in range(0, len(names), step)):
            rejected = toolkit.rejected(headers, some)
            if rejected is None:
                print(f"the names in {headers[0]} cannot be tried with nvcc {toolkit.build}", flush=True)
                break
            tried += len(some)
            wrong += [f"{header}, {parent}{'.' if parent else ''}{name} ({kind}): the table "
                      f"{'has' if known else 'lacks'} it, nvcc {toolkit.build} does not agree"
                      for number, (kind, parent, name, known, header) in enumerate(some)
                      if known != (number not in rejected)]
    return tried, wrong


def parts(headers, every):
    """Headers that are tried together: without those of CCCL, which are slow, and those that exclude others."""
    if not every:
        return [[header] for header in headers]
    found = collections.defaultdict(list)
    for header in headers:
        kind = re.match(r"(thrust|cub|cuda|nv)/|nvtx3/|nvToolsExt|cublas\.h", header)
        found["cccl" if kind and kind[1] else kind and kind[0]].append(header)
    return list(found.values())


def main():
    data, *every = sys.argv[1:]
    only = set(every[1:])
    table = load(data, "api")
    read, releases = {row["release"] for row in table["apiReleases"]}, collections.defaultdict(list)
    for row in load(data, "releases")["releases"]:
        if row["release"] in read:
            releases[row["nvcc"]].append(version(row["release"]))
    roots = pathlib.Path(os.environ.get("CUDASTDENV_ROOTS") or "/nonexistent", "toolkits")
    found = [Toolkit(nvcc) for nvcc in [shutil.which("nvcc"), *sorted(roots.glob("*/prefix/bin/nvcc"))] if nvcc]
    found = [toolkit for toolkit in found if toolkit.build in releases and toolkit.architectures
             and (not only or only & {".".join(map(str, release)) for release in releases[toolkit.build]})]
    if not found:
        print("skipped: no nvcc of a release in the table, neither on PATH nor in CUDASTDENV_ROOTS")
        sys.exit(SKIPPED)
    names = sorted(names_of(table).items())
    items = names if every else sampling.sample_of_today(PARTS).of(names)
    total, all_wrong = 0, []
    for toolkit in found:
        tried, wrong = compare(toolkit, releases[toolkit.build], items, every)
        print(f"nvcc {toolkit.build}: {tried} names, {len(wrong)} wrong", flush=True)
        total, all_wrong = total + tried, all_wrong + wrong
    print(*all_wrong, sep="\n")
    sys.exit(1 if all_wrong or not total else 0)


if __name__ == "__main__":
    main()
