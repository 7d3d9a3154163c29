#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""Changes one value of one row in a copy of the tables, many times, and expects a check to find it.

usage: mutants.py [--each N] [--seed N] [--table NAME] DATA_DIR [GOLDEN]

N values of each table are changed (20 by default), the same ones for the same seed. With GOLDEN, the program that has
the command as a function (tests/golden), the command must load the tables too, and the checks that need it run. Values
that only a person can check are in ONLY_READ. ../mutants/run.py --tables builds the program with each remaining mutant,
and runs the other tests.
"""

import argparse
import contextlib
import json
import pathlib
import random
import re
import shutil
import sys
import tempfile

from canonical import canonical
from checks import HERE, SKIPPED, first_to_notice, run_check
from tables import FILES

sys.path.insert(0, str(HERE.parent))
from programs import OneProcess  # noqa: E402

CHECKS = (
    "sources", "expected", "words", "measured", "environments", "gpus", "libstdcxx", "nvcc", "releases", "components",
    "symbol_versions", "wheels", "schema",
)
PLATFORMS = HERE.parent / "oracle" / "check_platforms.py"

# Table and key of values that no check covers, and why.
ONLY_READ = {
    ("advisories", "advisories.id"): "a name",
    ("advisories", "advisories.message"): "a sentence",
    ("advisories", "advisories.workaround"): "a sentence",
    ("advisories", "advisories.severity"): "a judgement",
    ("components", "components.title"): "how a component is called",
    ("consumers", "consumers.title"): "how a program is called",
    ("messages", "messages.title"): "a sentence",
    ("messages", "messages.why"): "a sentence",
    ("messages", "messages.remedy"): "a sentence",
    ("messages", "messageTexts.language"): "a reader knows what language it is",
    ("messages", "messageTexts.tools"): "which tool says it stands in the source",
    ("messages", "wrapperTexts.tools"): "which tool says it stands in the source",
    ("releases", "neverReleased.reason"): "a sentence",
    ("releases", "releases.date"): "only one page has the months of 10.x",
    ("rules", "rules.id"): "a name",
    ("rules", "rules.statement"): "a sentence",
    ("wheels", "projects.index"): "nobody asks the index",
    ("wheels", "projects.title"): "how a project is called",
    ("sources", "sources.title"): "how a source is called",
    ("sources", "sources.locator"): "what is where in a source",
    ("sources", "sources.url"): "nobody follows it",
    ("sources", "sources.retrieved"): "the day of reading",
    ("sources", "sources.confidence"): "a judgement",
    ("sources", "sources.kind"): "a judgement",
}


def leaves(node, path=()):
    """Every value in a table with its path, without citations, which have their own check."""
    if isinstance(node, dict):
        for key, item in node.items():
            if key not in ("sources", "schemaVersion") or path == ():
                yield from leaves(item, (*path, key))
    elif isinstance(node, list):
        for index, item in enumerate(node):
            yield from leaves(item, (*path, index))
    else:
        yield path, node


def name(path):
    """The keys of a path without the numbers of rows."""
    return ".".join(part for part in path if isinstance(part, str))


def mutations(value, others):
    """Replacements of the value; `others` are the values of the same key in other rows."""
    if isinstance(value, bool):
        return [not value]
    if isinstance(value, int):
        return [value + 1, value - 1]
    result = [other for other in others if other != value]
    if isinstance(value, str):
        numbers = list(re.finditer(r"\d+", value))
        if numbers:
            last = numbers[-1]
            result.append(value[:last.start()] + str(int(last[0]) + 1) + value[last.end():])
        letters = [index for index, letter in enumerate(value) if letter.isalpha()]
        if letters and len(set(map(str, others))) > 8:
            index = letters[len(letters) // 2]
            result.append(value[:index] + ("x" if value[index] != "x" else "y") + value[index + 1:])
    return result


def put(table, path, value):
    for part in path[:-1]:
        table = table[part]
    table[path[-1]] = value


def notices(directory, table, golden, command):
    """The name of the first check that fails, or None."""
    if command and command.run(["table", "rules", "--data", directory]).returncode:
        return "loading"
    noticed = first_to_notice(CHECKS, directory)
    if not noticed and golden and table in ("drivers", "redist") and run_check(PLATFORMS, golden, directory):
        noticed = "platforms"
    return noticed


def choose(table, number, generator):
    """So many values, each key of the table equally often, if possible."""
    by_key = {}
    for path, value in leaves(table):
        by_key.setdefault(name(path), []).append((path, value))
    chosen = []
    while len(chosen) < number and any(by_key.values()):
        for key in [key for key, items in by_key.items() if items]:
            chosen.append(by_key[key].pop(generator.randrange(len(by_key[key]))))
    return chosen[:number]


def mutants(original, number, generator):
    """So many mutants: the place of a value, the value, its replacement, and the table with it."""
    others = {}
    for path, value in leaves(json.loads(original)):
        others.setdefault(name(path), []).append(value)
    for path, value in choose(json.loads(original), number, generator):
        possible = mutations(value, others[name(path)])
        if not possible:
            continue
        mutant = generator.choice(possible)
        changed = json.loads(original)
        put(changed, path, mutant)
        yield path, value, mutant, changed


def try_table(table, options, command):
    """How many mutants were tried, and those that no check found: the place, the value, its replacement."""
    original = (options.data / f"{table}.json").read_text(encoding="utf-8")
    generator = random.Random(f"{options.seed} {table}")
    tried, lives = 0, []
    with tempfile.TemporaryDirectory() as folder:
        copy = pathlib.Path(folder) / "data"
        shutil.copytree(options.data, copy)
        for path, value, mutant, changed in mutants(original, options.each, generator):
            (copy / f"{table}.json").write_text(canonical(changed), encoding="utf-8")
            tried += 1
            noticed = notices(copy, table, options.golden, command)
            if noticed == SKIPPED:
                sys.exit(SKIPPED)
            if not noticed:
                lives.append((path, value, mutant, changed))
    return tried, lives


def parsed_arguments(*arguments):
    parser = argparse.ArgumentParser()
    parser.add_argument("--each", type=int, default=20)
    parser.add_argument("--seed", type=int, default=14)
    parser.add_argument("--table", action="append", choices=sorted(FILES))
    parser.add_argument("data", type=pathlib.Path)
    parser.add_argument("golden", nargs="?")
    return parser.parse_args(arguments or None)


def unnoticed(options):
    """The mutants that no check of the tables finds and that are not in ONLY_READ: table, change, and changed table."""
    total, left = 0, []
    with OneProcess(options.golden) if options.golden else contextlib.nullcontext() as command:
        for table in options.table or FILES:
            tried, lives = try_table(table, options, command)
            total += tried
            print(f"{table}: {len(lives)} of {tried} live")
            for path, value, mutant, changed in lives:
                reason = ONLY_READ.get((table, name(path)))
                place = "/".join(str(part) for part in path)
                what = f"{place}: {value!r} -> {mutant!r}"
                print(f"  {what}: {reason or 'nothing noticed'}", flush=True)
                if not reason:
                    left.append((table, what, canonical(changed)))
    print(f"{len(left)} of {total} live unexpectedly")
    return left


if __name__ == "__main__":
    sys.exit(1 if unnoticed(parsed_arguments()) else 0)
