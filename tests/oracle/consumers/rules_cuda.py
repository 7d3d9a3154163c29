#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""How rules_cuda reads --@rules_cuda//cuda:archs, and the nvcc on PATH its flags.

An interpreter of Bazel's language runs the functions that read the text; the flags are those of its toolchain for an
entry. No registry has the rules: the consumers' directory needs a checkout of bazel-contrib/rules_cuda as rules_cuda.
See asking.py for the use.
"""

import re

import asking
import gencode

FOLDER = ("rules_cuda", "cuda", "private")
FUNCTIONS = (
    "_create_arch_number",
    "_format_arch_number",
    "_get_arch_number",
    "_get_stage2_arch_info",
    "_get_arch_spec",
    "_get_arch_specs",
)
PRELUDE = """
types = struct(is_int = lambda value: type(value) == "int")
def Stage2ArchInfo(arch, virtual, gpu, lto):
    return ("compute_" if virtual else "lto_" if lto else "sm_" if gpu else "none_") + arch
def ArchSpecInfo(stage1_arch, stage2_archs):
    return [(stage1_arch, code) for code in stage2_archs]
"""


def ask(text, _given):
    rules = asking.Starlark({}, PRELUDE)
    known = re.search(r"^cuda_archs = \[.*?\]", asking.fetched(*FOLDER, "providers.bzl").read_text(), re.M | re.S)
    rules.add(known[0])
    for function in FUNCTIONS:
        rules.add(asking.function_source(asking.fetched(*FOLDER, "cuda_helper.bzl"), function))
    specs, failure = rules.call(f"_get_arch_specs({text!r})")
    if failure:
        return asking.Answer(error=failure)
    flags = []
    for virtual, code in (pair for spec in specs for pair in spec):
        # Without one of the three names, no flag is written.
        if not code.startswith("none_"):
            flags += ["-gencode", f"arch=compute_{virtual},code={code}"]
    if any("code=lto_" in flag for flag in flags):
        flags.append("-rdc=true")
    judged = gencode.ask_nvcc(asking.program("nvcc"), flags)
    if judged.error:
        return asking.Answer(error="nvcc: " + judged.error)
    return judged


def version():
    asking.fetched(*FOLDER, "cuda_helper.bzl")
    return "commit a30714f161e7ccfd86eaffb32eefc843e160dcbe, architectures of e35825e06f12730c4f8176d1f0ef47dbdfb03f02"


if __name__ == "__main__":
    asking.main("rules_cuda", ask, version)
