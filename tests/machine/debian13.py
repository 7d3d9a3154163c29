#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""`cudastdenv verify` in a new Debian 13 (glibc 2.41): with this machine's toolkit, and with Debian's CUDA 12.4, with
which nothing compiles there without `cudastdenv env --glibc-shim`.

usage: debian13.py COMMAND

Needs root, debootstrap, a package mirror, some 12 GB and about half an hour; the directory CUDASTDENV_ROOTS keeps the
root for the next run. Not run by default: `meson test --suite roots`.
"""

import contextlib
import json
import os
import pathlib
import shutil
import subprocess
import sys
import tempfile

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parents[1] / "roots"))
import layouts  # pylint: disable=wrong-import-position

SKIPPED = 77
COMPILERS = ["g++-12", "g++-13", "g++-14", "clang-17", "clang-18", "clang-19"]
TOOLKIT_PACKAGES = ["nvidia-cuda-toolkit", "nvidia-cuda-dev", "libnvvm4"]


def skip(why):
    print(f"skipped: {why}")
    sys.exit(SKIPPED)


def in_root(root, *command, **options):
    environment = {"PATH": "/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin", "HOME": "/root", "LC_ALL": "C",
                   "DEBIAN_FRONTEND": "noninteractive"}
    return subprocess.run(["chroot", str(root), *command], env=environment, check=options.pop("check", True), **options)


def make_root(root):
    """A Debian 13 with its compilers; existing files stay."""
    if not (root / "usr/bin/g++-14").exists():
        subprocess.run(["debootstrap", "--variant=minbase", "--components=main,contrib,non-free", "trixie", str(root)],
                       check=True)
        shutil.copy("/etc/resolv.conf", root / "etc/resolv.conf")
    in_root(root, "apt-get", "install", "-y", "--no-install-recommends", "libc6-dev", *COMPILERS)


@contextlib.contextmanager
def mounted(root):
    subprocess.run(["mount", "-t", "proc", "proc", str(root / "proc")], check=True)
    try:
        yield
    finally:
        subprocess.run(["umount", str(root / "proc")], check=True)


def copy_toolkit(toolkit, root):
    """This machine's toolkit, at the place of NVIDIA's installer."""
    place = root / "usr/local/cuda-of-host"
    if not place.exists():
        shutil.copytree(toolkit, place, symlinks=True)
    return "/usr/local/cuda-of-host"


def unpack_debians_toolkit(root):
    place = root / "opt/cuda-of-debian"
    if not place.exists():
        work = root / "tmp/toolkit"
        work.mkdir(exist_ok=True)
        in_root(root, "sh", "-c", "cd /tmp/toolkit && apt-get download " + " ".join(TOOLKIT_PACKAGES))
        for package in work.glob("*.deb"):
            in_root(root, "dpkg-deb", "-x", f"/tmp/toolkit/{package.name}", "/tmp/toolkit/unpacked")
        layouts.lay_out_debians(work / "unpacked", place)
        shutil.rmtree(work)
    return "/opt/cuda-of-debian"


def verify(root, toolkit, *arguments):
    result = in_root(root, "cudastdenv", "verify", "--toolkit", toolkit, "--stdenv", "gcc-14", "--json", *arguments,
                     check=False, stdout=subprocess.PIPE, text=True)
    answer = json.loads(result.stdout)
    for row in answer["rows"]:
        if row["verdict"] == "different":
            print(f"{toolkit}: {row}")
    assert result.returncode == 0 and answer["different"] == 0, result.returncode
    return answer


def check_with_hosts_toolkit(root, toolkit):
    answer = verify(root, copy_toolkit(toolkit, root))
    rows = [row for row in answer["rows"] if row["kind"] == "compiler"]
    working = {row["compiler"] for row in rows if row["seen"]["name"] == "works"}
    assert {"gcc-12", "gcc-13", "gcc-14"} <= working, working
    return answer


def check_with_debians_toolkit(root):
    answer = verify(root, unpack_debians_toolkit(root))
    assert answer["cuda"]["release"].startswith("12.4"), answer["cuda"]
    rows = [row for row in answer["rows"] if row["kind"] == "compiler"]
    assert rows and not any(row["seen"]["name"] == "works" for row in rows), rows
    assert any(row["predicted"]["advisory"] == "glibc-2.41-sinpi" for row in rows), rows
    return answer


# Compiled with g++-14, it needs a symbol that the libstdc++ of g++-13 lacks, the compiler for CUDA 12.4.
NEEDS_NEWER = """#include <stdexcept>
struct Guard { ~Guard() noexcept; };
int fail(int x) { if (x > 5) throw std::runtime_error("x"); return x; }
Guard::~Guard() noexcept { try { fail(9); } catch (std::logic_error&) {} }
int answer(int x) noexcept { delete (x > 100 ? new Guard : nullptr); return x + 1; }
"""
PROGRAM = """#include <string>
#include <vector>
int answer(int) noexcept;
__global__ void kernel(float* x) { *x = sinpif(*x) + rsqrtf(*x); }
int main() { return std::vector<std::string>{"a"}.size() == 1 && answer(41) == 42 ? 0 : 1; }
"""


def check_environment(root):
    """The shim, the older compiler, and the newer libstdc++ on the link line: all that `env` sets."""
    toolkit = unpack_debians_toolkit(root)
    work = root / "tmp/with space"
    shutil.rmtree(work, ignore_errors=True)
    work.mkdir()
    (work / "answer.cpp").write_text(NEEDS_NEWER, encoding="utf-8")
    (work / "program.cu").write_text(PROGRAM, encoding="utf-8")

    def build(flags):
        script = f"""cd '/tmp/with space' && export CXX=g++-14 PATH={toolkit}/bin:$PATH && g++-14 -O1 -c answer.cpp
            lines=$(cudastdenv env --cuda host --glibc-shim shim) && eval "$lines" && {flags}
            for standard in c++17 c++20; do
                nvcc -std=$standard -arch=sm_75 program.cu answer.o -o program && ./program || exit 1
            done"""
        return in_root(root, "sh", "-c", script, check=False, stderr=subprocess.PIPE, text=True)

    result = build("true")
    assert result.returncode == 0, result.stderr
    without_link = build("NVCC_PREPEND_FLAGS=\"-ccbin $NVCC_CCBIN -isystem shim\"")
    assert "__cxa_call_terminate" in without_link.stderr, without_link.stderr
    without_shim = build("NVCC_PREPEND_FLAGS=\"-ccbin $NVCC_CCBIN\"")
    assert "sinpi" in without_shim.stderr, without_shim.stderr


def main():
    command = os.path.abspath(sys.argv[1])
    if os.geteuid() != 0 or not shutil.which("debootstrap"):
        skip("needs root and debootstrap")
    detected = json.loads(subprocess.run([command, "detect", "--json"], capture_output=True, check=True).stdout)
    if not detected["toolkits"]:
        skip("needs an nvcc")
    kept = os.environ.get("CUDASTDENV_ROOTS")
    folder = pathlib.Path(kept or tempfile.mkdtemp(prefix="cudastdenv-roots-"))
    root = folder / "trixie"
    try:
        make_root(root)
        shutil.copy(command, root / "usr/local/bin/cudastdenv")
        if in_root(root, "cudastdenv", "--version", check=False).returncode != 0:
            skip("the command does not run there: build it statically")
        with mounted(root):
            first = check_with_hosts_toolkit(root, detected["toolkits"][0]["root"])
            second = check_with_debians_toolkit(root)
            check_environment(root)
    finally:
        if not kept:
            shutil.rmtree(folder)
    for answer in (first, second):
        print(f"CUDA {answer['cuda']['release']}: {answer['asPredicted']} rows as predicted")


main()
