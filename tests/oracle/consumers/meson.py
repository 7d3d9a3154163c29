#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""How Meson's CUDA module reads an architecture list.

A text is what a project writes after the release in `cuda.nvcc_arch_flags('13.0', TEXT)`: string literals of Meson
with commas between them. `given` names the release. See asking.py for the use.
"""

import json
import pathlib
import re
import tempfile

import asking

PROJECT = """project('consumer')
cuda = import('unstable-cuda')
message('flags', cuda.nvcc_arch_flags({arguments}))
message('readable', cuda.nvcc_arch_readable({arguments}))
"""


def words(output, label):
    listed = re.search(rf"^Message: {label} (\[.*\])$", output, re.MULTILINE)[1]
    return json.loads(listed.replace("'", '"'))


def ask(text, given):
    arguments = f"'{given['cuda']}'" + (f", {text}" if text else "")
    with tempfile.TemporaryDirectory() as folder:
        pathlib.Path(folder, "meson.build").write_text(PROJECT.format(arguments=arguments))
        code, output = asking.run([asking.program("meson"), "setup", "build"], cwd=folder)
    if code:
        return asking.Answer(error=asking.one_line(re.search(r"ERROR: (.*)", output)[1]))
    answer = asking.answer_of_gencode(words(output, "flags"))
    # Both functions must give the same, or this test would record only half.
    readable = {asking.dotted(word) for word in words(output, "readable")}
    if readable != {*answer.real, *answer.ptx}:
        raise SystemExit(f"{text}: nvcc_arch_readable says {sorted(readable)}")
    warnings = [line for line in re.findall(r"WARNING: (.*)", output) if "backwards or forwards" not in line]
    answer.warning = asking.one_line(warnings[0]) if warnings else None
    return answer


def version():
    return asking.run([asking.program("meson"), "--version"])[1].strip()


if __name__ == "__main__":
    asking.main("meson", ask, version, at_once=True)
