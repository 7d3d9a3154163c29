#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""Makes data/api.json: the public names in the CUDA toolkit's headers, by release.

usage: api.py [--cache DIR] [--all --cccl REPOSITORY]

Adds the releases that PyPI's cuda-toolkit has and the table lacks, oldest first; --all makes the table again. Reads the
headers in NVIDIA's wheels without downloading the libraries. Needs gcc and `pip install libclang` (CI does not). --all
needs a clone of github.com/NVIDIA/cccl too. What no header says is in api_guides.json.
"""

import argparse
import collections
import json
import os
import pathlib
import re

import api_cccl
import api_headers
import api_wheels
import canonical
from api_names import packed, unpacked
from tables import component_of

HERE = pathlib.Path(__file__).resolve().parent
DATA = HERE.parents[1] / "data"
TABLE = DATA / "api.json"
READ, GUIDES = HERE / "api_wheels.json", HERE / "api_guides.json"
EMPTY = {"schemaVersion": 1, "apiReleases": [], "apiHeaders": [], "apiNames": [], "apiFields": [], "apiSuccessors": [],
         "apiSignatures": [], "apiTargets": []}
# Its metapackage requires the wheels of 12.5.0 (data/README.md).
WRONG_PINS = {"12.5.1"}
# Wheels whose headers others include, and which are not the toolkit's own or lie where no compiler looks.
ONLY_INCLUDED = ("nvidia-cuda-opencl", "nvidia-cuda-sanitizer-api")
CCCL = "nvidia-cuda-cccl"
RELEASES = ("first", "last", "deprecated", "release")  # keys
WHEELS, CMAKE = "nvidia-component-wheels", "cmake-findcudatoolkit"  # sources
# The first ones win where headers of several wheels have a name.
FIRST = ("nvidia-cuda-runtime", "nvidia-cublas", "nvidia-cufft", "nvidia-curand", "nvidia-cusolver", "nvidia-cusparse")
LIBRARIES = [  # the library with a header's functions, by CMake's FindCUDAToolkit and the libraries' symbols
    (r"cuda(GL|EGL|VDPAU|Profiler)?(Typedefs)?\.h", "cuda"), (r"cublasLt\.h", "cublasLt"), (r"cublas.*\.h", "cublas"),
    (r"nvblas\.h", "nvblas"), (r"cufftw\.h", "cufftw"), (r"cufft.*\.h|cudalibxt\.h", "cufft"), (r"curand\.h", "curand"),
    (r"cusolverMg\.h", "cusolverMg"), (r"cusolver.*\.h", "cusolver"), (r"cusparse.*\.h", "cusparse"),
    (r"nvrtc\.h", "nvrtc"), (r"nvvm\.h", "nvvm"), (r"nvml\.h", "nvidia-ml"), (r"nvjpeg\.h", "nvjpeg"),
    (r"nvJitLink\.h", "nvJitLink"), (r"nvFatbin\.h", "nvfatbin"), (r"nvPTXCompiler\.h", "nvptxcompiler_static"),
    (r"cufile\.h", "cufile"), (r"cudla\.h", "cudla"), (r"cupti_pcsampling_util\.h", "pcsamplingutil"),
    (r"cupti_checkpoint\.h", "checkpoint"), (r"(.*/)?cupti.*\.h", "cupti"), (r"nvperf_(cuda_)?host\.h", "nvperf_host"),
    (r"nvperf_target\.h", "nvperf_target"), (r"nppcore\.h", "nppc"), (r"nppi_arith.*\.h", "nppial"),
    (r"nppi_color.*\.h", "nppicc"), (r"nppi_data.*\.h", "nppidei"), (r"nppi_filter.*\.h", "nppif"),
    (r"nppi_geom.*\.h", "nppig"), (r"nppi_linear.*\.h", "nppist"), (r"nppi_morph.*\.h", "nppim"),
    (r"nppi_stat.*\.h", "nppist"), (r"nppi_support.*\.h", "nppisu"), (r"nppi_threshold.*\.h", "nppitc"),
    (r"npps.*\.h", "npps"),
    (r"(cuda_runtime|cuda_runtime_api|cuda_device_runtime_api|cuda_profiler_api|cuda_(gl|egl|vdpau)_interop|"
     r"driver_types|channel_descriptor|cudart_platform)\.h", "cudart"),
]
# What NVIDIA's marks say before the name to use instead.
SUCCESSOR = re.compile(r"(?:[Uu]se|[Uu]sing|[Rr]eplaced (?:by|with)|[Ss]uperseded by|[Ii]n favou?r of|"
                       r"non-deprecated function)\s+"
                       r"(?:the |new |function |API |\\(?:ref|p|c) )*[:#`']*([A-Za-z_](?:\w|::\w){4,})")


def library_of(header):
    return next((library for pattern, library in LIBRARIES if re.fullmatch(pattern, header)), None)


def successor(name, names):
    """The name that NVIDIA's mark says to use instead; None: none, or the release has no such name of that kind."""
    for word in SUCCESSOR.findall(name.note or ""):
        found = names.get((name.parent or "", word)) or names.get(("", word))
        if word != name.name and found and not found.deprecated and (found.kind == name.kind or name.kind == "field"):
            return found
    return None


def successor_row(name, found):
    """`exact`: a function of the same type, or an enumerator of the same value."""
    same = name.kind == found.kind and name.canonical and name.canonical == found.canonical
    return {"kind": "name", "parent": name.parent, "name": name.name, "successor": found.name, "exact": bool(same),
            "code": None, "sources": (WHEELS,)}


def parameters(signature):
    """The types of the result and the parameters."""
    result, inner = re.fullmatch(r"(.*?) ?\((.*)\)", signature).groups()
    found, depth = [""], 0
    for character in inner:
        depth += {"(": 1, ")": -1}.get(character, 0)
        if character == "," and not depth:
            found.append("")
        else:
            found[-1] += character
    return [result, *(text.strip() for text in found)]


def difference(old, new):
    """The numbers of the parameters whose types differ, 0 is the result, with their types; otherwise the signatures."""
    before, after = parameters(old.signature), parameters(new.signature)
    if len(before) != len(after):
        return {"parameters": (), "before": (old.signature,), "after": (new.signature,)}
    numbers = tuple(number for number, pair in enumerate(zip(before, after)) if pair[0] != pair[1])
    return {"parameters": numbers, "before": tuple(before[number] for number in numbers),
            "after": tuple(after[number] for number in numbers)}


class Table:
    """The rows of api.json, each name's runs of releases by its key."""

    def __init__(self, stored):
        self.stored = stored
        self.releases = [row["release"] for row in stored["apiReleases"]]
        self.names, self.headers = collections.defaultdict(list), collections.defaultdict(list)
        for row in stored["apiNames"]:
            for name in unpacked(row["names"]):
                self.names["", name].append({**row, "names": None})
        for row in stored["apiFields"]:
            for name in unpacked(row["fields"]):
                self.names[row["parent"], name].append({**row, "fields": None})
        for row in stored["apiHeaders"]:
            for name in row["headers"]:
                self.headers[row["directory"], name].append({**row, "headers": None, "sources": tuple(row["sources"])})
        self.successors = {successor_key(row): row for row in stored["apiSuccessors"]}
        self.targets = stored["apiTargets"]
        self.signatures = collections.defaultdict(list)
        for row in stored["apiSignatures"]:
            lists = {key: tuple(row[key]) for key in ("parameters", "before", "after")}
            for name in unpacked(row["names"]):
                self.signatures["", name].append({**row, **lists, "names": None})

    def add_names(self, release, before, after, unknown):
        """`before` is the snapshot of the table's last release; None in an empty table. `unknown` are headers that can
        be older than their wheels."""
        last = self.releases[-1] if self.releases else None
        for key, runs in self.names.items():
            if runs[-1]["last"] is None and key not in after.known:
                runs[-1]["last"] = last
        for key, name in after.names.items():
            runs = self.names[key]
            if not runs or runs[-1]["last"] is not None:
                first = release if last and name.header not in unknown else None
                runs.append({"first": first, "last": None, "deprecated": None})
            row = runs[-1]
            row.update(kind=name.kind, header=name.header, cuda=name.cuda,
                       deprecated=(row["deprecated"] or release) if name.deprecated else None)
            if name.deprecated and (found := successor(name, after.names)):
                new = successor_row(name, found)
                self.successors[successor_key(new)] = new
        for key, old in (before.names if before else {}).items():
            if (new := after.names.get(key)) and changed(old, new):
                self.signatures[key].append({"release": release, "functionBefore": old.meaning,
                                             "functionAfter": new.meaning, **difference(old, new)})

    def add_headers(self, release, found, unknown):
        """`found`: component, directory and path of each header."""
        last = self.releases[-1] if self.releases else None
        for (directory, path), runs in self.headers.items():
            if runs[-1]["last"] is None and (directory, path) not in found:
                runs[-1]["last"] = last
        for (directory, path), component in found.items():
            runs, library = self.headers[directory, path], library_of(path)
            if not runs or runs[-1]["last"] is not None:
                runs.append({"component": component, "directory": directory, "library": library,
                             "first": release if last and path not in unknown else None, "last": None,
                             "sources": (WHEELS, CMAKE) if library else (WHEELS,)})

    def add_guides(self, guides):
        """What people read: successors that no header names, and the releases of CMake with a target."""
        self.successors |= {successor_key(row): row for row in guides["apiSuccessors"]}
        groups = collections.defaultdict(list)
        for row in guides["apiTargets"]:
            for target in row["targets"]:
                groups[row["cmake"], *self.releases_with(target, row), tuple(row["sources"])].append(target)
        rows = [dict(zip(("cmake", "first", "last", "sources", "targets"), (*group, sorted(targets))))
                for group, targets in groups.items()]
        self.targets = sorted(rows, key=lambda row: row["targets"])

    def releases_with(self, target, row):
        """The first and last release with the file of the target, in components.json; `row` can say them."""
        if "first" in row:
            return row["first"], row["last"]
        components = json.loads((DATA / "components.json").read_text(encoding="utf-8"))
        library = target.removeprefix("CUDA::")
        file = next((item["file"] for item in components["cmake"] if item["name"] == target), f"lib{library}.")
        found = [item for item in components["files"] if holds(item, file)]
        if not found:
            raise SystemExit(f"components.json lacks {file}, the file of {target}")
        first = None if any(item["first"] is None for item in found) else min(
            (item["first"] for item in found), key=api_wheels.numbers)
        last = None if any(item["last"] is None for item in found) else max(
            (item["last"] for item in found), key=api_wheels.numbers)
        within = [release for release in self.releases
                  if last and api_wheels.numbers(release)[:2] <= api_wheels.numbers(last)[:2]]
        return first if first in self.releases[1:] else None, within[-1] if last else None

    def json(self):
        names = {key: runs for key, runs in self.names.items() if not key[0]}
        fields = {key: runs for key, runs in self.names.items() if key[0]}
        return {
            "schemaVersion": 1,
            "apiReleases": [{"release": release} for release in self.releases],
            "apiHeaders": grouped(self.headers, ("component", "directory", "library", "first", "last", "sources"),
                                  "headers"),
            "apiNames": grouped(names, ("header", "kind", "cuda", "first", "last", "deprecated"), "names"),
            "apiFields": grouped(fields, ("parent", "first", "last", "deprecated"), "fields"),
            "apiSuccessors": [row for _, row in sorted(self.successors.items())],
            "apiSignatures": grouped(self.signatures, ("release", "functionBefore", "functionAfter", "parameters",
                                                       "before", "after"), "names"),
            "apiTargets": [sources_last(row) for row in self.targets],
        }


def successor_key(row):
    return row["kind"], row["parent"] or "", row["name"]


def holds(row, file):
    """Whether a row of components.json has the header or library; `libcublas.` is of either kind."""
    name = re.sub("^lib", "", file).partition(".")[0]
    libraries = row["libraries"] + row["stubs"] if not file.endswith(".a") else []
    static = row["staticLibraries"] if not file.endswith(".so") else []
    return name in libraries + static or any(file == header or (header.endswith("/") and file.startswith(header))
                                             for header in row["headers"])


def changed(old, new):
    """A type can be spelled in another way, or have another tag."""
    if old.kind != new.kind or old.kind != "function" or not old.canonical or not new.canonical:
        return False
    return old.meaning != new.meaning or (old.canonical != new.canonical and old.signature != new.signature)


def sources_last(row):
    """The row as the loader writes it."""
    return {key: row[key] for key in sorted(row, key=lambda key: key == "sources")}


def grouped(items, keys, names):
    """One row for all names with the same values of the keys."""
    groups = collections.defaultdict(list)
    for (parent, name), runs in items.items():
        for run in runs:
            groups[tuple({**run, "parent": parent}.get(key) for key in keys)].append(name)

    def order(group):
        return [(value is not None, api_wheels.numbers(value) if key in RELEASES and value
                 else value if isinstance(value, tuple) else str(value or "")) for key, value in zip(keys, group)]
    rows = [{**dict(zip(keys, group)), names: (sorted if names == "headers" else packed)(groups[group])}
            for group in sorted(groups, key=order)]
    return [sources_last(row) for row in rows]


def architectures(release):
    """The oldest and the newest architecture that the release's nvcc has, as numbers."""
    rows = json.loads((DATA / "capabilities.json").read_text(encoding="utf-8"))["capabilities"]
    known = []
    for row in rows:
        first, last = row["nvcc"]["first"], row["nvcc"]["last"]
        number = re.fullmatch(r"(\d+)\.(\d)", row["capability"])
        if number and (not first or api_wheels.numbers(first) <= release) and (
                not last or release[:len(api_wheels.numbers(last))] <= api_wheels.numbers(last)):
            known.append(int(number[1] + number[2]))
    return min(known), max(known)


def folders_of(cache, pins):
    """The headers of the release's wheels: those with rows, those that they include, and CCCL's."""
    own, included, cccl = [], [], []
    for wheel, version in pins.items():
        folder = api_wheels.headers(cache, wheel, version)
        if not folder:
            print(f"PyPI lacks {wheel} {version}", flush=True)
        if folder and any(folder.iterdir()):
            (cccl if wheel.startswith(CCCL) else included if wheel.startswith(ONLY_INCLUDED) else own).append(folder)
    own.sort(key=lambda folder: (not folder.name.startswith(FIRST), folder.name))
    own.sort(key=lambda folder: not folder.name.startswith(FIRST[0]))
    return own, included, cccl


def header_paths(own, cccl):
    """Directory and path of each public header, with its wheel without -cu12."""
    found = {}
    for folder in own + cccl:
        wheel = component_of(folder.name.rpartition("-")[0])
        for path in api_headers.public_headers(folder):
            directory = "cccl" if path.startswith("cccl/") else None
            found.setdefault((directory, path.removeprefix("cccl/")), wheel)
    return found


def without_wheels_before(headers, release, pins, pins_before):
    """The headers whose wheels are new in the release, and whose component is not."""
    rows = json.loads((DATA / "components.json").read_text(encoding="utf-8"))["components"]
    older = {row["id"] for row in rows
             if not row["first"] or api_wheels.numbers(row["first"]) < api_wheels.numbers(release)}
    new = set(map(component_of, pins)) - set(map(component_of, pins_before))
    return {path for (_, path), component in headers.items() if component in new & older}


def read(cache, release, pins, repository):
    own, included, cccl = folders_of(cache, pins)
    version = api_wheels.numbers(release)
    cccl = [api_cccl.complete(cache, release, folder, repository) for folder in cccl]
    roots = [folder / "cccl" if (folder / "cccl").is_dir() else folder for folder in cccl]
    numbers = architectures(version)
    snapshot = api_headers.read(cache, version, numbers, own, [*included, *roots])
    for root in roots:
        snapshot.join(api_cccl.read(cache, version, numbers, root, [*own, *included]))
    return snapshot, header_paths(own, cccl)


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--cache", default=os.environ.get("XDG_CACHE_HOME", "~/.cache") + "/cudastdenv-api")
    parser.add_argument("--all", action="store_true")
    parser.add_argument("--cccl")
    parser.add_argument("releases", nargs="*")
    arguments = parser.parse_args()
    cache = pathlib.Path(arguments.cache).expanduser()
    files = api_wheels.releases_on_pypi()
    table = Table(EMPTY if arguments.all else json.loads(TABLE.read_text(encoding="utf-8")))
    read_before = {} if arguments.all else json.loads(READ.read_text(encoding="utf-8"))["releases"]
    before = read(cache, table.releases[-1], read_before[table.releases[-1]],
                  arguments.cccl)[0] if table.releases else None
    for release, file in files.items():
        newer = not table.releases or api_wheels.numbers(release) > api_wheels.numbers(table.releases[-1])
        if release in WRONG_PINS or not newer or (arguments.releases and release not in arguments.releases):
            continue
        pins = api_wheels.pins(file)
        snapshot, headers = read(cache, release, pins, arguments.cccl)
        unknown = set()
        if table.releases:
            unknown = without_wheels_before(headers, release, pins, read_before[table.releases[-1]])
        read_before[release] = pins
        table.add_names(release, before, snapshot, unknown)
        table.add_headers(release, headers, unknown)
        table.releases.append(release)
        before = snapshot
        kinds = collections.Counter(name.kind for name in snapshot.names.values())
        print(release, len(snapshot.names), dict(sorted(kinds.items())), *sorted(set(snapshot.errors)), sep="\n  ",
              flush=True)
    table.add_guides(json.loads(GUIDES.read_text(encoding="utf-8")))
    TABLE.write_text(canonical.canonical(table.json()), encoding="utf-8")
    READ.write_text(canonical.canonical({"sources": [{
        "title": "PyPI: the wheels that cuda-toolkit requires, in the version with the highest build number",
        "url": "https://pypi.org/simple/cuda-toolkit/"}], "releases": read_before}), encoding="utf-8")


if __name__ == "__main__":
    main()
