#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""How clang reads its CUDA architecture options, by release.

Each is run with -###, which prints the commands and runs none; the content of the fat binary is in the last device
command. The toolkit is an empty one with version 12.9 (or that of `given`), which is not checked unless `given` has
"check". `given` has the release of clang: clang-14 on PATH, or from the consumers' directory. See asking.py for the
use.
"""

import pathlib
import re
import shlex
import tempfile

import asking

IMAGE = re.compile(r'"--image=profile=(sm|compute)_(\w+),|"--image3=kind=(elf|ptx),sm=(\w+),')
KINDS = {"sm": "real", "elf": "real", "compute": "ptx", "ptx": "ptx"}
# About the toolkit's version, which does not matter here.
BESIDES = ("Unknown CUDA version", "CUDA version is newer", "unknown-cuda-version", "argument unused")


def toolkit(folder, release):
    """The parts of a CUDA installation that clang reads."""
    for name in ("bin", "include", "lib64", "nvvm/libdevice"):
        pathlib.Path(folder, name).mkdir(parents=True)
    major, minor = (int(part) for part in release.split("."))
    pathlib.Path(folder, "include", "cuda.h").write_text(f"#define CUDA_VERSION {major * 1000 + minor * 10}\n")


def ask(text, given):
    clang = asking.program(f"clang-{given['clang']}")
    with tempfile.TemporaryDirectory() as folder:
        place = pathlib.Path(folder, "cuda")
        toolkit(place, given.get("cuda", "12.9"))
        source = pathlib.Path(folder, "empty.cu")
        source.touch()
        checked = [] if given.get("check") else ["--no-cuda-version-check"]
        options = ["-###", "-c", "-x", "cuda", f"--cuda-path={place}", "-nocudalib", "-nocudainc", *checked]
        code, output = asking.run([clang, *options, *shlex.split(text), source], cwd=folder)
    errors = re.findall(r"error: (.*)", output)
    if code or errors:
        return asking.Answer(error=asking.one_line((errors or [output])[0].replace(str(folder), "FOLDER")))
    commands = [line for line in output.splitlines() if "--image" in line]
    if not commands:
        raise SystemExit(f"{text}: no command has an image in it:\n{output}")
    answer = asking.Answer()
    for old, old_number, new, new_number in IMAGE.findall(commands[-1]):
        getattr(answer, KINDS[old or new]).append(asking.dotted(old_number or new_number))
    warnings = [line for line in re.findall(r"warning: (.*)", output) if not any(word in line for word in BESIDES)]
    answer.warning = asking.one_line(warnings[0]) if warnings else None
    return asking.tidy(answer)


def version():
    return "23.1.4 and 14 to 22: each case names its own"


if __name__ == "__main__":
    asking.main("clang", ask, version, at_once=True)
