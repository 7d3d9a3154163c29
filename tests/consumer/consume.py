#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""Builds the consumer as a user of the library would, in its own directory, runs it and checks its answer.

usage: consume.py pkg-config|moved|cmake|fetch-content|subproject --source DIR --build DIR [--static]

`pkg-config`, `moved` and `cmake` use what the build directory installs: in its own root; moved away from its prefix, by
pkg-config; moved elsewhere, by CMake. `--static` links a static program. `fetch-content` (CMake's) and `subproject`
(Meson's) use the sources. The compiler and its flags come from CXX and CXXFLAGS.
"""

import argparse
import json
import os
import pathlib
import re
import shlex
import shutil
import subprocess
import sys
import tempfile

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parents[1]))
import programs  # noqa: E402
from programs import MESON  # noqa: E402

SKIPPED = 77
ANSWER = "gcc-14\n"
HERE = pathlib.Path(__file__).resolve().parent
CXX = shlex.split(os.environ.get("CXX", "c++"))
CXXFLAGS = shlex.split(os.environ.get("CXXFLAGS", ""))


def run(*command, **environment):
    return programs.run(*command, env={**os.environ, **environment})


def need(program):
    if shutil.which(program) is None:
        print(f"skipped: there is no {program}")
        sys.exit(SKIPPED)


def installed(options, root, name):
    """Installs below `root` and returns the directory of the file with that name."""
    run(*MESON, "install", "-C", options.build, "--no-rebuild", "--quiet", "--destdir", root)
    return next(root.rglob(name)).parent


def check(program, libraries=""):
    answer = run(program, LD_LIBRARY_PATH=str(libraries))
    if answer != ANSWER:
        sys.exit(f"the consumer answers {answer!r}, not {ANSWER!r}")


def check_data(visible):
    """The package has the directory of the tables that a program can read instead of the built-in ones."""
    root = pathlib.Path(visible["PKG_CONFIG_SYSROOT_DIR"])
    place = run("pkg-config", "--variable=pkgdatadir", "cudastdenv", **visible).strip()
    if not (root / place.removeprefix(str(root)).lstrip("/") / "releases.json").is_file():
        sys.exit(f"there is no releases.json in {place}, which is pkgdatadir")


def by_pkg_config(options, scratch):
    need("pkg-config")
    root = scratch / "root"
    folder = installed(options, root, "cudastdenv.pc")
    # No other package is visible: a user needs none of the libraries that cudastdenv is built with.
    visible = {"PKG_CONFIG_LIBDIR": str(folder), "PKG_CONFIG_SYSROOT_DIR": str(root)}
    static = ["--static"] if options.static else []
    flags = shlex.split(run("pkg-config", "--cflags", "--libs", *static, "cudastdenv", **visible))
    link = ["-static"] if options.static else []
    program = scratch / "consumer"
    warnings = ["-Wall", "-Wextra", "-Wpedantic", "-Werror"]
    run(*CXX, *CXXFLAGS, "-std=c++20", *warnings, HERE / "consumer.cpp", "-o", program, *flags, *link)
    check(program, libraries=folder.parent)
    check_data(visible)
    check_language(options, [flag for flag in flags if flag.startswith("-I")], scratch)


def check_language(options, flags, scratch):
    """In C++17 the first error is one sentence; in C the macros exist."""
    source = scratch / "old.cpp"
    source.write_text("#include <cudastdenv/tables.hpp>\n", encoding="utf-8")
    done = subprocess.run([*CXX, "-std=c++17", "-fsyntax-only", source, *flags], stderr=subprocess.PIPE, text=True, check=False)
    first = next(line for line in done.stderr.splitlines() if "error" in line)
    if "cudastdenv needs C++20: compile with -std=c++20" not in first:
        sys.exit(f"in C++17 the first error is {first!r}")
    version = re.search(r"^\s*version: '([\d.]+)'", (options.source / "meson.build").read_text(encoding="utf-8"), re.MULTILINE)
    source = scratch / "version.c"
    source.write_text("#include <cudastdenv/config.h>\n"
                      "CUDASTDENV_VERSION CUDASTDENV_VERSION_MAJOR.CUDASTDENV_VERSION_MINOR.CUDASTDENV_VERSION_PATCH\n",
                      encoding="utf-8")
    output = run(*CXX, "-x", "c", "-E", "-P", source, *flags).strip().replace(" ", "")
    if output != f'"{version[1]}"{version[1]}':
        sys.exit(f"the macros say {output}, and the project is {version[1]}")


def by_cmake(options, scratch):
    need("cmake")
    # CMake's default directories depend on the distribution; Meson's, too.
    package = installed(options, scratch / "root", "cudastdenvConfig.cmake")
    # The build directory was installed elsewhere before: one place is gone, and one is a link, like /lib to /usr/lib.
    build, other, linked = scratch / "build", scratch / "other", scratch / "linked"
    shutil.copytree(scratch / "root", other, symlinks=True)
    linked.mkdir()
    (linked / "lib").symlink_to(package.parents[1])
    for folder in (other / package.relative_to(scratch / "root"), linked / "lib" / "cmake" / package.name, package):
        run("cmake", "-G", "Ninja", "-S", HERE / "cmake", "-B", build, f"-Dcudastdenv_DIR={folder}",
            CXX=shlex.join(CXX), CXXFLAGS=shlex.join(CXXFLAGS))
        shutil.rmtree(other, ignore_errors=True)
    run("cmake", "--build", build)
    check(build / "consumer")


def by_moved(options, scratch):
    """The directories of the prefix, moved: nothing contains their old place."""
    need("pkg-config")
    values = {option["name"]: option["value"] for option in introspect(options.build, "--buildoptions")}
    if not values["pkgconfig.relocatable"]:
        print("skipped: this build is configured with pkgconfig.relocatable=false")
        sys.exit(SKIPPED)
    installed(options, scratch / "root", "cudastdenv.pc")
    moved = scratch / "somewhere else" / "moved"
    moved.parent.mkdir()
    pathlib.Path(f"{scratch}/root{values['prefix']}").rename(moved)
    folder = moved / values["libdir"] / "pkgconfig"
    visible = {"PKG_CONFIG_LIBDIR": str(folder)}
    flags = shlex.split(run("pkg-config", "--cflags", "--libs", "cudastdenv", **visible))
    program = scratch / "consumer"
    run(*CXX, *CXXFLAGS, "-std=c++20", HERE / "consumer.cpp", "-o", program, *flags)
    check(program, libraries=moved / values["libdir"])
    tables = pathlib.Path(run("pkg-config", "--variable=pkgdatadir", "cudastdenv", **visible).strip().replace("\\ ", " "))
    if not os.path.samefile(tables, moved / values["datadir"] / "cudastdenv"):
        sys.exit(f"pkgdatadir is {tables}, which is not in {moved}")
    for path in (*folder.iterdir(), *(moved / values["libdir"] / "cmake").rglob("*.cmake")):
        if values["prefix"] in path.read_text(encoding="utf-8"):
            sys.exit(f"{path} names {values['prefix']}")


def by_fetch_content(options, scratch):
    need("cmake")
    build = scratch / "build"
    # As Meson does by default.
    cached = ["-DCMAKE_CXX_COMPILER_LAUNCHER=ccache"] if shutil.which("ccache") else []
    run("cmake", "-G", "Ninja", "-S", HERE / "fetch_content", "-B", build, f"-DCUDASTDENV_SOURCE={options.source}",
        *cached, CXX=shlex.join(CXX), CXXFLAGS="")
    run("cmake", "--build", build)
    check(build / "consumer")


def introspect(build, what):
    return json.loads(run(*MESON, "introspect", build, what))


def executables_of(build):
    return sorted(target["name"] for target in introspect(build, "--targets") if target["type"] == "executable")


def by_subproject(options, scratch):
    shutil.copy(HERE / "subproject" / "meson.build", scratch)
    shutil.copy(HERE / "consumer.cpp", scratch)
    (scratch / "subprojects").mkdir()
    (scratch / "subprojects" / "cudastdenv").symlink_to(options.source)
    build = scratch / "build"
    run(*MESON, "setup", build, scratch, "--force-fallback-for=cudastdenv", "--buildtype=plain",
        CXX=shlex.join(CXX), CXXFLAGS="")
    # Only the library: the user's project decides what is installed, tested and built by default.
    expected = ([], [], ["consumer", "embed"])
    found = (list(introspect(build, "--installed")), introspect(build, "--tests"), executables_of(build))
    if found != expected:
        sys.exit(f"installed, tests and programs are {found}, not {expected}")
    run("ninja", "-C", build)
    check(build / "consumer")
    if options.with_command:
        run(*MESON, "configure", build, "-Dcudastdenv:command=true")
        run("ninja", "-C", build, "build.ninja")
        if "cudastdenv" not in executables_of(build):
            sys.exit("the command was asked for and is not built")


def main():
    ways = {
        "pkg-config": by_pkg_config,
        "moved": by_moved,
        "cmake": by_cmake,
        "fetch-content": by_fetch_content,
        "subproject": by_subproject,
    }
    parser = argparse.ArgumentParser()
    parser.add_argument("way", choices=ways)
    parser.add_argument("--source", type=pathlib.Path, required=True)
    parser.add_argument("--build", type=pathlib.Path, required=True)
    parser.add_argument("--static", action="store_true")
    parser.add_argument("--with-command", action="store_true", help="as a subproject, the command can be had")
    options = parser.parse_args()
    with tempfile.TemporaryDirectory(prefix="cudastdenv-consumer-") as scratch:
        ways[options.way](options, pathlib.Path(scratch))
    print(f"the consumer answers {ANSWER.strip()}")


main()
