#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""How flash-attention's setup.py reads FLASH_ATTN_CUDA_ARCHS, by CUDA release (`given`).

The statements of setup.py that collect the flags are run unchanged, between two known statements. See asking.py for the
use.
"""

import os
import re
import textwrap

import asking

FOLDER = ("flash-attn", "flash_attn-*[0-9]")
BEGIN, END = '    cc_flag = []\n', "    # HACK"


class Release(tuple):
    """The part of packaging.version.Version that setup.py needs."""

    def __new__(cls, text):
        return super().__new__(cls, (int(part) for part in text.split(".")))


def collect(release):
    file = asking.fetched(*FOLDER, "setup.py")
    text = file.read_text()
    if BEGIN not in text or END not in text:
        raise asking.Unavailable("this setup.py collects its flags in another way")
    statements = textwrap.dedent(text[text.index(BEGIN) : text.index(END, text.index(BEGIN))])
    names = {
        "CUDA_HOME": "somewhere",
        "Version": Release,
        "get_cuda_bare_metal_version": lambda _: ("", Release(release)),
        "os": os,
    }
    exec(compile(asking.function_source(file, "cuda_archs"), "flash-attn", "exec"), names)
    exec(compile(statements, "flash-attn", "exec"), names)
    return names["cc_flag"]


def ask(text, given):
    with asking.environment(FLASH_ATTN_CUDA_ARCHS=None if given.get("unset") else text):
        try:
            return asking.answer_of_gencode(collect(given["cuda"]))
        except RuntimeError as refusal:
            return asking.Answer(error=asking.one_line(str(refusal)))


def version():
    return re.search(r"flash_attn-(\S+)", asking.fetched(*FOLDER).name)[1]


if __name__ == "__main__":
    asking.main("flash-attn", ask, version)
