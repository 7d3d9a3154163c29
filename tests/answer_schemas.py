# SPDX-License-Identifier: MIT
"""The schemas of answers in JSON, for the tests that check answers."""

import functools
import json
import pathlib
import sys

try:
    import jsonschema
except ImportError as error:
    print(f"skipped: no usable python3 module jsonschema ({error})")
    sys.exit(77)

COMMON = "common.schema.json"
SCHEMAS = pathlib.Path(__file__).resolve().parents[1] / "docs" / "schema"

# Answers whose schema has another name than their command.
NAMES = {"flags": "spelled", "nix audit": "nixAudit", "nix diff": "nixDiff", "nix impact": "nixImpact",
         "nix update": "nixUpdate", "ingest": "ingested"}
# Output for other programs, in their form. The schema of a table is in data/schema.
FOREIGN = {"nix flags", "nix nvcc", "nix cuda", "nix config", "nix variants", "nix checks", "table"}

@functools.cache
def read_schemas(folder=SCHEMAS):
    """Each schema with the common parts, so that every reference is inside it."""
    texts = {path.name: path.read_text(encoding="utf-8") for path in folder.glob("*.schema.json")}
    common = json.loads(texts.pop(COMMON).replace(COMMON + "#", "#"))["$defs"]
    return {name.removesuffix(".schema.json"): jsonschema.Draft202012Validator(
        json.loads(text.replace(COMMON + "#", "#")) | {"$defs": common}) for name, text in texts.items()}


def schema_name(arguments, answer):
    """The schema of a command's answer; None if its form is another program's."""
    command = " ".join(arguments[:2]) if arguments[0] in {"nix", "graph"} else arguments[0]
    if command in FOREIGN:
        return None
    if command == "ingest" and "toolkits" in answer:
        return "ingestAll"
    if command == "covers":
        return "coversFiles" if "files" in answer else "wheel" if "requested" in answer else "covers"
    return NAMES.get(command, command)


def complaints(schemas, name, answer):
    return [f"{'/'.join(map(str, error.absolute_path))}: {error.message[:200]}" for error in
            schemas[name].iter_errors(answer)]


def read_answer(name, text):
    """The answer, after a check against its schema."""
    answer = json.loads(text)
    if wrong := complaints(read_schemas(), name, answer):
        raise AssertionError("\n".join([f"no answer by {name}.schema.json:", *wrong]))
    return answer
