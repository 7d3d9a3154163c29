#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""Checks `port` with small programs, each of which uses something that CUDA 13.0 removed or changed.

usage: port.py COMMAND

A line that ends with `//! CODE...` is one that `port` names, with these codes. After `=>` is the line that replaces it;
without one, `port --fix` does it. nvcc, which must be of 13.0 or later, rejects these lines and no others, and compiles
the file after the replacement. CUDASTDENV_OLD_NVCC, an nvcc of 12.5 to 12.9, compiles the file as it is.
Exit 77 without a suitable nvcc.
"""

import json
import os
import pathlib
import re
import shutil
import subprocess
import sys
import tempfile

PROGRAMS = pathlib.Path(__file__).with_name("port")
MARK = re.compile(r"^(?P<indent>\s*)(?P<code>.*?)  //! (?P<codes>[a-z -]+?)(?P<by> =>(?P<line>.*))?$")
ERROR = re.compile(r"\.cu[(:](\d+)[):].*error")
# The compiler names the line that uses the macro.
ELSEWHERE = {"thread_in_macro.cu"}


def run(*words):
    done = subprocess.run(words, capture_output=True, text=True, check=False)
    return done.returncode, done.stdout + done.stderr


def compile_with(nvcc, file, *options):
    """The output if it does not compile, otherwise None."""
    status, output = run(nvcc, "-c", "-w", "-rdc=true", *options, file, "-o", "/dev/null")
    return output if status else None


def release_of(nvcc):
    found = re.search(r"release (\d+)\.(\d+)", run(nvcc, "--version")[1])
    return tuple(map(int, found.groups())) if found else (0, 0)


def marks_in(text):
    """The marks by line."""
    lines = enumerate(text.splitlines(), 1)
    return {number: mark for number, line in lines if (mark := MARK.match(line))}


def without_marks(text):
    """The file as a person has it, and where a mark has a line, as it is to be."""
    marks = marks_in(text)
    old, new = [], []
    for number, line in enumerate(text.splitlines(), 1):
        mark = marks.get(number)
        code = mark["indent"] + mark["code"] if mark else line
        old.append(code)
        new.append(mark["indent"] + mark["line"].strip() if mark and mark["by"] else code)
    return "\n".join(old) + "\n", "\n".join(new) + "\n"


def findings_in(command, file):
    status, output = run(command, "port", "--from", "12.5", "--to", "13.0", "--json", file)
    if status not in (0, 1):
        raise ValueError(output)
    return [(finding["line"], finding["code"]) for finding in json.loads(output)["findings"]]


def problems_of(command, nvcc, old_nvcc, program, folder):
    text = program.read_text()
    marks = marks_in(text)
    old, new = without_marks(text)
    file = folder / program.name
    file.write_text(old)
    wanted = [(number, code) for number, mark in marks.items() for code in mark["codes"].split()]
    # The only capability with both shuffles without a mask and groups of several grids.
    if old_nvcc and (output := compile_with(old_nvcc, file, "-arch=sm_60")):
        yield f"{old_nvcc} does not compile it:\n{output}"
    output = compile_with(nvcc, file)
    if output is None:
        yield f"{nvcc} compiles it"
    elif "fatal error" not in output and program.name not in ELSEWHERE:
        rejected = {int(line) for line in ERROR.findall(output)}
        if rejected != set(marks):
            yield f"{nvcc} rejects the lines {sorted(rejected)}:\n{output}"
    if (found := findings_in(command, file)) != wanted:
        yield f"port finds {found}, not {wanted}"
    file.write_text(new)
    run(command, "port", "--from", "12.5", "--to", "13.0", "--fix", file)
    if output := compile_with(nvcc, file):
        yield f"{nvcc} does not compile it after the changes:\n{file.read_text()}{output}"
    elif found := findings_in(command, file):
        yield f"port finds {found} after the changes"


def main():
    command = pathlib.Path(sys.argv[1]).resolve()
    nvcc = shutil.which("nvcc")
    if not nvcc or release_of(nvcc) < (13, 0):
        print("no nvcc of CUDA 13.0 or later", file=sys.stderr)
        return 77
    old_nvcc = os.environ.get("CUDASTDENV_OLD_NVCC")
    programs = sorted(PROGRAMS.glob("*.cu"))
    failed = 0
    for program in programs:
        with tempfile.TemporaryDirectory() as folder:
            problems = list(problems_of(command, nvcc, old_nvcc, program, pathlib.Path(folder)))
        for problem in problems:
            print(f"{program.name}: {problem}", file=sys.stderr)
        failed += bool(problems)
    print(f"{len(programs) - failed} of {len(programs)} programs as expected")
    return failed > 0 or not programs


if __name__ == "__main__":
    sys.exit(main())
