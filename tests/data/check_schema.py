#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""Every data file is valid under its JSON Schema (draft 2020-12), and every schema is a schema."""

import sys

from tables import FILES, Report, data_directory

try:
    import jsonschema
    from jsonschema import Draft202012Validator
except ImportError as error:
    print(f"skipped: no usable python3 module jsonschema ({error})")
    sys.exit(77)

import json


def closed(node, path, report):
    """Every object in a schema names its keys, demands all of them and allows no other."""
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


def main():
    directory = data_directory()
    report = Report()
    for name in FILES:
        schema_file = directory / "schema" / f"{name}.schema.json"
        data_file = directory / f"{name}.json"
        try:
            schema = json.loads(schema_file.read_text(encoding="utf-8"))
            data = json.loads(data_file.read_text(encoding="utf-8"))
        except (OSError, ValueError) as error:
            report.wrong(name, error)
            continue
        try:
            Draft202012Validator.check_schema(schema)
        except jsonschema.SchemaError as error:
            report.wrong(schema_file.name, error.message)
            continue
        closed(schema, schema_file.name, report)
        for error in Draft202012Validator(schema).iter_errors(data):
            where = "/".join(str(part) for part in error.absolute_path)
            report.wrong(f"{data_file.name}#/{where}", error.message)
    for file in sorted(directory.glob("*.json")):
        report.need(file.stem in FILES, file.name, "no such table")
    for file in sorted((directory / "schema").glob("*")):
        report.need(file.name.removesuffix(".schema.json") in FILES, f"schema/{file.name}", "no such table")
    report.end()


main()
