#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""What is to be typed does with the real tools what it is for.

usage: apply.py COMMAND

Each part is skipped where its tool is not there; exits 77 where none is.
"""

import json
import os
import pathlib
import re
import shutil
import subprocess
import sys
import tempfile
import unittest

SKIPPED = 77
COMMAND = sys.argv.pop(1)
SOURCE = """
#include <string>
__global__ void nothing() {}
int main() { nothing<<<1, 1>>>(); return std::string("some text").empty(); }
"""
MAKEFILE = """
program: program.cu
\tnvcc -ccbin $(CXX) -arch=sm_90 -o $@ $<
"""
CMAKELISTS = """
cmake_minimum_required(VERSION 3.18)
project(program LANGUAGES CXX CUDA)
add_executable(program program.cu)
"""


def lines_for(tool, *options):
    """What `resolve` says, beside what the machine has."""
    done = subprocess.run([COMMAND, "resolve", *options, "--for", tool, "--json"], capture_output=True, text=True,
                          check=True)
    (apply,) = json.loads(done.stdout)["apply"]
    assert apply["for"] == tool
    return apply["lines"]


def release_here():
    """The release of the nvcc on PATH, if this machine's compiler works with it as it is."""
    if not shutil.which("nvcc"):
        return None
    done = subprocess.run([COMMAND, "resolve", "--cuda", "host", "--stdenv", "host", "--json"], capture_output=True,
                          text=True, check=False)
    answer = json.loads(done.stdout) if done.returncode == 0 else {"broken": True}
    return None if answer["broken"] else answer["cuda"]["release"]


class Typed(unittest.TestCase):
    """A folder with a program in it, in which lines are typed."""

    def setUp(self):
        self.folder = pathlib.Path(tempfile.mkdtemp(prefix="cudastdenv-apply-"))
        self.addCleanup(shutil.rmtree, self.folder)
        (self.folder / "program.cu").write_text(SOURCE)
        clean = {"NVCC_CCBIN", "NVCC_PREPEND_FLAGS", "CUDAHOSTCXX", "CUDAARCHS", "LDFLAGS", "CC", "CXX"}
        self.variables = {name: value for name, value in os.environ.items() if name not in clean}

    def type(self, *lines):
        done = subprocess.run(["sh", "-e", "-c", "\n".join(lines)], cwd=self.folder, env=self.variables,
                              capture_output=True, text=True, check=False)
        self.assertEqual(done.returncode, 0, done.stdout + done.stderr)
        return done.stdout + done.stderr


@unittest.skipUnless(release_here(), "no nvcc with a compiler that works with it")
class OnThisMachine(Typed):
    HERE = ("--cuda", "host", "--stdenv", "host", "--capabilities", "9.0")

    def compiler(self):
        done = subprocess.run([COMMAND, "resolve", *self.HERE, "--print", "cxx"], capture_output=True, text=True,
                              check=True)
        return done.stdout.rstrip("\n")

    def test_nvcc(self):
        *variables, compile_line = lines_for("nvcc", *self.HERE)
        output = self.type(*variables, f"{compile_line} --dryrun -o program program.cu")
        self.assertIn(self.compiler(), output)
        self.assertEqual(set(re.findall(r"-arch compute_(\d+)", output)), {"90"})
        self.type(*variables, f"{compile_line} -o program program.cu")
        self.assertTrue((self.folder / "program").is_file())

    def test_the_flag_is_heeded_as_the_variable_is(self):
        """An older release's line, with this one's nvcc: it names the compiler in the flags."""
        named = lines_for("nvcc", "--cuda", "11.8", "--stdenv", "gcc-11", "--available", "")
        self.assertTrue(named[0].startswith("export NVCC_PREPEND_FLAGS="), named)
        line = named[0].replace("g++-11", self.compiler())
        self.assertIn(self.compiler(), self.type(line, "nvcc --dryrun -o program program.cu"))

    def test_a_newer_library_is_linked_from_where_it_is(self):
        """Lines for a compiler with an older libstdc++ beside it, the newer one being that of this machine's."""
        lines = lines_for("nvcc", "--cuda", "12.8", "--stdenv", "gcc-15", "--available", "gcc-14")
        here = [line.replace("g++-14", self.compiler()).replace("g++-15", self.compiler()) for line in lines]
        output = self.type(*here, "nvcc --dryrun -o program program.cu")
        folder = pathlib.Path(subprocess.run([self.compiler(), "-print-file-name=libstdc++.so"], capture_output=True,
                                             text=True, check=True).stdout).parent
        self.assertIn(f"-L{folder}", output.replace('"', "").replace("-L ", "-L"))
        self.assertIn(f"-rpath={folder}", output.replace('"', ""))

    @unittest.skipUnless(shutil.which("cmake"), "no cmake")
    def test_cmake(self):
        (self.folder / "CMakeLists.txt").write_text(CMAKELISTS)
        self.type(*lines_for("cmake", *self.HERE))
        cache = (self.folder / "build/CMakeCache.txt").read_text()
        self.assertRegex(cache, rf"CMAKE_CUDA_HOST_COMPILER:\w+={re.escape(self.compiler())}\n")
        self.assertRegex(cache, r"CMAKE_CUDA_ARCHITECTURES:\w+=90\n")
        self.type("cmake --build build")
        self.assertTrue((self.folder / "build/program").is_file())

    @unittest.skipUnless(shutil.which("make"), "no make")
    def test_make(self):
        (self.folder / "Makefile").write_text(MAKEFILE)
        output = self.type(*lines_for("make", *self.HERE))
        self.assertIn(f"-ccbin {self.compiler()}", output)
        self.assertTrue((self.folder / "program").is_file())


@unittest.skipUnless(shutil.which("nix-instantiate"), "no nix-instantiate")
class NixReads(Typed):
    def test_the_lines_are_attributes(self):
        for release, channel in (("12.8", "nixos-26.05"), ("13.0", "nixos-25.11"), ("11.8", "nixos-24.11")):
            with self.subTest(release=release, channel=channel):
                lines = lines_for("nix", "--cuda", release, "--stdenv", channel, "--capabilities", "7.5,8.9")
                package_set = f"cudaPackages_{release.replace('.', '_')}"
                file = self.folder / "lines.nix"
                file.write_text("let pkgs." + package_set + '.backendStdenv = "it"; in {\n' + "\n".join(lines) + "\n}\n")
                done = subprocess.run(["nix-instantiate", "--eval", "--strict", "--json", file], capture_output=True,
                                      text=True, check=False)
                self.assertEqual(done.returncode, 0, done.stderr)
                self.assertEqual(json.loads(done.stdout), {
                    "stdenv": "it",
                    "config": {"cudaSupport": True, "cudaCapabilities": ["7.5", "8.9"], "cudaForwardCompat": True}})



def debian_here():
    """`debian-12`, where apt and its lists are here."""
    release = pathlib.Path("/etc/os-release")
    text = release.read_text() if release.is_file() else ""
    fields = dict(re.findall(r'^(ID|VERSION_ID)="?([^"\n]*)"?$', text, re.MULTILINE))
    is_listed = shutil.which("apt-cache") and subprocess.run(
        ["apt-cache", "show", "--no-all-versions", "libstdc++6"], capture_output=True, check=False).returncode == 0
    name = f"{fields.get('ID')}-{fields.get('VERSION_ID')}"
    known = subprocess.run([COMMAND, "resolve", "--cuda", "latest", "--stdenv", name], capture_output=True, check=False)
    return name if is_listed and known.returncode in (0, 1) else None


class AptKnows(Typed):
    def setUp(self):
        super().setUp()
        self.here = debian_here()
        if not self.here:
            self.skipTest("no apt, or no lists")

    def test_each_package_that_is_named(self):
        asked = 0
        for release in ("11.5", "11.8", "12.0", "12.4", "12.8", "13.0"):
            with self.subTest(release=release):
                done = subprocess.run([COMMAND, "resolve", "--cuda", release, "--stdenv", self.here, "--json"],
                                      capture_output=True, text=True, check=False)
                lines = [line for apply in json.loads(done.stdout)["apply"] for line in apply["lines"]]
                for line in lines:
                    if package := re.fullmatch(r"apt install (\S+)", line):
                        asked += 1
                        shown = subprocess.run(["apt-cache", "show", package[1]], capture_output=True, check=False)
                        self.assertEqual(shown.returncode, 0, package[1])
        self.assertGreater(asked, 2)


def main():
    result = unittest.main(exit=False, argv=sys.argv[:1]).result
    if not result.wasSuccessful():
        return 1
    return SKIPPED if len(result.skipped) == result.testsRun else 0


sys.exit(main())
