#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""What packaging/cmake/cudastdenv.cmake sets, leaves unchanged and rejects, in CMake itself.

usage: module.py COMMAND [--cmake VERSION --keep FOLDER] [unittest's arguments]

Toolkits and compilers are fakes, except in `Builds`, which compiles, links and runs with the nvcc of this machine.
`--cmake` fetches that version from PyPI and keeps it in FOLDER; otherwise the machine's CMake runs.
"""

import argparse
import json
import os
import pathlib
import re
import shutil
import subprocess
import sys
import tempfile
import unittest

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parents[1] / "machine"))
import fakes  # noqa: E402

SKIPPED = 77
OLDEST = (3, 24)
MODULE = pathlib.Path(__file__).resolve().parents[2] / "packaging/cmake/cudastdenv.cmake"
COMMAND = CMAKE = None
# Prints its arguments, for the test to read.
SAYING = """
foreach(name CMAKE_CUDA_HOST_COMPILER CMAKE_CUDA_ARCHITECTURES CMAKE_CUDA_FLAGS CMAKE_EXE_LINKER_FLAGS
    CMAKE_SHARED_LINKER_FLAGS CMAKE_MODULE_LINKER_FLAGS CMAKE_CUDA_COMPILER CUDASTDENV_NVCC)
  # Whoever looks at the host compiler asks for CUDA.
  get_cmake_property(known VARIABLES)
  if(name IN_LIST known)
    message(STATUS "got ${name}=${${name}}")
  else()
    message(STATUS "got ${name}=")
  endif()
endforeach()
message(STATUS "got CUDACXX=$ENV{CUDACXX}")
"""
PROJECT = "cmake_minimum_required(VERSION 3.18)\nproject(program LANGUAGES NONE)\n" + SAYING
WITH_CUDA = PROJECT + "enable_language(CUDA)\n"


class Machine:
    """A PATH of fakes, a project, and an otherwise empty environment."""

    def __init__(self, test, project=PROJECT, name="a b"):
        self.folder = pathlib.Path(tempfile.mkdtemp(prefix="cudastdenv-cmake-")).resolve()
        test.addCleanup(shutil.rmtree, self.folder)
        self.bin = self.folder / name / "bin"
        self.bin.mkdir(parents=True)
        self.build = self.folder / "the build"
        self.variables = {"PATH": str(self.bin), "HOME": str(self.folder)}
        self.write("CMakeLists.txt", project)

    def write(self, name, text):
        path = self.folder / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text, encoding="utf-8")
        return path

    def configure(self, *arguments, expect=0, switched_on=True, environment=None):
        switch = [f"-DCMAKE_PROJECT_TOP_LEVEL_INCLUDES={MODULE}"] if switched_on else []
        return self.run("-S", self.folder, "-B", self.build, "-G", "Unix Makefiles", f"-DCMAKE_MAKE_PROGRAM={shutil.which('make')}",
                        f"-DCUDASTDENV_EXECUTABLE={COMMAND}", *switch, *arguments, expect=expect, environment=environment)

    def again(self, *arguments, expect=0, environment=None):
        return self.run(self.build, *arguments, expect=expect, environment=environment)

    def run(self, *arguments, expect=0, environment=None):
        result = subprocess.run([CMAKE, *map(str, arguments)], env={**self.variables, **(environment or {})}, cwd=self.folder,
                                stdin=subprocess.DEVNULL, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True, check=False)
        assert result.returncode == expect, f"exit code {result.returncode}, not {expect}\n{result.stdout}"
        result.got = dict(re.findall(r"^-- got (\w+)=(.*)$", result.stdout, re.MULTILINE))
        result.messages = re.findall(r"^-- cudastdenv: (.*)$", result.stdout, re.MULTILINE)
        # CMake breaks lines anywhere.
        result.text = " ".join(result.stdout.split())
        return result

    def too_new(self, glibc="2.36"):
        """A default compiler that the toolkit does not accept, one that it accepts, and an older one."""
        fakes.nvcc(self.bin / "nvcc", "11.8.89", heeds_ccbin=False)
        fakes.gcc(self.bin / "c++", 12, glibc)
        for major in (11, 10):
            fakes.gcc(self.bin / f"g++-{major}", major, glibc)
        return self


def default_list(release):
    answer = subprocess.run([COMMAND, "flags", "--cuda", release, "--format", "cmake"], capture_output=True, text=True, check=True)
    return answer.stdout.strip()


class Choice(unittest.TestCase):
    def test_sets_host_compiler_and_architectures_once(self):
        machine = Machine(self).too_new()
        result = machine.configure()
        self.assertEqual(result.got["CMAKE_CUDA_HOST_COMPILER"], str(machine.bin / "g++-11"))
        self.assertEqual(result.got["CMAKE_CUDA_ARCHITECTURES"], default_list("11.8"))
        self.assertEqual(result.got["CUDACXX"], str(machine.bin / "nvcc"))
        for flags in ("CMAKE_CUDA_FLAGS", "CMAKE_EXE_LINKER_FLAGS"):
            self.assertEqual(result.got[flags], "")
        self.assertEqual(result.messages[0], f"CUDA 11.8.0 (nvcc 11.8.89, {machine.bin}/nvcc)")
        self.assertIn(f"host compiler {machine.bin}/g++-11: the newest installed compiler that works with CUDA 11.8.0 "
                      "(nixpkgs accepts gcc 6 to 11)", result.messages)
        # Later runs print nothing and change nothing: the directory keeps its first configuration.
        fakes.gcc(machine.bin / "g++-9", 9)
        for gone in ("g++-11", "g++-10"):
            (machine.bin / gone).unlink()
        again = machine.again()
        self.assertEqual(again.messages, [])
        self.assertEqual(again.got, result.got)
        fresh = machine.configure("--fresh")
        self.assertEqual(fresh.got["CMAKE_CUDA_HOST_COMPILER"], str(machine.bin / "g++-9"))

    def test_an_include_or_a_toolchain_file_enables_it(self):
        included = PROJECT.replace("project(", f'include("{MODULE}")\nproject(')
        elsewhere = f'set(CMAKE_CUDA_ARCHITECTURES 90)\ninclude("{MODULE}")\n'
        after = PROJECT.replace("LANGUAGES NONE)", f'LANGUAGES NONE)\ninclude("{MODULE}")')
        preset = json.dumps({"version": 3, "configurePresets": [{
            "name": "cuda", "generator": "Unix Makefiles", "binaryDir": "${sourceDir}/the build", "cacheVariables": {
                "CMAKE_PROJECT_TOP_LEVEL_INCLUDES": str(MODULE), "CUDASTDENV_EXECUTABLE": str(COMMAND),
                "CMAKE_MAKE_PROGRAM": shutil.which("make")}}]})
        for name, project, arguments in (
            ("include", included, []),
            ("included twice", included, [f"-DCMAKE_PROJECT_TOP_LEVEL_INCLUDES={MODULE}"]),
            ("toolchain file", PROJECT, [f"-DCMAKE_TOOLCHAIN_FILE={MODULE}"]),
            ("in a toolchain file", PROJECT, ["-DCMAKE_TOOLCHAIN_FILE=toolchain.cmake"]),
            ("after project()", after, []),
            ("preset", PROJECT, None),
        ):
            with self.subTest(name):
                machine = Machine(self, project).too_new()
                machine.write("toolchain.cmake", elsewhere)
                machine.write("CMakePresets.json", preset)
                if arguments is None:
                    result = machine.run("--preset", "cuda")
                else:
                    result = machine.configure(*arguments, switched_on=False)
                self.assertEqual(result.got["CMAKE_CUDA_HOST_COMPILER"], str(machine.bin / "g++-11"))
                self.assertEqual(len([line for line in result.messages if line.startswith("host compiler")]), 1)
                self.assertEqual(result.got["CMAKE_CUDA_ARCHITECTURES"],
                                 "90" if name == "in a toolchain file" else default_list("11.8"))
                self.assertEqual(machine.again().got, result.got)

    def test_asks_for_the_toolkit_that_builds(self):
        machine = Machine(self).too_new()
        other = fakes.nvcc(machine.folder / "other one/bin/nvcc", "13.0.88")
        for arguments, environment in (
            ([f"-DCMAKE_CUDA_COMPILER={other}"], {}),
            ([], {"CUDACXX": str(other)}),
            ([], {"CUDACXX": "nvcc", "PATH": f"{other.parent}:{machine.bin}"}),
            ([], {"PATH": f"{other.parent}:{machine.bin}"}),
        ):
            with self.subTest(arguments=arguments, environment=environment):
                result = machine.configure("--fresh", *arguments, environment=environment)
                self.assertEqual(result.messages[0], f"CUDA 13.0.3 (nvcc 13.0.88, {other})")
                self.assertEqual(result.got["CMAKE_CUDA_HOST_COMPILER"], str(machine.bin / "c++"))
                self.assertEqual(machine.again(environment=environment).got, result.got)

    def test_finds_a_toolkit_that_cmake_would_not_find(self):
        machine = Machine(self)
        fakes.gcc(machine.bin / "c++", 12)
        home = machine.folder / "cuda"
        nvcc = fakes.nvcc(home / "bin/nvcc", "13.0.88")
        # This machine's own nvcc, in /usr/local/bin or /usr/bin, must not be found.
        hidden = [f"-DCMAKE_FIND_USE_{place}=OFF" for place in ("CMAKE_SYSTEM_PATH", "INSTALL_PREFIX")]
        result = machine.configure(*hidden, environment={"VIRTUAL_ENV": str(machine.folder), "CUDA_ROOT": str(home)})
        self.assertEqual(result.got["CUDACXX"], str(nvcc))
        self.assertEqual(result.got["CMAKE_CUDA_HOST_COMPILER"], str(machine.bin / "c++"))

    def test_uses_the_project_s_compiler_as_stdenv(self):
        """The project's C++ compiler decides the family of nvcc's host compiler."""
        machine = Machine(self).too_new()
        clang = fakes.clang(machine.bin / "clang++-14", 14, headers=11)
        for arguments, environment in (([f"-DCMAKE_CXX_COMPILER={clang}"], {}), (["-DCMAKE_CXX_COMPILER=clang++-14"], {}),
                                       ([], {"CXX": "clang++-14"})):
            with self.subTest(arguments):
                result = machine.configure("--fresh", *arguments, environment=environment)
                self.assertEqual(result.got["CMAKE_CUDA_HOST_COMPILER"], str(clang))

    def test_passes_options_to_the_command(self):
        machine = Machine(self).too_new()
        result = machine.configure("-DCUDASTDENV_OPTIONS=--gpu;RTX 4090;--capabilities;8.0;--available;g++-10")
        self.assertEqual(result.got["CMAKE_CUDA_ARCHITECTURES"], "80-real;89")
        self.assertEqual(result.got["CMAKE_CUDA_HOST_COMPILER"], str(machine.bin / "g++-10"))

    def test_writes_the_list_for_this_cmake(self):
        machine = Machine(self)
        fakes.gcc(machine.bin / "c++", 12)
        fakes.nvcc(machine.bin / "nvcc", "13.0.88")
        result = machine.configure("-DCUDASTDENV_OPTIONS=--capabilities=10.0f,12.0")
        version = tuple(map(int, re.search(r"(\d+)\.(\d+)\.(\d+)", machine.run("--version").stdout).groups()))
        knows_families = version >= (4, 0, 2) or (3, 31, 8) <= version < (4,)
        self.assertEqual(result.got["CMAKE_CUDA_ARCHITECTURES"], "100f-real;120" if knows_families else "100-real;120")
        self.assertEqual(any("does not accept 10.0f" in line for line in result.messages), not knows_families)


class UserSettings(unittest.TestCase):
    def test_keeps_a_host_compiler(self):
        for name, arguments, environment, toolchain in (
            ("-D", ["-DCMAKE_CUDA_HOST_COMPILER={}"], {}, ""),
            ("environment", [], {"CUDAHOSTCXX": "{}"}, ""),
            ("toolchain file", [], {}, 'set(CMAKE_CUDA_HOST_COMPILER "{}")'),
        ):
            for own, fits in (("g++-10", True), ("c++", False)):
                with self.subTest(name, own=own):
                    machine = Machine(self).too_new()
                    path = str(machine.bin / own)
                    machine.write("toolchain.cmake", toolchain.format(path))
                    result = machine.configure(*(argument.format(path) for argument in arguments),
                                               "-DCMAKE_TOOLCHAIN_FILE=toolchain.cmake",
                                               environment={key: value.format(path) for key, value in environment.items()})
                    self.assertEqual(result.got["CMAKE_CUDA_HOST_COMPILER"], "" if environment else path)
                    (line,) = [line for line in result.messages if "stays" in line]
                    self.assertIn(path, line)
                    self.assertEqual("would be taken: the newest" in line, not fits)
                    self.assertEqual(result.got["CMAKE_CUDA_ARCHITECTURES"], default_list("11.8"))

    def test_keeps_a_host_compiler_without_an_answer(self):
        machine = Machine(self, WITH_CUDA)
        fakes.nvcc(machine.bin / "nvcc", "11.8.89")
        own = fakes.gcc(machine.bin / "c++", 12)
        result = machine.configure(f"-DCMAKE_CUDA_HOST_COMPILER={own}", expect=1)  # the fake compiles nothing
        self.assertIn("-- cudastdenv: nothing is set, and the host compiler stays: no installed compiler works", result.text)
        self.assertNotIn("cudastdenv.cmake", result.stdout)

    def test_keeps_architectures(self):
        for own in ("75", "native", "all", "all-major", "OFF", "80-real;90a-real"):
            for arguments, environment, toolchain in ((["-DCMAKE_CUDA_ARCHITECTURES=" + own], {}, ""),
                                                      ([], {}, f'set(CMAKE_CUDA_ARCHITECTURES "{own}")'),
                                                      ([], {"CUDAARCHS": own}, "")):
                with self.subTest(own=own, arguments=arguments, environment=environment):
                    machine = Machine(self).too_new()
                    machine.write("toolchain.cmake", toolchain)
                    result = machine.configure(*arguments, "-DCMAKE_TOOLCHAIN_FILE=toolchain.cmake", environment=environment)
                    self.assertEqual(result.got["CMAKE_CUDA_ARCHITECTURES"], "" if environment else own)
                    self.assertEqual(len([line for line in result.messages if line.endswith(own)]), 1)

    def test_keeps_flags(self):
        """The user's flags come after ours, whatever sets them, and appear once."""
        for arguments, environment, toolchain, expected in (
            ([], {}, "", []),
            (["-DCMAKE_CUDA_FLAGS=-lineinfo"], {}, "", ["-lineinfo"]),
            ([], {"CUDAFLAGS": "-lineinfo"}, "", ["-lineinfo"]),
            ([], {}, "set(CMAKE_CUDA_FLAGS_INIT -lineinfo)", ["-lineinfo"]),
            ([], {}, "set(CMAKE_CUDA_FLAGS -lineinfo)", ["-lineinfo"]),
            ([], {"CUDAFLAGS": "-lineinfo"}, "set(CMAKE_CUDA_FLAGS_INIT -g)", ["-g", "-lineinfo"]),
            ([], {"NVCC_PREPEND_FLAGS": "-g"}, "", []),
        ):
            with self.subTest(arguments=arguments, environment=environment, toolchain=toolchain):
                machine = Machine(self).too_new(glibc="2.41")
                machine.write("toolchain.cmake", toolchain)
                shim = machine.build / "CMakeFiles/cudastdenv/glibc-shim"
                result = machine.configure(*arguments, "-DCMAKE_TOOLCHAIN_FILE=toolchain.cmake", environment=environment)
                self.assertEqual(result.got["CMAKE_CUDA_FLAGS"], " ".join([f'-isystem "{shim}"', *expected]))
                self.assertTrue((shim / "bits/libc-header-start.h").is_file())
                self.assertEqual(machine.again(environment=environment).got, result.got)
        # Passed again, they do not replace what is needed.
        self.assertEqual(machine.again("-DCMAKE_CUDA_FLAGS=-G").got["CMAKE_CUDA_FLAGS"], f'-isystem "{shim}" -G')

    @unittest.skipUnless(shutil.which("g++"), "no g++ to make a library with")
    def test_keeps_linker_flags_with_a_newer_libstdcxx(self):
        machine = Machine(self)
        fakes.nvcc(machine.bin / "nvcc", "11.8.89", heeds_ccbin=False)
        found = subprocess.run(["g++", "-print-file-name=libstdc++.so"], capture_output=True, text=True, check=True)
        newer = pathlib.Path(os.path.normpath(found.stdout.strip()))
        older = machine.folder / "old/libstdc++.so"
        older.parent.mkdir()
        versions = machine.write("versions", "GLIBCXX_3.4.29 { global: marker; };\n")
        source = machine.write("marker.c", "int marker(void) { return 1; }\n")
        subprocess.run(["g++", "-x", "c", "-shared", "-fPIC", "-o", older, source, f"-Wl,--version-script={versions}"], check=True)
        fakes.gcc(machine.bin / "c++", 16, library=newer)
        fakes.gcc(machine.bin / "g++-11", 11, library=older)
        result = machine.configure("-DCMAKE_SHARED_LINKER_FLAGS=-Wl,--as-needed", environment={"LDFLAGS": "-Wl,-O1"})
        self.assertEqual(result.got["CMAKE_CUDA_FLAGS"], f"-L {newer.parent}")
        self.assertEqual(result.got["CMAKE_EXE_LINKER_FLAGS"], f"-L{newer.parent} -Wl,-O1")
        self.assertEqual(result.got["CMAKE_SHARED_LINKER_FLAGS"], f"-L{newer.parent} -Wl,--as-needed")
        # A user who selects the older compiler needs that directory as well.
        own = machine.configure("--fresh", "-DCMAKE_CUDA_HOST_COMPILER=g++-11")
        self.assertEqual(own.got["CMAKE_EXE_LINKER_FLAGS"], f"-L{newer.parent}")
        # Nothing is known about a rejected compiler.
        other = machine.configure("--fresh", "-DCMAKE_CUDA_HOST_COMPILER=c++")
        self.assertEqual(other.got["CMAKE_EXE_LINKER_FLAGS"], "")

    def test_sets_nothing_in_a_cross_build(self):
        machine = Machine(self).too_new()
        machine.write("toolchain.cmake", "set(CMAKE_SYSTEM_NAME Linux)\nset(CMAKE_SYSTEM_PROCESSOR aarch64)\n")
        for switched_on, arguments in ((True, []), (False, [])):
            if not switched_on:
                machine.write("CMakeLists.txt", PROJECT.replace("project(", f'include("{MODULE}")\nproject('))
            result = machine.configure("--fresh", "-DCMAKE_TOOLCHAIN_FILE=toolchain.cmake", *arguments, switched_on=switched_on)
            self.assertEqual(len(result.messages), 1)
            self.assertIn("cross build", result.messages[0])
            self.assertEqual(result.got["CMAKE_CUDA_HOST_COMPILER"] + result.got["CMAKE_CUDA_ARCHITECTURES"], "")

    def test_sets_nothing_for_clang_as_cuda_compiler(self):
        machine = Machine(self).too_new()
        clang = fakes.clang(machine.bin / "clang++-14", 14, headers=11)
        result = machine.configure(f"-DCMAKE_CUDA_COMPILER={clang}")
        self.assertEqual(result.messages, [f"nothing is set: {clang} is no nvcc."])

    def test_ignores_a_missing_compiler(self):
        machine = Machine(self).too_new()
        for arguments, environment in (["-DCMAKE_CUDA_COMPILER=/nope/nvcc"], {}), ([], {"CUDACXX": "/nope/nvcc"}):
            result = machine.configure("--fresh", *arguments, environment=environment)
            self.assertEqual(result.messages, ["nothing is set: there is no /nope/nvcc."])

    def test_accepts_a_compiler_without_a_path(self):
        machine = Machine(self).too_new()
        result = machine.configure("-DCMAKE_CUDA_COMPILER=nvcc")
        self.assertEqual(result.got["CUDASTDENV_NVCC"], str(machine.bin / "nvcc"))
        self.assertEqual(machine.configure("-DCMAKE_CUDA_COMPILER=nvcc").messages, [])

    def test_reports_settings_without_effect(self):
        machine = Machine(self).too_new()
        result = machine.configure(environment={"NVCC_CCBIN": "/usr/bin/clang++"})
        self.assertIn("NVCC_CCBIN, /usr/bin/clang++, does not count in CMake; CUDAHOSTCXX does", result.messages)
        self.assertFalse([line for line in result.messages if "NVCC_APPEND_FLAGS" in line])
        again = machine.configure("-DCUDASTDENV_OPTIONS=--capabilities;8.0")
        self.assertEqual(again.messages, ["CUDASTDENV_OPTIONS have changed, and the answer stays: cmake --fresh asks anew."])


    def test_a_host_compiler_in_the_last_flags_of_nvcc(self):
        """No variable of CMake can change that; `env` removes it, and then it is gone."""
        flags = "-lineinfo -ccbin g++-9"
        warning = f"warning: NVCC_APPEND_FLAGS, {flags}, names a host compiler, which nvcc prefers to that of CMake"
        machine = Machine(self).too_new()
        self.assertIn(warning, machine.configure(environment={"NVCC_APPEND_FLAGS": flags}).messages)
        for environment in ({"NVCC_APPEND_FLAGS": "-lineinfo"}, {"NVCC_PREPEND_FLAGS": flags},
                            {"NVCC_APPEND_FLAGS": "-lineinfo", "CUDASTDENV_FORMER_NVCC_APPEND_FLAGS": flags}):
            messages = Machine(self).too_new().configure(environment=environment).messages
            self.assertFalse([line for line in messages if line.startswith("warning")], messages)

    def test_the_compilers_of_an_environment_for_pytorch(self):
        """The project's CXX decides, not the one that `env --consumer torch` replaced."""
        machine = Machine(self).too_new()
        result = machine.configure(environment={"CXX": f"{machine.bin}/g++-10", "CUDASTDENV_FORMER_CXX": ""})
        self.assertEqual(result.got["CMAKE_CUDA_HOST_COMPILER"], str(machine.bin / "g++-10"))


class Refusal(unittest.TestCase):
    def nothing_fits(self, project):
        machine = Machine(self, project)
        fakes.nvcc(machine.bin / "nvcc", "11.8.89", heeds_ccbin=False)
        fakes.gcc(machine.bin / "c++", 12)
        return machine

    def test_fails_without_a_host_compiler(self):
        in_folder = PROJECT + "add_subdirectory(sub)\n"
        optional = PROJECT + "include(CheckLanguage)\ncheck_language(CUDA)\n"
        for name, project in (("project", WITH_CUDA.replace("NONE", "CUDA")), ("later", WITH_CUDA), ("folder", in_folder),
                              ("optional", optional)):
            with self.subTest(name):
                machine = self.nothing_fits(project)
                machine.write("sub/CMakeLists.txt", "project(sub LANGUAGES CUDA)\n")
                result = machine.configure(expect=1)
                self.assertEqual(result.stdout.count("CMake Error"), 1)
                self.assertIn("cudastdenv: no installed compiler works with CUDA 11.8.0", result.text)
                self.assertIn("gcc-12.2.0: nixpkgs accepts 11 or older", result.text)
                # The suggested fix is tried in the same directory, unchanged.
                fakes.gcc(machine.bin / "g++-11", 11)
                again = machine.again(expect=0 if name == "optional" else 1)
                self.assertIn(f"cudastdenv: host compiler {machine.bin}/g++-11", again.text)
                self.assertNotIn("no installed compiler", again.text)

    def test_accepts_a_project_without_cuda(self):
        machine = self.nothing_fits(PROJECT)
        self.assertEqual(machine.configure().got["CMAKE_CUDA_HOST_COMPILER"], "")

    def test_accepts_another_toolkit_after_a_failure(self):
        machine = self.nothing_fits(WITH_CUDA)
        machine.configure(expect=1)
        other = fakes.nvcc(machine.folder / "other/bin/nvcc", "13.0.88")
        result = machine.again(environment={"PATH": f"{other.parent}:{machine.bin}"}, expect=1)  # the fake compiles nothing
        self.assertIn(f"cudastdenv: host compiler {machine.bin}/c++", result.text)

    def test_configures_a_changed_toolkit_again(self):
        machine = Machine(self).too_new()
        other = fakes.nvcc(machine.folder / "other/bin/nvcc", "13.0.88")
        with_other = {"PATH": f"{other.parent}:{machine.bin}"}
        for name, environment, arguments in (("PATH", with_other, []), ("CUDACXX", {"CUDACXX": str(other)}, []),
                                             ("the same place", {}, [])):
            with self.subTest(name):
                machine.write("CMakeLists.txt", PROJECT)
                fakes.nvcc(machine.bin / "nvcc", "11.8.89")
                machine.configure("--fresh")
                machine.write("CMakeLists.txt", WITH_CUDA)
                if name == "the same place":
                    fakes.nvcc(machine.bin / "nvcc", "13.0.88")
                result = machine.again(*arguments, environment=environment, expect=1)
                place = machine.bin / "nvcc" if name == "the same place" else other
                self.assertIn(f"this build folder was made with nvcc 11.8.89 ({machine.bin}/nvcc), and now there is nvcc "
                              f"13.0.88 ({place}). For the new one begin afresh: cmake --fresh, with the options of the first time.", result.text)
                machine.write("CMakeLists.txt", PROJECT.removesuffix(SAYING))
                self.assertEqual(machine.again(environment=environment).messages, [])  # no CUDA, no error
                fresh = machine.configure("--fresh", environment=environment)
                self.assertEqual(fresh.messages[0], f"CUDA 13.0.3 (nvcc 13.0.88, {place})")

    def test_keeps_a_chosen_toolkit(self):
        """CMAKE_CUDA_COMPILER overrides PATH, and a later shell without a toolkit changes nothing."""
        machine = Machine(self).too_new()
        nvcc = machine.bin / "nvcc"
        other = fakes.nvcc(machine.folder / "other/bin/nvcc", "13.0.88")
        result = machine.configure(f"-DCMAKE_CUDA_COMPILER={nvcc}")
        environment = {"PATH": f"{other.parent}:{machine.bin}"}
        self.assertEqual(machine.again(environment=environment).got, {**result.got, "CUDACXX": str(nvcc)})
        fakes.nvcc(nvcc, "13.0.88")
        machine.write("CMakeLists.txt", WITH_CUDA)
        self.assertIn("this build folder was made with nvcc 11.8.89", machine.again(expect=1).text)

    def test_reports_a_faulty_command_in_one_line(self):
        """Missing, failing, of another version, or with an answer for another toolkit: one line reports it."""
        machine = Machine(self, WITH_CUDA).too_new()
        fails = fakes.program(machine.folder / "fails", "echo 'error: out of luck' >&2; exit 3")
        dies = fakes.program(machine.folder / "dies", "kill -9 $$")
        silent = fakes.program(machine.folder / "silent", "exit 0")
        older = fakes.program(machine.folder / "older", 'echo \'{"schemaVersion": 2, "variables": []}\'')
        newer = fakes.program(machine.folder / "newer", 'echo \'{"schemaVersion": 3, "usesStdenv": true}\'')
        other = fakes.program(machine.folder / "other", f'PATH="{machine.folder}/13:$PATH" exec "{COMMAND}" "$@"')
        fakes.nvcc(machine.folder / "13/nvcc", "13.0.88")
        for command, message in (
            (machine.folder / "missing", "the command cudastdenv is not found; -DCUDASTDENV_EXECUTABLE=PATH says where it is."),
            (fails, f"cudastdenv: error: out of luck ({fails} env: 3)"),
            (dies, f"({dies} env: "),
            (silent, "is not of the version of"),
            (older, "is not of the version of"),
            (newer, "is not of the version of"),
            (other, f"{machine.bin}/nvcc is nvcc 11.8.89, but the answer is for nvcc 13.0.88"),
        ):
            with self.subTest(str(command)):
                setting = "" if command.name == "missing" else command
                result = machine.configure("--fresh", f"-DCUDASTDENV_EXECUTABLE={setting}",
                                           "-DCMAKE_FIND_USE_CMAKE_SYSTEM_PATH=OFF", expect=1)
                self.assertEqual(result.stdout.count("CMake Error"), 1)
                self.assertIn(message, result.text)

    def test_fails_for_a_toolkit_outside_the_tables(self):
        machine = Machine(self, WITH_CUDA)
        fakes.gcc(machine.bin / "c++", 12)
        fakes.nvcc(machine.bin / "nvcc", "99.0.1")
        self.assertIn("whose release is not in the tables", machine.configure(expect=1).text)


@unittest.skipUnless(shutil.which("nvcc") and shutil.which("c++"), "no nvcc or no c++ on PATH")
class Builds(unittest.TestCase):
    """With this machine's toolkit: configured, compiled, linked, and run except on a GPU."""

    PROGRAM = """#include <cmath>
#include <memory>
#include <string>
#include <vector>
int other(int);
__global__ void kernel(float* x) { *x = sinpif(*x) + rsqrtf(*x); }
int main() {
    auto words = std::make_unique<std::vector<std::string>>(1, "a");
    return words->size() == 1 && std::fabs(-1.0) == 1.0 && other(1) == 2 ? 0 : 1;
}
"""
    PROJECT = """cmake_minimum_required(VERSION 3.18)
project(program LANGUAGES {languages})
set(CMAKE_CUDA_STANDARD 17)
add_executable(program program.cu other.{suffix})
"""

    def machine(self, languages):
        suffix = "cpp" if "CXX" in languages else "cu"
        machine = Machine(self, self.PROJECT.format(languages=languages, suffix=suffix))
        machine.variables = {**os.environ, "HOME": str(machine.folder)}
        for name in ("CUDAHOSTCXX", "CUDAARCHS", "CUDAFLAGS"):
            machine.variables.pop(name, None)
        machine.write("program.cu", self.PROGRAM)
        machine.write(f"other.{suffix}", "int other(int x) { return x + 1; }\n")
        return machine

    def check(self, machine, build):
        machine.run("--build", build)
        subprocess.run([build / "program"], check=True)
        used = re.search(r'^set\(CMAKE_CUDA_HOST_COMPILER "(.*)"\)', next(build.glob("CMakeFiles/*/CMakeCUDACompiler.cmake"))
                         .read_text(encoding="utf-8"), re.MULTILINE)[1]
        answer = json.loads(subprocess.run([COMMAND, "env", "--cuda", "host", "--json"], env=machine.variables,
                                           capture_output=True, text=True, check=True).stdout)
        values = {variable["name"]: variable["value"] for variable in answer["variables"]}
        self.assertEqual(used, values["NVCC_CCBIN"])

    def test_builds_with_each_generator_and_language(self):
        for generator, program in (("Ninja", "ninja"), ("Unix Makefiles", "make")):
            if not shutil.which(program):
                continue
            for languages in ("CXX CUDA", "CUDA"):
                with self.subTest(generator=generator, languages=languages):
                    machine = self.machine(languages)
                    machine.run("-S", machine.folder, "-B", machine.build, "-G", generator,
                                f"-DCMAKE_PROJECT_TOP_LEVEL_INCLUDES={MODULE}", f"-DCUDASTDENV_EXECUTABLE={COMMAND}",
                                "-DCUDASTDENV_OPTIONS=--capabilities=8.0,9.0a")
                    self.check(machine, machine.build)

    def test_builds_with_a_toolchain_file(self):
        """CMake reads it for each try_compile project, too."""
        machine = self.machine("CXX CUDA")
        machine.write("CMakeLists.txt", self.PROJECT.format(languages="CXX CUDA", suffix="cpp") + "include(CheckSourceCompiles)\n"
                      'check_source_compiles(CUDA "int main() { return 0; }" WORKS)\n'
                      'if(NOT WORKS)\n  message(FATAL_ERROR "no")\nendif()\n')
        result = machine.run("-S", machine.folder, "-B", machine.build, f"-DCMAKE_TOOLCHAIN_FILE={MODULE}",
                             f"-DCUDASTDENV_EXECUTABLE={COMMAND}", "-DCMAKE_CUDA_ARCHITECTURES=80")
        self.assertEqual(len([line for line in result.messages if line.startswith("host compiler")]), 1)
        self.check(machine, machine.build)

    def test_uses_another_toolkit_in_cmake_cuda_compiler(self):
        """CMake would delete its cache, with the variable that enables the module."""
        machine = self.machine("CUDA")
        nvcc = pathlib.Path(shutil.which("nvcc"))
        other = fakes.program(machine.folder / "other/nvcc", f'exec "{nvcc.resolve()}" "$@"')
        arguments = [f"-DCMAKE_PROJECT_TOP_LEVEL_INCLUDES={MODULE}", f"-DCUDASTDENV_EXECUTABLE={COMMAND}",
                     "-DCMAKE_CUDA_ARCHITECTURES=80"]
        machine.run("-S", machine.folder, "-B", machine.build, *arguments)
        refused = machine.again(f"-DCMAKE_CUDA_COMPILER={other}", expect=1)
        self.assertRegex(refused.text, f"was made with nvcc [0-9.]+ .{nvcc}., and now there is nvcc [0-9.]+ .{other}.*--fresh")
        machine.run("--fresh", "-S", machine.folder, "-B", machine.build, *arguments, f"-DCMAKE_CUDA_COMPILER={other}")
        self.check(machine, machine.build)

    def test_a_failure_keeps_other_languages(self):
        """Nor when CMake generates and reads each language's variables."""
        for generator in ("Ninja", "Unix Makefiles"):
            machine = self.machine("CXX")
            machine.write("CMakeLists.txt", "cmake_minimum_required(VERSION 3.18)\nproject(program LANGUAGES CXX)\n"
                          "find_package(CUDAToolkit)\nadd_executable(program main.cpp)\n")
            machine.write("main.cpp", "int main() {}\n")
            machine.run("-S", machine.folder, "-B", machine.build, "-G", generator, f"-DCMAKE_PROJECT_TOP_LEVEL_INCLUDES={MODULE}",
                        "-DCUDASTDENV_EXECUTABLE=/bin/false")
            machine.run("--build", machine.build)

    def test_keeps_a_build_directory_without_settings(self):
        """CMake uses what it has stored, whatever PATH contains later."""
        machine = self.machine("CUDA")
        other = fakes.program(machine.folder / "other/nvcc", 'case "$*" in --version) exit 1;; esac\n'
                              f'exec "{pathlib.Path(shutil.which("nvcc")).resolve()}" "$@"')
        machine.run("-S", machine.folder, "-B", machine.build, f"-DCMAKE_PROJECT_TOP_LEVEL_INCLUDES={MODULE}",
                    f"-DCUDASTDENV_EXECUTABLE={COMMAND}", "-DCMAKE_CUDA_ARCHITECTURES=80", environment={"CUDACXX": str(other)})
        again = machine.again()
        self.assertEqual(again.messages, ["nothing is set, as when this build folder was made; cmake --fresh asks anew."])

    def test_fails_in_a_build_directory_made_without_it(self):
        """CMake has stored the host compiler, and ignores another one."""
        machine = self.machine("CUDA")
        arguments = ["-S", machine.folder, "-B", machine.build, "-DCMAKE_CUDA_ARCHITECTURES=80"]
        switch = [f"-DCMAKE_PROJECT_TOP_LEVEL_INCLUDES={MODULE}", f"-DCUDASTDENV_EXECUTABLE={COMMAND}"]
        machine.run(*arguments)
        self.assertIn("was made without cudastdenv.cmake", machine.run(*arguments, *switch, expect=1).text)
        machine.run("--fresh", *arguments, *switch)
        self.check(machine, machine.build)

    def test_enables_an_optional_language(self):
        machine = self.machine("CUDA")
        machine.write("CMakeLists.txt", "cmake_minimum_required(VERSION 3.18)\nproject(program LANGUAGES CXX)\n"
                      "include(CheckLanguage)\ncheck_language(CUDA)\n"
                      "enable_language(CUDA)\nadd_executable(program program.cu other.cu)\n")
        result = machine.run("-S", machine.folder, "-B", machine.build, f"-DCMAKE_PROJECT_TOP_LEVEL_INCLUDES={MODULE}",
                             f"-DCUDASTDENV_EXECUTABLE={COMMAND}", "-DCMAKE_CUDA_ARCHITECTURES=80")
        self.assertRegex(result.stdout, r"Looking for a CUDA compiler - /")
        self.check(machine, machine.build)


def from_pypi(version, keep):
    """CMake of that version; nothing if it cannot be fetched."""
    program = keep / version / "cmake/data/bin/cmake"
    if not program.exists():
        done = subprocess.run([sys.executable, "-m", "pip", "install", "--quiet", "--no-deps", "--root-user-action=ignore",
                               "--target", keep / version, f"cmake=={version}"], stdin=subprocess.DEVNULL, check=False)
        if done.returncode != 0 or not program.exists():
            return None
    return str(program)


def main():
    global COMMAND, CMAKE
    parser = argparse.ArgumentParser()
    parser.add_argument("command", type=pathlib.Path)
    parser.add_argument("--cmake")
    parser.add_argument("--keep", type=pathlib.Path)
    options, rest = parser.parse_known_args()
    COMMAND = options.command.resolve()
    CMAKE = from_pypi(options.cmake, options.keep.resolve()) if options.cmake else shutil.which("cmake")
    if not CMAKE or not shutil.which("make"):
        print("skipped: there is no such CMake, or no make")
        return SKIPPED
    version = subprocess.run([CMAKE, "--version"], capture_output=True, text=True, check=True).stdout
    print(version.splitlines()[0])
    if tuple(map(int, re.search(r"(\d+)\.(\d+)", version).groups())) < OLDEST:
        print("skipped: too old for the module")
        return SKIPPED
    unittest.main(argv=[sys.argv[0], *rest])
    return 0


sys.exit(main())
