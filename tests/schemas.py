#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""Checks every answer against its schema in docs/schema/, which tests/unit/schemas.cpp writes.

usage: schemas.py --golden SCHEMAS     every JSON answer in the transcripts matches its schema
       schemas.py --self-test SCHEMAS  an answer with an extra, missing or wrong key does not
"""

import copy
import json
import pathlib
import sys

from answer_schemas import complaints, jsonschema, read_schemas, schema_name
from transcripts import read_cases

LEAST_ANSWERS = 28


def answers_in_transcripts():
    """(case, schema's name, answer) of every JSON object there."""
    for case in read_cases():
        if "--json" not in case.arguments:
            continue
        if case.stdout:
            answer = json.loads(case.stdout)
            if name := schema_name(case.arguments, answer):
                yield case.name, name, answer
        if any(line.startswith("{") for line in case.stderr.splitlines()):
            yield case.name, "error", json.loads(case.stderr)


def check_golden(schemas):
    for schema in schemas.values():
        schema.check_schema(schema.schema)
    counts, wrong = {}, []
    for case, name, answer in answers_in_transcripts():
        counts[name] = counts.get(name, 0) + 1
        wrong += [f"{case}: {complaint}" for complaint in complaints(schemas, name, answer)]
    print(f"{sum(counts.values())} answers: " + ", ".join(f"{name} {count}" for name, count in sorted(counts.items())))
    if wrong:
        sys.exit("\n".join(wrong))
    if sum(counts.values()) < LEAST_ANSWERS:
        sys.exit(f"there were at least {LEAST_ANSWERS} once")


def mutants(answer):
    """An answer that is wrong in one place, at every object in it."""
    def objects(value, path=()):
        if isinstance(value, dict):
            yield path
            for key, member in value.items():
                yield from objects(member, (*path, key))
        elif isinstance(value, list):
            for index, member in enumerate(value[:1]):
                yield from objects(member, (*path, index))

    for path in objects(answer):
        changed = copy.deepcopy(answer)
        place = changed
        for step in path:
            place = place[step]
        place["unheard of"] = [{}]
        yield path, changed
    for key in answer:
        changed = copy.deepcopy(answer)
        del changed[key]
        yield (key, "left out"), changed
        yield (key, "of no type"), answer | {key: [[{}]]}


def self_test(schemas):
    seen, survivors, tried = set(), [], 0
    for _, name, answer in answers_in_transcripts():
        if name in seen:
            continue
        seen.add(name)
        for path, changed in mutants(answer):
            tried += 1
            if not complaints(schemas, name, changed):
                survivors.append((name, path))
    # What may be missing, what is a table's row, and a map of lists of rows.
    allowed = {("ingested", "schemaVersion"), ("env", "cuda"), ("env", "hostCompiler"), ("env", "usesStdenv")}
    survivors = [(name, path) for name, path in survivors if (name, path[0] if path else "") not in allowed
                 and "rows" not in path]
    print(f"{tried} wrong answers to {len(seen)} questions")
    if survivors or tried < 100:
        sys.exit(f"nobody noticed: {survivors}")


def main():
    schemas = read_schemas(pathlib.Path(sys.argv[2]))
    return self_test(schemas) if sys.argv[1] == "--self-test" else check_golden(schemas)


main()
