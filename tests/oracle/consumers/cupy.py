#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""What CuPy's build makes of CUPY_NVCC_GENERATE_CODE, and the nvcc on PATH of what it makes of it.

The builder's function that turns the variable into options is taken out of the source package; no GPU is looked for.
`given` names the release that CuPy believes to have where the variable does not decide. See asking.py for the use.
"""

import os
import platform
import re
import sys
import types

import asking
import gencode

FOLDER = ("cupy", "cupy-*")


def load():
    names = {
        "build": types.SimpleNamespace(get_compute_capabilities=lambda: None),
        "os": os,
        "platform": platform,
        "sys": sys,
    }
    file = asking.fetched(*FOLDER, "install", "cupy_builder", "_compiler.py")
    source = "from __future__ import annotations\n" + asking.function_source(file, "_nvcc_gencode_options")
    exec(compile(source, "cupy", "exec"), names)
    return names["_nvcc_gencode_options"]


def ask(text, given):
    major, minor = (int(part) for part in given.get("cuda", "13.0").split("."))
    with asking.environment(CUPY_NVCC_GENERATE_CODE=None if given.get("unset") else text):
        flags = load()(major * 1000 + minor * 10)
    # nvcc is the judge of a text that CuPy hands on; what CuPy writes itself may be for another release.
    return asking.answer_of_gencode(flags) if given else gencode.ask_nvcc(asking.program("nvcc"), flags)


def version():
    return re.search(r"cupy-([\d.]+\w*)", asking.fetched(*FOLDER).name)[1]


if __name__ == "__main__":
    asking.main("cupy", ask, version)
