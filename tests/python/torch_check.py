#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""Compares PyTorch's check of the host compiler with the example that replaces it: they differ only where PyTorch's
tables differ from NVIDIA's, as in torch_differences.json. CUDASTDENV_ACCEPT=1 writes that file.

usage: torch_check.py EXAMPLES CONSUMERS FILE

torch is not imported: its check and its tables are read from the wheel, which tests/oracle/consumers fetches.
"""

import ast
import json
import logging
import os
import pathlib
import re
import sys
import types

import cudastdenv

TABLES = {"g++": "CUDA_GCC_VERSIONS", "clang++": "CUDA_CLANG_VERSIONS"}
NAMES = ["MINIMUM_GCC_VERSION", "MINIMUM_CLANG_VERSION", *TABLES.values(), "_check_cuda_version"]
MAJORS = {"g++": range(5, 17), "clang++": range(4, 23)}  # those in the tables


def defined_by(statement):
    target = getattr(statement, "target", None) or getattr(statement, "targets", [None])[0]
    return getattr(statement, "name", getattr(target, "id", None))


def numbers(version):
    return tuple(map(int, version.split(".")))


class RealCheck:
    """The used parts of torch's file, with the names that they use."""

    def __init__(self, path):
        source = path.read_text(encoding="utf-8")
        parts = [ast.get_source_segment(source, one) for one in ast.parse(source).body if defined_by(one) in NAMES]
        paths = types.SimpleNamespace(join=os.path.join, exists=lambda _: True)
        self.space = {
            "CUDA_HOME": "/usr", "IS_WINDOWS": False, "SUBPROCESS_DECODE_ARGS": (), "TorchVersion": numbers,
            "Version": str, "_is_binary_build": lambda: True, "logger": logging.getLogger("torch"), "re": re,
            "sys": sys, "os": types.SimpleNamespace(environ={}, path=paths),
            "subprocess": types.SimpleNamespace(check_output=lambda _: self.nvcc.encode()),
            "torch": types.SimpleNamespace(version=types.SimpleNamespace(cuda=None)),
        }
        self.nvcc = ""
        exec("from __future__ import annotations\n" + "\n".join(parts), self.space)

    def __call__(self, name, major, cuda):
        self.space["torch"].version.cuda = cuda.requested
        self.nvcc = f"Cuda compilation tools, release {cuda.requested}, V{cuda.nvcc}"
        self.space["_check_cuda_version"](name, (major, 2))


def refuses(check, *arguments):
    try:
        check(*arguments)
    except RuntimeError:
        return True
    return False


def differences(real, example):
    for program, table in TABLES.items():
        for release in real.space[table]:
            try:
                cuda = cudastdenv.resolve(cuda=release).cuda
            except cudastdenv.BadInput:
                yield release, "no such release"
                continue
            theirs = [major for major in MAJORS[program] if not refuses(real, program, major, cuda)]
            ours = [major for major in MAJORS[program] if not refuses(example, program, str(major), release)]
            if theirs != ours:
                yield f"{release} {program}", {"pytorch": theirs, "tables": ours}


def main():
    sys.path[:0] = sys.argv[1:3]
    import asking
    from torch_compiler_check import check_cuda_compiler
    try:
        real = RealCheck(asking.fetched("torch", "torch", "utils", "cpp_extension.py"))
    except asking.Unavailable as missing:
        print(f"skipped: {missing}")
        return asking.SKIPPED
    found, kept = dict(differences(real, check_cuda_compiler)), pathlib.Path(sys.argv[3])
    if os.environ.get("CUDASTDENV_ACCEPT") == "1":
        lines = ",\n".join(f"  {json.dumps(key)}: {json.dumps(value)}" for key, value in found.items())
        kept.write_text(f"{{\n{lines}\n}}\n", encoding="utf-8")
        return asking.SKIPPED
    expected = json.loads(kept.read_text(encoding="utf-8"))
    for key in {**found, **expected}:
        if found.get(key) != expected.get(key):
            print(f"{key}: {found.get(key)}, not {expected.get(key)}")
    compared = sum(len(real.space[table]) for table in TABLES.values())
    print(f"{compared} rows, {len(found)} differ")
    return 0 if found == expected and compared > 30 else 1


sys.exit(main())
