#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""How numba-cuda reads NUMBA_FORCE_CUDA_CC and NUMBA_CUDA_DEFAULT_PTX_CC, with one function.

Numba passes NVRTC the architecture as `compute_`; machine code is made when it is loaded. So the answer is recorded as
PTX. See asking.py for the use.
"""

import re

import asking

FOLDER = ("numba", "numba_cuda")


def ask(text, _given):
    names = {"re": re}
    file = asking.fetched(*FOLDER, "numba", "cuda", "core", "config.py")
    exec(compile(asking.function_source(file, "_parse_cc"), "numba", "exec"), names)
    try:
        found = names["_parse_cc"](text)
    except ValueError as refusal:
        return asking.Answer(error=asking.one_line(str(refusal)))
    if found is None:
        return asking.Answer(warning="as good as unset")
    return asking.Answer(ptx=[f"{found[0]}.{found[1]}" + (found[2] if len(found) > 2 else "")])


def version():
    return re.search(r"numba_cuda-([\d.]+)", asking.fetched("numba", "numba_cuda-*.dist-info").name)[1].rstrip(".")


if __name__ == "__main__":
    asking.main("numba", ask, version)
