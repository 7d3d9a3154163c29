# SPDX-License-Identifier: MIT
"""Loading the data files, and what the checks share."""

import json
import pathlib
import re
import sys

FILES = {
    # file: the lists it holds
    "releases": ["releases", "earlyReleases", "neverReleased"],
    "host_compilers": ["hostCompilers", "compilerStandards"],
    "capabilities": ["capabilities", "formerCapabilities"],
    "libstdcxx": ["libstdcxx"],
    "measured": ["pairHeaders", "clangHeaders", "hostStandards", "ccbinVariable"],
    "advisories": ["advisories"],
    "environments": ["environments", "distributions"],
    "redist": ["systems", "jetsonSbsa", "exceptions"],
    "drivers": ["drivers", "minorVersions", "forwardCompat", "compatPackages", "ptxVersions", "gpuDrivers",
                "jetpacks"],
    "package_sets": ["packageSets"],
    "gpus": ["gpus", "hosts"],
    "components": ["components", "files", "sonames", "cmake", "packages"],
    "consumers": ["consumers", "entries", "ranges", "words"],
    "messages": ["messages", "messageTexts", "messageLines", "wrapperTexts", "successTexts", "factTexts", "errorWords",
                 "nvJitLinkLibraries"],
    "rules": ["rules"],
    "sources": ["sources"],
    "symbol_versions": ["symbolVersions"],
    "wheels": ["projects", "builds", "companions"],
    "api": ["apiReleases", "apiHeaders", "apiNames", "apiFields", "apiSuccessors", "apiSignatures",
            "apiTargets"],
}

# Components whose id is not that of the wheel.
COMPONENTS = {
    "nvidia-cublas": "libcublas", "nvidia-cuda-runtime": "cuda_cudart", "nvidia-cudla": "libcudla",
    "nvidia-cufft": "libcufft", "nvidia-cufile": "libcufile", "nvidia-curand": "libcurand",
    "nvidia-cusolver": "libcusolver", "nvidia-cusparse": "libcusparse", "nvidia-npp": "libnpp",
    "nvidia-nvfatbin": "libnvfatbin", "nvidia-nvjitlink": "libnvjitlink", "nvidia-nvjpeg": "libnvjpeg",
    "nvidia-nvml-dev": "cuda_nvml_dev", "nvidia-nvptxcompiler": "libnvptxcompiler", "nvidia-nvtx": "cuda_nvtx",
    "nvidia-nvvm": "libnvvm",
}

STANDARDS = ["c++11", "c++14", "c++17", "c++20", "c++23"]


def data_directory():
    """The directory named on the command line."""
    if len(sys.argv) != 2:
        print(f"usage: {pathlib.Path(sys.argv[0]).name} DATA_DIR", file=sys.stderr)
        sys.exit(2)
    return pathlib.Path(sys.argv[1])


def data_and_golden():
    """The data directory, and the program that has the command as a function, named on the command line."""
    if len(sys.argv) != 3:
        print(f"usage: {pathlib.Path(sys.argv[0]).name} DATA_DIR GOLDEN", file=sys.stderr)
        sys.exit(2)
    return pathlib.Path(sys.argv[1]), sys.argv[2]


def load(directory, name):
    with open(pathlib.Path(directory) / f"{name}.json", encoding="utf-8") as file:
        return json.load(file)


def load_all(directory):
    return {name: load(directory, name) for name in FILES}


def version(text):
    return tuple(int(number) for number in text.split("."))


def minor(text):
    return version(text)[:2]


def component_of(wheel):
    """`cuda_nvcc` of `nvidia-cuda-nvcc-cu12`"""
    wheel = re.sub(r"-cu1[12]$", "", wheel)
    return COMPONENTS.get(wheel, wheel.removeprefix("nvidia-").replace("-", "_"))


def capability(text):
    """Sorts by number, then baseline < a < f."""
    major, rest, kind = re.fullmatch(r"(\d+)\.(\d+)([af]?)", text).groups()
    return int(major), int(rest), ["", "a", "f"].index(kind)


def driver(text):
    """A number that is left out orders before every number."""
    numbers = tuple(int(number) for number in text.split("."))
    return numbers + (-1,) * (3 - len(numbers))


class Report:
    """Collects what is wrong; ends the program."""

    def __init__(self):
        self.findings = []

    def wrong(self, where, what):
        self.findings.append(f"{where}: {what}")

    def need(self, condition, where, what):
        if not condition:
            self.wrong(where, what)

    def in_order(self, where, keys, strictly=True):
        """Each key is greater than (or, not strictly, equal to) the one before."""
        for before, after in zip(keys, keys[1:]):
            if after < before or (strictly and after == before):
                self.wrong(where, f"{after} stands behind {before}")

    def end(self):
        for finding in self.findings:
            print(finding)
        print(f"{len(self.findings)} wrong" if self.findings else "nothing wrong")
        sys.exit(1 if self.findings else 0)


class Comparison:
    """Compares values with what others say, and counts them."""

    def __init__(self, report):
        self.report = report
        self.count = 0

    def need(self, ours, theirs, where, who):
        self.count += 1
        self.report.need(ours == theirs, where, f"is {ours}, {who} has {theirs}")

    def end(self, least):
        """`least` values are compared: a fixture that shrinks, or a name that is no longer found, checks less."""
        self.report.need(self.count >= least, "the fixtures", f"only {self.count} values are compared, not {least}")
        print(f"{self.count} values compared")
        self.report.end()
