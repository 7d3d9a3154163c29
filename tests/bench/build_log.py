#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""Compares reading a long log with searching it: `diagnose` and `grep -F` with the literals of the same messages.

usage: build_log.py COMMAND DATA_DIR [MIB]

The log is that of a verbose build, as a person pipes it into the command: most of it is irrelevant, and a message is at
its end. The two programs alternate.
"""

import itertools
import json
import pathlib
import random
import re
import shutil
import sys
import tempfile

import whole_process

MIB = 64
PAIRS = 11
TEXTS = ("messageTexts", "wrapperTexts", "successTexts", "factTexts", "errorWords")
FOLDERS = ("attention", "conv", "gemm", "norm", "pool", "quantize", "reduce", "scan", "sort", "sparse")
NOUNS = ("backward", "forward", "kernel", "launch", "merge", "pack", "plan", "scale", "split", "tile", "update")
MESSAGE = ("/usr/local/cuda/bin/../targets/x86_64-linux/include/crt/host_config.h:143:2: error: #error -- unsupported "
           "GNU version! gcc versions later than 13 are not supported! The nvcc flag '-allow-unsupported-compiler' can "
           "be used to override this version check; however, using an unsupported host compiler may cause compilation "
           "failure or incorrect run time execution. Use at your own risk.\n")


def lines(chance):
    """An endless verbose build: output of CMake, Ninja, nvcc, ptxas and a C++ compiler."""
    for number in itertools.count(1):
        folder, noun = chance.choice(FOLDERS), chance.choice(NOUNS)
        source = f"src/{folder}/{noun}_{number % 4000}"
        includes = " ".join(f"-I/home/build/project/third_party/{name}/include" for name in chance.sample(FOLDERS, 4))
        kind = chance.randrange(12)
        if kind < 4:
            yield (f"[{number % 4000}/4000] /usr/local/cuda/bin/nvcc -forward-unknown-to-host-compiler "
                   f"-DNDEBUG -DUSE_{folder.upper()} {includes} -O3 -std=c++17 "
                   '"--generate-code=arch=compute_80,code=[compute_80,sm_80]" -Xcompiler=-fPIC '
                   f"-MD -MT CMakeFiles/project.dir/{source}.cu.o -MF CMakeFiles/project.dir/{source}.cu.o.d "
                   f"-x cu -c /home/build/project/{source}.cu -o CMakeFiles/project.dir/{source}.cu.o\n")
        elif kind < 7:
            yield (f"[{number % 4000}/4000] /usr/bin/c++ -DNDEBUG {includes} -isystem /usr/local/cuda/include -O3 "
                   f"-Wall -Wextra -fPIC -o CMakeFiles/project.dir/{source}.cpp.o -c /home/build/project/{source}.cpp\n")
        elif kind == 7:
            yield f"ptxas info    : Compiling entry function '_ZN7project{len(folder)}{folder}E{noun}ILi{number}EEvPf'\n"
        elif kind == 8:
            yield (f"ptxas info    : Used {chance.randrange(16, 255)} registers, used 1 barriers, "
                   f"{chance.randrange(0, 48)}000 bytes smem, 400 bytes cmem[0]\n")
        elif kind == 9:
            yield (f"/home/build/project/{source}.h:{number % 900}:{number % 70}: warning: comparison of integer "
                   f"expressions of different signedness: 'int' and 'size_t' [-Wsign-compare]\n"
                   f"  {number % 900} |     for (int i = 0; i < {noun}.size(); ++i) {{\n"
                   "      |                     ~~^~~~~~~~~~~~~~\n")
        elif kind == 10:
            yield f"-- Looking for {noun}_{folder}.h - found\n"
        else:
            yield f"In file included from /home/build/project/{source}.h:12,\n                 from {source}.cpp:3:\n"


def write_log(path, size):
    chance, written = random.Random(20261123), 0
    with path.open("w", encoding="utf-8") as file:
        for line in lines(chance):
            written += file.write(line)
            if written >= size:
                break
        file.write(MESSAGE)


def literals(data):
    """The longest piece between two holes of each text that the command searches for."""
    tables = json.loads(pathlib.Path(data, "messages.json").read_text(encoding="utf-8"))
    texts = [row["text"] for name in TEXTS for row in tables[name]]
    return sorted({max(re.split(r"\{[^}]*\}", text), key=len).strip() for text in texts})


def measure(command, data, mib=MIB):
    """The times of `diagnose` and of grep; None without grep."""
    if shutil.which("grep") is None:
        return None
    with tempfile.TemporaryDirectory() as name:
        folder = pathlib.Path(name)
        log, words, output = folder / "build.log", folder / "literals", folder / "output"
        write_log(log, mib << 20)
        words.write_text("\n".join(literals(data)) + "\n", encoding="utf-8")
        # If its output is the null device, grep stops at the first match.
        output.touch()
        return whole_process.compare([command, "diagnose", str(log)],
                                     [shutil.which("grep"), "-c", "-F", "-f", str(words), str(log)],
                                     PAIRS, warm_up=2, output=str(output))


def main():
    if len(sys.argv) not in (3, 4):
        sys.exit(__doc__)
    mib = int(sys.argv[3]) if len(sys.argv) == 4 else MIB
    found = measure(sys.argv[1], sys.argv[2], mib)
    if found is None:
        sys.exit("there is no grep")
    print(f"{mib} MiB: diagnose {found.left / 1e6:.0f} ms, grep {found.right / 1e6:.0f} ms, "
          f"{found.ratio_of_medians:.2f} times; median of the pairs' ratios {found.median_of_ratios:.2f}")


if __name__ == "__main__":
    main()
