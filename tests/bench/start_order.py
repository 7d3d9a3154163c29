#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""Write into src/start.ld which functions `cudastdenv resolve --cuda 12.8` runs.

usage: start_order.py COMMAND

COMMAND is a static build of the command with its symbols. Requires valgrind and nm. Run it again when a start maps more
pages than before (whole_process.py prints them). A name that no longer exists does no harm.
"""

import bisect
import pathlib
import re
import subprocess
import sys
import tempfile

SCRIPT = pathlib.Path(__file__).resolve().parents[2] / "src" / "start.ld"
BEGIN, END = "    /* Written by tests/bench/start_order.py. */\n", "    /* The end of what it writes. */\n"
# Characters of a mangled name. The rest of a long one is template arguments, which differ between compilers.
LENGTH = 120
ADDRESS = re.compile(r"(0x[0-9a-f]+|[+-]\d+|\*) ")


def executed_addresses(command):
    with tempfile.NamedTemporaryFile() as profile:
        tool = ["valgrind", "--tool=callgrind", "--dump-instr=yes", f"--callgrind-out-file={profile.name}"]
        subprocess.run([*tool, command, "resolve", "--cuda", "12.8"], check=True, capture_output=True)
        address = 0
        for line in pathlib.Path(profile.name).read_text().splitlines():
            if found := ADDRESS.match(line):
                text = found.group(1)
                if text != "*":
                    address = int(text, 16) if text.startswith("0x") else address + int(text)
                yield address


def functions(command):
    """(address, size, name), sorted."""
    printed = subprocess.run(["nm", "-S", "--defined-only", command], check=True, capture_output=True, text=True)
    rows = (line.split() for line in printed.stdout.splitlines())
    return sorted((int(row[0], 16), int(row[1], 16), row[3]) for row in rows if len(row) == 4 and row[2] in "tTwWui")


def executed_names(command):
    symbols = functions(command)
    starts = [symbol[0] for symbol in symbols]
    for address in set(executed_addresses(command)):
        position = bisect.bisect_right(starts, address) - 1
        start, size, name = symbols[position]
        if start <= address < start + size:
            yield name


def main():
    patterns = sorted({name[:LENGTH] for name in executed_names(sys.argv[1])})
    text = SCRIPT.read_text()
    before, rest = text.split(BEGIN)
    after = rest.split(END)[1]
    lines = "".join(f"    *(.text.{pattern}*)\n" for pattern in patterns)
    SCRIPT.write_text(before + BEGIN + lines + END + after)


if __name__ == "__main__":
    main()
