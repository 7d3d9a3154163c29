#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""In the output of `nix cuda` and `nix nvcc`, a misspelled or missing attribute of a row is an evaluation error.

usage: nix_fields.py COMMAND   in a sample, each attribute of each table in some of the rows

Each row is broken in each way, with another attribute in each row. Nix has to report the attribute when that row is
evaluated, and to evaluate every other row as before. Skipped (77) without Nix.
"""

import concurrent.futures
import itertools
import pathlib
import re
import sys

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parents[1]))
from sampling import sample_of_today  # noqa: E402

from nix import STUB_LIB, Checks, Command, evaluate, need_nix

ROW = re.compile(r'^(\s*)"(?P<key>[0-9.]+[af]?)" = (?:checked )?\{$')
ATTRIBUTE = re.compile(r"^\s+(?P<name>[A-Za-z]+) = ")


class Written:
    """A file as text, and the lines of the attributes in each of its rows."""

    def __init__(self, table, text, call):
        self.table, self.lines, self.call = table, text.split("\n"), call
        self.rows = {}
        inner = None
        for number, line in enumerate(self.lines):
            if row := ROW.match(line):
                inner = self.rows.setdefault(row["key"], [])
            elif inner is not None and (found := ATTRIBUTE.match(line)):
                inner.append((number, found["name"]))

    def value(self, lines=None, row=None):
        text = self.call("\n".join(lines or self.lines))
        return evaluate(f'({text}).{self.table}' + (f'."{row}"' if row else ""))

    def block(self, number):
        """The lines of the attribute's value."""
        end = number
        while not self.lines[end].endswith(";") or (self.lines[number].endswith("{") and end == number):
            end += 1
        if self.lines[number].endswith("{"):
            indent = len(self.lines[number]) - len(self.lines[number].lstrip())
            end = next(n for n in range(number, len(self.lines)) if self.lines[n] == " " * indent + "};")
        return slice(number, end + 1)

    def misspelt(self, number, name):
        lines = list(self.lines)
        wrong = name[:-2] + name[-1] + name[-2] if name[-1] != name[-2] else name[:-1]
        lines[number] = lines[number].replace(name + " =", wrong + " =", 1)
        return lines, wrong

    def without(self, number):
        lines = list(self.lines)
        del lines[self.block(number)]
        return lines


def error_of(written, lines, row):
    try:
        return f"no error: {written.value(lines, row)}"
    except AssertionError as error:
        return str(error).split("--- in")[0]


def check_row(written, row, number, name, required, other):
    """(what, expected, got) of one attribute of one row."""
    lines, wrong = written.misspelt(number, name)
    message = error_of(written, lines, row)
    yield f"{written.table} {row}: {wrong}", True, "unexpected argument" in message and f"'{wrong}'" in message or (
        name in required and "required argument" in message and f"'{name}'" in message) or message
    yield f"{written.table} {row}: {wrong}, and {other}", written.good[other], written.value(lines, other)
    if name in required:
        message = error_of(written, written.without(number), row)
        yield (f"{written.table} {row}: no {name}", True,
               "required argument" in message and f"'{name}'" in message or message)


def jobs_of(written, required):
    written.good = written.value()
    keys = list(written.good)
    assert keys and sorted(written.rows) == sorted(keys), "the rows are not where they were looked for"
    turn = itertools.count()
    for row, other in zip(keys, keys[1:] + keys[:1]):
        attributes = written.rows[row]
        # Every attribute of the first row, then each row with another one, a required one among them.
        chosen = attributes if row == keys[0] else [attributes[next(turn) % len(attributes)]]
        needed = [one for one in attributes if one[1] in required]
        for number, name in sorted({*chosen, needed[next(turn) % len(needed)]}):
            yield written, row, number, name, required, other


def main():
    need_nix()
    sample = sample_of_today(13)
    command, checks = Command(sys.argv[1]), Checks()
    cuda = Written("cudaCapabilityToInfo", command.output("nix", "cuda", "--all"),
                   lambda text: f"({text}) {{ lib = {STUB_LIB}; }}")
    nvcc = Written("nvccCompatibilities", command.output("nix", "nvcc"), lambda text: text)
    checks.same("cuda as it was", command.json("nix", "cuda", "--all", "--plain")["cudaCapabilityToInfo"], cuda.value())
    checks.same("nvcc as it was", evaluate(command.output("nix", "nvcc", "--plain"))["nvccCompatibilities"],
                nvcc.value())
    checks.same("nvcc --plain", command.json("nix", "nvcc", "--plain"), command.json("nix", "nvcc"))
    checks.need("nvcc --plain is data", "checked" not in command.output("nix", "nvcc", "--plain"))
    jobs = [*jobs_of(cuda, {"archName", "minCudaMajorMinorVersion"}),
            *jobs_of(nvcc, {"clang", "gcc", "minMajorVersion", "maxMajorVersion"})]
    with concurrent.futures.ThreadPoolExecutor(4) as pool:
        for results in pool.map(lambda job: list(check_row(*job)), sample.of(jobs, kind=lambda job: (job[0].table, job[3]))):
            for result in results:
                checks.same(*result)
    checks.need("rows", len(jobs) > 100)
    checks.finish()


main()
