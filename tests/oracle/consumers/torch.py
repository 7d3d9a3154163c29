#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""How PyTorch reads TORCH_CUDA_ARCH_LIST: its own function that converts the list to nvcc flags.

torch is not imported, because it would need its libraries: the function is read from the wheel's file, and gets the
names that it uses. See asking.py for the use.
"""

import collections
import logging
import os
import re
import types

import asking

FILE = ("torch", "torch", "utils", "cpp_extension.py")


def torch_without_gpu():
    cuda = types.SimpleNamespace(
        device_count=lambda: 0,
        get_arch_list=lambda: [],
        get_device_capability=lambda _: (0, 0),
    )
    distributed = types.SimpleNamespace(is_available=lambda: False, is_initialized=lambda: False)
    return types.SimpleNamespace(cuda=cuda, distributed=distributed)


def load():
    names = {
        "collections": collections,
        "logger": logging.getLogger("torch"),
        "os": os,
        "re": re,
        "torch": torch_without_gpu(),
    }
    exec(compile(asking.function_source(asking.fetched(*FILE), "_get_cuda_arch_flags"), "torch", "exec"), names)
    return names["_get_cuda_arch_flags"]


def ask(text, _given):
    with asking.environment(TORCH_CUDA_ARCH_LIST=text):
        try:
            flags = load()()
        except (ValueError, IndexError) as refusal:
            return asking.Answer(error=f"{type(refusal).__name__}: {refusal}")
    return asking.answer_of_gencode(flags)


def version():
    return re.search(r"__version__ = '([^']+)'", asking.fetched("torch", "torch", "version.py").read_text())[1]


def names():
    """Each name with its list, in PyTorch's format."""
    source = asking.function_source(asking.fetched(*FILE), "_get_cuda_arch_flags")
    return {"names": dict(re.findall(r"\('([A-Z][A-Za-z+]+)', '([\d.;+PTX]+)'\)", source))}


if __name__ == "__main__":
    asking.main("torch", ask, version, names)
