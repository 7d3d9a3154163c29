#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""Builds the project with other options than the build directory under test, and checks the results.

usage: builds.py linking|cmake-shared|cross|cross-command --source DIR

linking         default_library x static_command, b_pie, and what distributions configure
cmake-shared    the shared library and its consumer, by CMake
cross           the library for aarch64 and its consumer, which an emulator runs
cross-command   the command too, with Debian's Boost and libarchive for aarch64, which are fetched for it
The compiler for builds that are not cross builds comes from CXX.
"""

import argparse
import itertools
import pathlib
import re
import shlex
import shutil
import struct
import sys
import tempfile

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parents[2] / "packaging"))
import debian  # noqa: E402

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parents[1]))
from programs import MESON, run  # noqa: E402

SKIPPED = 77
HERE = pathlib.Path(__file__).resolve().parent
TRIPLET = "aarch64-linux-gnu"
EMULATOR = ["qemu-aarch64", "-L", f"/usr/{TRIPLET}"]
QUESTION = ["resolve", "--cuda", "12.8", "--stdenv", "gcc-15", "--available", "gcc-13,gcc-14"]


def skip_without(*programs):
    for program in programs:
        if shutil.which(program) is None:
            print(f"skipped: there is no {program}")
            sys.exit(SKIPPED)


def kind_of(program):
    """(whether it is position-independent, whether it needs a loader), for a 64-bit ELF program."""
    content = program.read_bytes()
    elf_type = struct.unpack_from("<H", content, 16)[0]
    offset, size, count = *struct.unpack_from("<Q", content, 32), *struct.unpack_from("<HH", content, 54)
    segments = {struct.unpack_from("<I", content, offset + size * index)[0] for index in range(count)}
    return elf_type == 3, 3 in segments


def expect(name, found, expected):
    if found != expected:
        sys.exit(f"{name}: {found}, not {expected}")
    print(f"{name}: {found}", flush=True)


def check_linking(source, scratch):
    """All in one directory: only linking differs."""
    build = scratch / "build"
    run(*MESON, "setup", build, source, "-Dtests=disabled", "-Doptimization=0")

    def linked(**options):
        run(*MESON, "configure", build, *(f"-D{name}={value}" for name, value in options.items()))
        run("ninja", "-C", build)
        run(build / "src" / "cudastdenv", *QUESTION)
        position_independent, needs_loader = kind_of(build / "src" / "cudastdenv")
        return position_independent, "dynamic" if needs_loader else "static"

    for library, static in itertools.product(["static", "shared", "both"], ["auto", "true", "false"]):
        is_static = static == "true" or (static == "auto" and library != "shared")
        found = linked(default_library=library, static_command=static)[1]
        expect(f"default_library={library} static_command={static}", found, "static" if is_static else "dynamic")
        made = {path.name for path in (build / "src").glob("libcudastdenv.*") if path.is_file()}
        wanted = {"static": {".a"}, "shared": {".so"}, "both": {".a", ".so"}}[library]
        if not {f"libcudastdenv{suffix}" for suffix in wanted} <= made:
            sys.exit(f"default_library={library} makes {sorted(made)}")
    # The library itself, not a copy.
    run(sys.executable, HERE / "exports.py", "--shared", build / "src" / "libcudastdenv.so",
        "--static", build / "src" / "libcudastdenv.a", "--headers", source / "include")
    abi = re.search(r"CUDASTDENV_(\S+) \{", (build / "src" / "exports.map").read_text()).group(1)
    soname = f"libcudastdenv.so.{abi}"
    if f"[{soname}]" not in run("readelf", "--dynamic", build / "src" / "libcudastdenv.so"):
        sys.exit(f"the soname is not {soname}")
    for static in ["auto", "true", "false"]:
        found = linked(default_library="static", static_command=static, b_pie="true")
        expect(f"b_pie=true static_command={static}", found, (True, "static" if static == "true" else "dynamic"))
    # The options of nixpkgs, Fedora and Arch.
    distribution = scratch / "distribution"
    run(*MESON, "setup", distribution, source, "-Dauto_features=enabled", "--buildtype=plain", "--wrap-mode=nodownload")
    link = run("ninja", "-C", distribution, "-t", "commands", "src/cudastdenv").splitlines()[-1]
    expect("buildtype=plain", [word for word in shlex.split(link) if word.startswith("-static")], [])


def check_cmake_shared(source, scratch):
    skip_without("cmake", "ninja")
    build = scratch / "build"
    cached = ["-DCMAKE_CXX_COMPILER_LAUNCHER=ccache"] if shutil.which("ccache") else []
    run("cmake", "-G", "Ninja", "-S", HERE / "fetch_content", "-B", build, f"-DCUDASTDENV_SOURCE={source}",
        "-DBUILD_SHARED_LIBS=ON", *cached)
    run("cmake", "--build", build)
    library = next(path for path in build.rglob("libcudastdenv.so*") if not path.is_symlink())
    expect("the consumer of the shared library", run(build / "consumer"), "gcc-14\n")
    if "libcudastdenv.so" not in run("readelf", "--dynamic", build / "consumer"):
        sys.exit("the consumer holds the library")
    run(sys.executable, HERE / "exports.py", "--shared", library, "--headers", source / "include")


def cross_file(scratch, properties, options=""):
    path = scratch / "cross.ini"
    path.write_text(
        "[binaries]\n"
        f"c = '{TRIPLET}-gcc'\ncpp = '{TRIPLET}-g++'\nar = '{TRIPLET}-ar'\nstrip = '{TRIPLET}-strip'\n"
        "pkgconfig = 'pkg-config'\n"
        f"exe_wrapper = {EMULATOR}\n"
        "[host_machine]\nsystem = 'linux'\ncpu_family = 'aarch64'\ncpu = 'aarch64'\nendian = 'little'\n"
        f"[properties]\n{properties}\n[built-in options]\n{options}\n", encoding="utf-8")
    return path


def check_cross(source, scratch):
    skip_without(f"{TRIPLET}-g++", EMULATOR[0])
    build, program = scratch / "build", scratch / "consumer"
    run(*MESON, "setup", build, source, f"--cross-file={cross_file(scratch, '')}", "-Dcommand=false",
        "-Dtests=disabled", "-Doptimization=0")
    run("ninja", "-C", build)
    run(f"{TRIPLET}-g++", "-std=c++20", HERE / "consumer.cpp", "-o", program, f"-I{source / 'include'}",
        f"-I{build / 'include'}", build / "src" / "libcudastdenv.a")
    expect("the consumer for aarch64", run(*EMULATOR, program), "gcc-14\n")


def foreign_libraries(scratch):
    skip_without(*debian.PROGRAMS)
    try:
        return debian.command_libraries(scratch / "apt", "arm64")
    except debian.NotFetched as error:
        print(f"skipped: {error}")
        sys.exit(SKIPPED)


def check_cross_command(source, scratch):
    skip_without(f"{TRIPLET}-g++", EMULATOR[0])
    build = scratch / "build"
    root = foreign_libraries(scratch)
    libraries = root / "usr" / "lib" / TRIPLET
    # Boost's headers are those of the build machine: they are the same for all targets.
    properties = (f"boost_includedir = '/usr/include'\nboost_librarydir = '{libraries}'\n"
                  f"sys_root = '{root}'\npkg_config_libdir = '{libraries / 'pkgconfig'}'")
    options = f"cpp_link_args = '-L{libraries}'"
    run(*MESON, "setup", build, source, f"--cross-file={cross_file(scratch, properties, options)}", "-Dtests=disabled",
        "-Doptimization=0")
    run("ninja", "-C", build)
    answer = run(*EMULATOR, build / "src" / "cudastdenv", *QUESTION)
    if "gcc-14" not in answer:
        sys.exit(f"the command for aarch64 answers {answer!r}")
    print(answer)


def main():
    ways = {"linking": check_linking, "cmake-shared": check_cmake_shared, "cross": check_cross,
            "cross-command": check_cross_command}
    parser = argparse.ArgumentParser()
    parser.add_argument("way", choices=ways)
    parser.add_argument("--source", type=pathlib.Path, required=True)
    options = parser.parse_args()
    with tempfile.TemporaryDirectory(prefix="cudastdenv-builds-") as scratch:
        ways[options.way](options.source, pathlib.Path(scratch))


main()
