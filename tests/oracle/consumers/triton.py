#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""How Triton reads TRITON_OVERRIDE_ARCH: the reader of the name, and ptxas's option.

Both functions are read from the wheel, because importing Triton would need a GPU. See asking.py for the use.
"""

import re

import asking

FILE = ("triton", "triton", "backends", "nvidia", "compiler.py")


def load():
    names = {"re": re}
    file = asking.fetched(*FILE)
    for function, indent in (("_parse_arch", "    "), ("sm_arch_from_capability", "")):
        exec(compile(asking.function_source(file, function, indent), "triton", "exec"), names)
    return names


def ask(text, _given):
    functions = load()
    if not text:
        return asking.Answer(error="no override: the GPU that is there")
    try:
        architecture = functions["sm_arch_from_capability"](functions["_parse_arch"](None, text))
    except ValueError as refusal:
        return asking.Answer(error=asking.one_line(str(refusal)))
    try:
        return asking.Answer(real=[asking.dotted(architecture)])
    except ValueError:
        return asking.Answer(warning=f"ptxas is told {architecture}")


def version():
    return re.search(r"triton-([\d.]+)", asking.fetched("triton", "triton-*.dist-info").name)[1].rstrip(".")


if __name__ == "__main__":
    asking.main("triton", ask, version)
