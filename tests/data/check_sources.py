#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""Every datum cites sources that exist, and every source is cited."""

import re

from tables import Report, data_directory, load_all

KINDS = ["header", "documentation", "release-notes", "nixpkgs", "measured", "third-party"]
CONFIDENCE = ["high", "medium", "low"]


def citations(node, where):
    """All lists named `sources` below a node, with their places."""
    if isinstance(node, list):
        for index, item in enumerate(node):
            yield from citations(item, f"{where}/{index}")
    elif isinstance(node, dict):
        for key, item in node.items():
            if key == "sources":
                yield f"{where}/{key}", item
            else:
                yield from citations(item, f"{where}/{key}")


def check_id(source, where, report):
    """The id tells the kind of the source, and the number of a discussion or version stands in title and address."""
    id, kind, url = source["id"], source["kind"], source["url"] or ""
    if id.startswith("measured-"):
        report.need(kind == "measured", where, f"is of the kind {kind}")
    elif re.search(r"\bheader\b", id):  # `ingest` calls what it read itself measured
        report.need(kind in ("header", "measured"), where, f"is of the kind {kind}")
    else:
        report.need(kind != "header", where, f"is of the kind {kind}")
    report.need(kind != "nixpkgs" or id.startswith("nixpkgs-"), where, f"is of the kind {kind}")
    if kind in ("measured", "header"):
        inferred = id.endswith("-inferred")
        report.need(source["confidence"] == ("medium" if inferred else "high"), where, "what was read is high")
    discussion = re.search(r"-(?:pull|issue)-(\d+)$", id)
    if discussion:
        report.need(url.endswith("/" + discussion[1]), where, f"the address {url} is another one")
    number = discussion or re.search(r"(\d+(?:\.\d+)+)", id)
    if number:
        # Release notes are those of a minor release.
        named = number[1].rpartition(".")[0] if kind == "release-notes" else number[1]
        report.need(named in source["title"], where, f"the title does not name {named}")


def main():
    tables = load_all(data_directory())
    report = Report()
    sources = tables["sources"]["sources"]
    known = [source["id"] for source in sources]
    report.in_order("sources.json", known)
    used = set()
    for name, table in tables.items():
        if name == "sources":
            continue
        for list_name, rows in table.items():
            if not isinstance(rows, list):
                continue
            for index, row in enumerate(rows):
                report.need("sources" in row or any(True for _ in citations(row, "")),
                            f"{name}.json#/{list_name}/{index}", "cites no source")
            for where, ids in citations(rows, f"{name}.json#/{list_name}"):
                report.need(len(ids) > 0, where, "is empty")
                report.need(len(ids) == len(set(ids)), where, "names a source twice")
                for id in ids:
                    report.need(id in known, where, f"no source is called {id!r}")
                used.update(ids)
    for id in known:
        report.need(id in used, "sources.json", f"nothing cites {id!r}")
    for source in sources:
        where = f"sources.json, {source['id']}"
        report.need(re.fullmatch(r"[a-z0-9]+([.-][a-z0-9]+)*", source["id"]), where, "the id is not in kebab case")
        report.need(source["kind"] in KINDS, where, f"unknown kind {source['kind']!r}")
        report.need(source["confidence"] in CONFIDENCE, where, f"unknown confidence {source['confidence']!r}")
        named = any(word in source["title"] + source["locator"] for word in ("PyPI", "Debian", "package index"))
        report.need(source["url"] is not None or named or source["kind"] in ("measured", "third-party"), where,
                    "no URL: only what was measured, seen in many places, or is a package by name has none")
        report.need(source["title"] and source["locator"], where, "title or locator is empty")
        check_id(source, where, report)
    report.end()


main()
