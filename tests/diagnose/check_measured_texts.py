#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""Every error that tests/data/measured_*.json keeps is named by `diagnose`: as a message of its own, or by its place.

usage: check_measured_texts.py GOLDEN   the program that has the command as a function (tests/golden)

A table keeps an error without its directory, which the compiler prints. Each text is tried as it is kept, and as its
tool prints it: behind the command, in the header's directory.
"""

import re
import sys

from asking import HERE, answer_of, ask, ids_in
from programs import OneProcess

sys.path.insert(0, str(HERE.parent / "data"))
from tables import load  # noqa: E402

DATA = HERE.parent / "data"
PLACED = re.compile(r"([\w.]+)(\(\d+\)|:\d+:\d+): ")

# Texts that name nothing alone: nvcc's own line follows.
NAMELESS = {"Segmentation fault": "nvcc error   : 'cudafe++' died due to signal 11 (Invalid memory reference)"}


def directory_of(header, row):
    """The directory of a header, as Debian has it."""
    gcc = row.get("libstdcxx") or int(str(row.get("gcc") or "13").partition(".")[0])
    if header == "mathcalls.h":
        return "/usr/include/x86_64-linux-gnu/bits"
    if header.endswith("intrin.h"):
        return f"/usr/lib/gcc/x86_64-linux-gnu/{gcc}/include"
    return f"/usr/include/c++/{gcc}/bits" if "." in header else f"/usr/include/c++/{gcc}"


def errors():
    """Each text once, with its first row."""
    found = {}
    for path in sorted(DATA.glob("measured_*.json")):
        for row in load(DATA, path.stem)["rows"]:
            if row.get("said"):
                found.setdefault(row["said"], row)
    return found


def logs_of(text, row):
    """The log of the text, as the table keeps it and as its tool prints it."""
    host = row.get("host") or f"{row.get('family', 'gcc')}-{row.get('compiler', '')}"
    command = f"nvcc -ccbin {host} -std={row.get('standard', 'c++17')} -c a.cu\n"
    placed = PLACED.match(text)
    printed = f"{directory_of(placed[1], row)}/{text}" if placed else text
    behind = NAMELESS.get(text, "")
    return [f"{text}\n"] * (text not in NAMELESS) + [f"{command}{printed}\n{behind}\n"]


def main(golden):
    failed, count = 0, 0
    texts = errors()
    with OneProcess(golden) as process:
        for text, row in texts.items():
            for log in logs_of(text, row):
                count += 1
                answer, trouble = answer_of(ask(process, log.encode(), "--json"))
                if trouble or len(ids_in(answer)) != 1:
                    failed += 1
                    print(f"{ids_in(answer)} {trouble or ''}: {log}")
    print(f"{count} logs of {len(texts)} texts, {failed} without one message")
    unused = [text for text in NAMELESS if text not in texts]
    print(*(f"no table keeps {text!r}" for text in unused), sep="\n", end="\n" if unused else "")
    return 1 if failed or unused or len(texts) < 25 else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1]))
