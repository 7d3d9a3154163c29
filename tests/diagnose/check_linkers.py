#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""Links an object that lacks symbols of newer libstdc++ releases with each linker of this machine: `diagnose` names the
message about each symbol, mangled and demangled.

usage: check_linkers.py GOLDEN CXX...   the program that has the command as a function (tests/golden), a compiler

In a sample, the linkers share the symbols.
"""

import pathlib
import re
import shutil
import subprocess
import sys
import tempfile

from asking import HERE, answer_of, ask, ids_in
from programs import OneProcess
from sampling import sample_of_today

sys.path.insert(0, str(HERE.parent / "data"))
from tables import load  # noqa: E402

LINKERS = {"ld.bfd": [], "ld.gold": [], "ld.lld": ["--error-limit=0"], "mold": []}
MESSAGE = "undefined-newer-libstdcxx-symbol"
OLDEST = 29  # GLIBCXX_3.4.29


def new_symbols():
    rows = load(HERE.parents[1] / "data", "symbol_versions")["symbolVersions"]
    newer = [row for row in rows if re.fullmatch(r"GLIBCXX_3\.4\.(\d+)", row["version"]) and
             int(row["version"].rpartition(".")[2]) >= OLDEST]
    return sorted({symbol for row in newer for symbol in row["symbols"]})


def source_of(symbols):
    """A program that calls them all."""
    declarations = "".join(f'extern int f{at}(void) __asm__("{symbol}");\n' for at, symbol in enumerate(symbols))
    calls = "".join(f" + f{at}()" for at in range(len(symbols)))
    return f"{declarations}int _start(void) {{ return 0{calls}; }}\n"


def complaints(linker, demangle, directory):
    """What the linker prints, divided by symbol. No code refers to a module's initializer by its demangled name."""
    done = subprocess.run([linker, *LINKERS[linker], demangle, "-o", "a", "a.o"], cwd=directory, capture_output=True,
                          text=True, check=False)
    parts = re.split(r"(?m)^(?=.*undefined )", done.stderr)
    return [part for part in parts if "undefined " in part and "initializer for module" not in part]


def main(golden, *compiler):
    found = [linker for linker in LINKERS if shutil.which(linker)]
    if not found:
        print("no linker")
        return 77
    symbols, count, failed = new_symbols(), 0, 0
    with tempfile.TemporaryDirectory() as directory, OneProcess(golden) as process:
        (pathlib.Path(directory) / "a.c").write_text(source_of(symbols))
        subprocess.run([*compiler, "-x", "c", "-c", "a.c"], cwd=directory, check=True)
        for linker in found:
            for demangle in ("--demangle", "--no-demangle"):
                printed = complaints(linker, demangle, directory)
                if len(printed) < len(symbols) * 9 // 10:
                    print(f"{linker} {demangle}: {len(printed)} of {len(symbols)} symbols")
                    failed += 1
                for log in sample_of_today(19).of(printed):
                    count += 1
                    answer, trouble = answer_of(ask(process, log.encode(), "--json"))
                    if ids_in(answer) != [MESSAGE]:
                        failed += 1
                        print(f"{linker} {demangle}: {ids_in(answer)} {trouble or ''}: {log}")
    print(f"{', '.join(found)}: {count} messages about {len(symbols)} symbols, {failed} failed")
    return 1 if failed or not count else 0


if __name__ == "__main__":
    sys.exit(main(*sys.argv[1:]))
