#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""How CMake's FindCUDA reads an architecture list.

A text is what a project writes after the variable in `cuda_select_nvcc_arch_flags(FLAGS TEXT)`. `given` names the
release. The module runs as a script, without a compiler. See asking.py for the use.
"""

import pathlib
import re
import tempfile

import asking

SCRIPT = """set(CUDA_VERSION "{cuda}")
include(FindCUDA/select_compute_arch)
cuda_select_nvcc_arch_flags(flags {text})
message("flags: ${{flags}}")
"""


def ask(text, given):
    with tempfile.TemporaryDirectory() as folder:
        script = pathlib.Path(folder, "ask.cmake")
        script.write_text(SCRIPT.format(cuda=given["cuda"], text=text))
        code, output = asking.run([asking.program("cmake"), "-P", script])
    if code:
        return asking.Answer(error=asking.one_line(re.search(r"CMake Error at .*\n\s*(.*)", output)[1]))
    return asking.answer_of_gencode(re.search(r"^flags: (.*)$", output, re.MULTILINE)[1].split(";"))


def version():
    return re.search(r"version (\S+)", asking.run([asking.program("cmake"), "--version"])[1])[1]


if __name__ == "__main__":
    asking.main("findcuda", ask, version, at_once=True)
