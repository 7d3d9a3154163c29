#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""How CMake reads CMAKE_CUDA_ARCHITECTURES, and nvcc the flags that CMake writes.

Configures a project with one empty CUDA file, so CMake compiles and runs only its own checks; the flags are those of
its compile_commands.json. A text can be rejected by CMake itself or by the nvcc on PATH, which CMake checks with these
flags. See asking.py for the use.
"""

import json
import pathlib
import re
import shlex
import tempfile

import asking
import gencode

PROJECT = """cmake_minimum_required(VERSION 3.25)
project(consumer LANGUAGES CUDA)
add_library(one OBJECT one.cu)
"""


def configure(folder, text):
    pathlib.Path(folder, "CMakeLists.txt").write_text(PROJECT)
    pathlib.Path(folder, "one.cu").touch()
    build = pathlib.Path(folder, "build")
    command = [asking.program("cmake"), "-S", folder, "-B", build, "-DCMAKE_EXPORT_COMPILE_COMMANDS=ON"]
    code, output = asking.run([*command, f"-DCMAKE_CUDA_ARCHITECTURES={text}"], env={"CUDAARCHS": ""})
    if code:
        return None, output
    commands = json.loads((build / "compile_commands.json").read_text())
    flags = shlex.split(commands[0]["command"])
    return [flag for flag in flags if "arch=" in flag], output


def refusal(output):
    """nvcc's message if it printed one, otherwise CMake's."""
    found = re.search(r"nvcc (?:fatal|error)\s*:\s*(.*)", output)
    if found:
        return "nvcc: " + asking.one_line(found[1])
    found = re.search(r"CMake Error at .*\n((?:\s{2}.*\n|\n)+)", output)
    words = " ".join(found[1].split()) if found else output
    # The right values follow as a list.
    return "CMake: " + asking.one_line(words.split(": *")[0])


def ask(text, _given):
    with tempfile.TemporaryDirectory() as folder:
        flags, output = configure(folder, text)
    if flags is None:
        return asking.Answer(error=refusal(output))
    if any("=all" in flag or "=native" in flag for flag in flags) or not flags:
        # A keyword is passed to nvcc unchanged, and without any flag nvcc has a default.
        return gencode.ask_nvcc(asking.program("nvcc"), flags)
    return asking.answer_of_gencode(flags)


def version():
    return re.search(r"version (\S+)", asking.run([asking.program("cmake"), "--version"])[1])[1]


if __name__ == "__main__":
    asking.main("cmake", ask, version, at_once=True)
