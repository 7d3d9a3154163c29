#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""The examples for build systems, as somebody uses them: with what is installed, and this machine's nvcc.

usage: examples.py BUILD [unittest's arguments]      BUILD: the build folder, whose command and files are installed elsewhere
"""

import os
import pathlib
import shlex
import shutil
import subprocess
import sys
import tempfile
import unittest

SKIPPED = 77
ROOT = pathlib.Path(__file__).resolve().parents[2]
MESON = shlex.split(os.environ.get("MESONINTROSPECT", "meson introspect"))[:-1]
ANSWER = "compiled, linked and run\n"
PREFIX = None


class Examples(unittest.TestCase):
    def setUp(self):
        self.folder = pathlib.Path(tempfile.mkdtemp(prefix="cudastdenv-examples-"))
        self.addCleanup(shutil.rmtree, self.folder)
        shutil.copytree(ROOT / "examples", self.folder / "examples")
        self.variables = {**os.environ, "PATH": f"{PREFIX}/bin:{os.environ['PATH']}"}

    def run_in(self, name, script, expect=0):
        """As a person types it."""
        done = subprocess.run(["sh", "-ec", script], cwd=self.folder / "examples" / name, env=self.variables,
                              stdin=subprocess.DEVNULL, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True, check=False)
        self.assertEqual(done.returncode, expect, done.stdout)
        return done.stdout

    def check(self, program):
        self.assertEqual(subprocess.run([program], capture_output=True, text=True, check=True).stdout, ANSWER)

    def test_make(self):
        self.run_in("make", "make")
        self.check(self.folder / "examples/make/program")

    def test_make_ends_where_nothing_fits(self):
        refusing = self.folder / "bin/cudastdenv"
        refusing.parent.mkdir()
        refusing.write_text("#!/bin/sh\necho 'no compiler works' >&2\nexit 1\n", encoding="utf-8")
        refusing.chmod(0o755)
        self.variables["PATH"] = f"{refusing.parent}:{self.variables['PATH']}"
        self.assertIn("no compiler works", self.run_in("make", "make", expect=2))
        self.assertFalse((self.folder / "examples/make/program").exists())

    @unittest.skipUnless(shutil.which("ninja") and shutil.which(MESON[0]), "no ninja or no Meson")
    def test_meson(self):
        meson = shlex.join(MESON)
        self.run_in("meson", 'variables=$(cudastdenv env --cuda host) && eval "$variables"\n'
                    f'{meson} setup build -Dcuda_ccbindir="$NVCC_CCBIN"\n{meson} compile -C build')
        self.check(self.folder / "examples/meson/build/program")

    @unittest.skipUnless(shutil.which("cmake"), "no CMake")
    def test_cmake(self):
        said = self.run_in("cmake", "cmake -S . -B build && cmake --build build")
        self.assertIn("-- cudastdenv: host compiler /", said)
        self.check(self.folder / "examples/cmake/build/program")

    @unittest.skipUnless(shutil.which("cmake"), "no CMake")
    def test_module_finds_the_command_beside_it(self):
        self.variables = dict(os.environ)
        project = self.folder / "examples/cmake/CMakeLists.txt"
        lines = project.read_text(encoding="utf-8").splitlines()
        project.write_text("\n".join(line for line in lines if "CUDASTDENV" not in line and "{bin}" not in line),
                           encoding="utf-8")
        module = PREFIX / "share/cudastdenv/cmake/cudastdenv.cmake"
        self.run_in("cmake", f"cmake -S . -B build -DCMAKE_PROJECT_TOP_LEVEL_INCLUDES='{module}' -DCMAKE_CUDA_ARCHITECTURES=80\n"
                    "cmake --build build")
        self.check(self.folder / "examples/cmake/build/program")
        cache = (self.folder / "examples/cmake/build/CMakeCache.txt").read_text(encoding="utf-8")
        self.assertIn(f"CUDASTDENV_EXECUTABLE:FILEPATH={PREFIX / 'bin/cudastdenv'}\n", cache)


def main():
    global PREFIX
    build = sys.argv.pop(1)
    if not all(map(shutil.which, ("nvcc", "c++", "make"))):
        print("skipped: there is no nvcc, c++ or make")
        return SKIPPED
    with tempfile.TemporaryDirectory(prefix="cudastdenv-installed-") as scratch:
        subprocess.run([*MESON, "install", "-C", build, "--no-rebuild", "--quiet", "--destdir", scratch], check=True)
        PREFIX = next(path for path in pathlib.Path(scratch).rglob("bin/cudastdenv")).resolve().parents[1]
        return 0 if unittest.main(argv=sys.argv, exit=False).result.wasSuccessful() else 1


sys.exit(main())
