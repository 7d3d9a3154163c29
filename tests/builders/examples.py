#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""The examples for build systems, with the installed files and this machine's nvcc.

usage: examples.py BUILD [unittest's arguments]      BUILD: the build directory, whose files are installed elsewhere
"""

import os
import pathlib
import re
import shlex
import shutil
import subprocess
import sys
import tempfile
import unittest

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parents[1]))
from programs import MESON, PLAIN_ENVIRONMENT  # noqa: E402

SKIPPED = 77
ROOT = pathlib.Path(__file__).resolve().parents[2]
ANSWER = "compiled, linked and run\n"
PREFIX = None


class Examples(unittest.TestCase):
    def setUp(self):
        self.folder = pathlib.Path(tempfile.mkdtemp(prefix="cudastdenv-examples-"))
        self.addCleanup(shutil.rmtree, self.folder)
        shutil.copytree(ROOT / "examples", self.folder / "examples")
        self.variables = {**PLAIN_ENVIRONMENT, "PATH": f"{PREFIX}/bin:{os.environ['PATH']}"}

    def run_in(self, name, script, expect=0):
        """The command as a person types it."""
        done = subprocess.run(["sh", "-ec", script], cwd=self.folder / "examples" / name, env=self.variables,
                              stdin=subprocess.DEVNULL, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True, check=False)
        self.assertEqual(done.returncode, expect, done.stdout)
        return done.stdout

    def check(self, program):
        self.assertEqual(subprocess.run([program], capture_output=True, text=True, check=True).stdout, ANSWER)

    def test_make_builds_the_example(self):
        self.run_in("make", "make")
        self.check(self.folder / "examples/make/program")

    def test_make_fails_without_a_host_compiler(self):
        refusing = self.folder / "bin/cudastdenv"
        refusing.parent.mkdir()
        refusing.write_text("#!/bin/sh\necho 'no compiler works' >&2\nexit 1\n", encoding="utf-8")
        refusing.chmod(0o755)
        self.variables["PATH"] = f"{refusing.parent}:{self.variables['PATH']}"
        self.assertIn("no compiler works", self.run_in("make", "make", expect=2))
        self.assertFalse((self.folder / "examples/make/program").exists())

    @unittest.skipUnless(shutil.which("ninja") and shutil.which(MESON[0]), "no ninja or no Meson")
    def test_meson_builds_the_example(self):
        meson = shlex.join(MESON)
        self.run_in("meson", 'variables=$(cudastdenv env --cuda host) && eval "$variables"\n'
                    f'{meson} setup build -Dcuda_ccbindir="$NVCC_CCBIN"\n{meson} compile -C build')
        self.check(self.folder / "examples/meson/build/program")

    @unittest.skipUnless(shutil.which("cmake"), "no CMake")
    def test_cmake_builds_the_example(self):
        output = self.run_in("cmake", "cmake -S . -B build && cmake --build build")
        self.assertIn("-- cudastdenv: host compiler /", output)
        self.check(self.folder / "examples/cmake/build/program")

    @unittest.skipUnless(shutil.which("cmake"), "no CMake")
    def test_each_sample_of_the_page_builds(self):
        """The sample of docs/cmake.md, with another directory."""
        page = (ROOT / "docs/cmake.md").read_text(encoding="utf-8").replace("/usr/share", str(PREFIX / "share"))
        blocks = {kind: text for kind, text in re.findall(r"^```(\w+)\n(.*?)^```$", page, re.MULTILINE | re.DOTALL)}
        toolchain = re.search(r"`(-DCMAKE_TOOLCHAIN_FILE=\S+)`", page)[1]
        plain = "".join(line for line in blocks["cmake"].splitlines(True) if not line.startswith("include("))
        for project, command in ((plain, blocks["sh"]), (plain, "cmake --preset cuda"), (plain, f"cmake -B build {toolchain}"),
                                 (blocks["cmake"], "cmake -B build")):
            with self.subTest(command):
                folder = self.folder / "examples"
                shutil.rmtree(folder / "build", ignore_errors=True)
                (folder / "CMakeLists.txt").write_text(project, encoding="utf-8")
                (folder / "CMakeUserPresets.json").write_text(blocks["json"], encoding="utf-8")
                self.variables["CUDAARCHS"] = "80"
                self.assertIn("-- cudastdenv: host compiler /", self.run_in(".", f"{command}\ncmake --build build"))
                self.check(folder / "build/program")

    @unittest.skipUnless(shutil.which("cmake"), "no CMake")
    def test_module_finds_the_command_beside_it(self):
        self.variables = dict(PLAIN_ENVIRONMENT)
        project = self.folder / "examples/cmake/CMakeLists.txt"
        without = re.sub(r"(?s)find_program.*(?=project\()", "", project.read_text(encoding="utf-8"))
        project.write_text(without, encoding="utf-8")
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
