#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""Every data file is valid under its JSON Schema (draft 2020-12), and every schema is a schema."""

import json
import pathlib
import sys

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parents[1]))
from answer_schemas import jsonschema  # noqa: E402
from tables import FILES, Report, data_directory  # noqa: E402

COMMON = "common"


def closed(node, path, report):
    """Every object in a schema lists its keys, requires all of them and allows no other."""
    if isinstance(node, list):
        for index, item in enumerate(node):
            closed(item, f"{path}/{index}", report)
    if not isinstance(node, dict):
        return
    if "properties" in node and isinstance(node["properties"], dict):
        report.need(node.get("additionalProperties") is False, path, "additionalProperties is not false")
        report.need(sorted(node.get("required", [])) == sorted(node["properties"]), path,
                    "required does not list every property")
    for key, item in node.items():
        closed(item, f"{path}/{key}", report)


def read_schemas(folder, report):
    """Each table's schema with the common parts, so that every reference is inside it."""
    texts = {path.name.removesuffix(".schema.json"): path.read_text(encoding="utf-8").replace(f"{COMMON}.schema.json#", "#")
             for path in sorted(folder.glob("*"))}
    schemas = {name: json.loads(text) for name, text in texts.items()}
    for name, schema in schemas.items():
        jsonschema.Draft202012Validator.check_schema(schema)
        closed(schema, name, report)
    common = schemas.pop(COMMON)["$defs"]
    report.need(set(schemas) == set(FILES), "schema", "there is not one for each table")
    for schema in schemas.values():
        schema["$defs"] = common
    return schemas


def main():
    directory = data_directory()
    report = Report()
    for name, schema in read_schemas(directory / "schema", report).items():
        try:
            data = json.loads((directory / f"{name}.json").read_text(encoding="utf-8"))
        except (OSError, ValueError) as error:
            report.wrong(name, error)
            continue
        for error in jsonschema.Draft202012Validator(schema).iter_errors(data):
            where = "/".join(str(part) for part in error.absolute_path)
            report.wrong(f"{name}.json#/{where}", error.message)
    for file in sorted(directory.glob("*.json")):
        report.need(file.stem in FILES, file.name, "no such table")
    report.end()


main()
