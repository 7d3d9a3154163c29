#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""CMake compiles the same sources for the library as Meson.

usage: cmake_sources.py SOURCE BUILD

BUILD is a build directory of Meson. Both build systems write files that include the sources of a unit.
"""

import pathlib
import re
import shutil
import sys
import tempfile

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parents[1]))
from programs import run  # noqa: E402

SKIPPED = 77
LIBRARIES = ("loader", "answer", "file", "whole")


def included(files):
    """The sources that the files include, relative to src/; a generated one by its name."""
    names = set()
    for file in files:
        for name in re.findall(r'^#include ?[<"](.*\.cpp)[">]$', file.read_text(encoding="utf-8"), re.MULTILINE):
            names.add(name.rpartition("/src/")[2] if "/src/" in name else pathlib.Path(name).name)
    return names


def main():
    source, build = (pathlib.Path(argument).resolve() for argument in sys.argv[1:])
    if not shutil.which("cmake"):
        sys.exit(SKIPPED)
    by_meson = set().union(*(included((build / "src").glob(f"libcudastdenv-{library}.a.p/*-unity*.cpp"))
                             for library in LIBRARIES))
    with tempfile.TemporaryDirectory(prefix="cudastdenv-cmake-sources-") as folder:
        run("cmake", "-S", source, "-B", folder)
        by_cmake = included(file for target in ("cudastdenv", "cudastdenv-loader")
                            for file in pathlib.Path(folder).glob(f"CMakeFiles/{target}.dir/Unity/*.cxx"))
    by_cmake.discard("builtin_tables.cpp")  # a file of its own in Meson
    if not by_meson or by_meson != by_cmake:
        sys.exit(f"only by Meson: {sorted(by_meson - by_cmake)}\nonly by CMake: {sorted(by_cmake - by_meson)}")
    print(f"{len(by_meson)} sources")


main()
