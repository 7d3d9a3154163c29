#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""How CuPy's build reads CUPY_NVCC_GENERATE_CODE, and the nvcc on PATH its flags.

The builder's function that converts the variable to options is read from the source package; no GPU is searched.
`given` has the release that CuPy assumes if the variable does not decide. See asking.py for the use.
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
    # nvcc judges a text that CuPy passes unchanged; what CuPy writes itself can be for another release.
    return asking.answer_of_gencode(flags) if given else gencode.ask_nvcc(asking.program("nvcc"), flags)


def version():
    return re.search(r"cupy-([\d.]+\w*)", asking.fetched(*FOLDER).name)[1]


if __name__ == "__main__":
    asking.main("cupy", ask, version)
