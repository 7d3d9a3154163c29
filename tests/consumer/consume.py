#!/usr/bin/env python3
"""Builds the consumer as a user of the library would, in a folder of its own, runs it and checks its answer.

usage: consume.py pkg-config|cmake|subproject --source DIR --build DIR [--static]

`pkg-config` and `cmake` use what the build folder installs, moved elsewhere; `--static` links a static program.
`subproject` uses the sources. The compiler and its flags come from CXX and CXXFLAGS.
"""

import argparse
import os
import pathlib
import shlex
import shutil
import subprocess
import sys
import tempfile

SKIPPED = 77
ANSWER = "gcc-14\n"
HERE = pathlib.Path(__file__).resolve().parent
CXX = shlex.split(os.environ.get("CXX", "c++"))
CXXFLAGS = shlex.split(os.environ.get("CXXFLAGS", ""))
# The Meson that runs this test; it need not be on PATH.
MESON = shlex.split(os.environ.get("MESONINTROSPECT", "meson introspect"))[:-1]


def run(*command, **environment):
    command = [str(part) for part in command]
    done = subprocess.run(
        command,
        env={**os.environ, **environment},
        stdin=subprocess.DEVNULL,
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        text=True,
        check=False,
    )
    if done.returncode != 0:
        sys.exit(f"{shlex.join(command)}: exit code {done.returncode}\n{done.stdout}")
    return done.stdout


def need(program):
    if shutil.which(program) is None:
        print(f"skipped: there is no {program}")
        sys.exit(SKIPPED)


def installed(options, root, name):
    """Installs below `root` and returns the folder that the file of that name came to lie in."""
    run(*MESON, "install", "-C", options.build, "--no-rebuild", "--quiet", "--destdir", root)
    return next(root.rglob(name)).parent


def check(program, libraries=""):
    answer = run(program, LD_LIBRARY_PATH=str(libraries))
    if answer != ANSWER:
        sys.exit(f"the consumer answers {answer!r}, not {ANSWER!r}")


def by_pkg_config(options, scratch):
    need("pkg-config")
    root = scratch / "root"
    folder = installed(options, root, "cudastdenv.pc")
    # No other package can be seen: a user needs none of the libraries that cudastdenv is made with.
    visible = {"PKG_CONFIG_LIBDIR": str(folder), "PKG_CONFIG_SYSROOT_DIR": str(root)}
    static = ["--static"] if options.static else []
    flags = shlex.split(run("pkg-config", "--cflags", "--libs", *static, "cudastdenv", **visible))
    link = ["-static"] if options.static else []
    program = scratch / "consumer"
    warnings = ["-Wall", "-Wextra", "-Wpedantic", "-Werror"]
    run(*CXX, *CXXFLAGS, "-std=c++20", *warnings, HERE / "consumer.cpp", "-o", program, *flags, *link)
    check(program, libraries=folder.parent)


def by_cmake(options, scratch):
    need("cmake")
    # Where CMake looks by itself depends on the distribution; where Meson installs, too.
    package = installed(options, scratch / "root", "cudastdenvConfig.cmake")
    build = scratch / "build"
    run("cmake", "-G", "Ninja", "-S", HERE / "cmake", "-B", build, f"-Dcudastdenv_DIR={package}",
        CXX=shlex.join(CXX), CXXFLAGS=shlex.join(CXXFLAGS))
    run("cmake", "--build", build)
    check(build / "consumer")


def by_subproject(options, scratch):
    shutil.copy(HERE / "subproject" / "meson.build", scratch)
    shutil.copy(HERE / "consumer.cpp", scratch)
    (scratch / "subprojects").mkdir()
    (scratch / "subprojects" / "cudastdenv").symlink_to(options.source)
    build = scratch / "build"
    run(*MESON, "setup", build, scratch, "--force-fallback-for=cudastdenv", "--buildtype=plain",
        CXX=shlex.join(CXX), CXXFLAGS="")
    run(*MESON, "compile", "-C", build, "consumer")
    check(build / "consumer")


def main():
    ways = {"pkg-config": by_pkg_config, "cmake": by_cmake, "subproject": by_subproject}
    parser = argparse.ArgumentParser()
    parser.add_argument("way", choices=ways)
    parser.add_argument("--source", type=pathlib.Path, required=True)
    parser.add_argument("--build", type=pathlib.Path, required=True)
    parser.add_argument("--static", action="store_true")
    options = parser.parse_args()
    with tempfile.TemporaryDirectory(prefix="cudastdenv-consumer-") as scratch:
        ways[options.way](options, pathlib.Path(scratch))
    print(f"the consumer answers {ANSWER.strip()}")


main()
