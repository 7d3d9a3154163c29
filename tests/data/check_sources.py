#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""Ids, titles and addresses of sources agree with each other, by our naming rules."""

import re

from tables import Report, data_directory, load_all

# NVIDIA's guides whose address changes its content with each release, and why no permanent address exists.
WITHOUT_ARCHIVE = {
    "nvidia-guide-13.2": "whether the copy that was read is of 13.1 or of 13.2 is not known",
    "nvidia-guide-13.4": "no address of it in the archive is known",
    "nvidia-programming-guide-binary": "read in copies whose release was not noted",
    "nvidia-ptx-isa-8.6": "CUDA 12.7 was never released, so there is no archive of it",
}


def check_id(source, where, report):
    """The id shows the kind of the source, and the number of a discussion or version is in title and address."""
    id, kind, url = source["id"], source["kind"], source["url"] or ""
    if id.startswith("measured-"):
        report.need(kind == "measured", where, f"is of the kind {kind}")
    elif re.search(r"\bheader\b", id):  # `ingest` calls its own results measured
        report.need(kind in ("header", "measured"), where, f"is of the kind {kind}")
    else:
        report.need(kind != "header", where, f"is of the kind {kind}")
    report.need(kind != "nixpkgs" or id.startswith("nixpkgs-"), where, f"is of the kind {kind}")
    # The content of a fork is not nixpkgs', whatever the file's name.
    owner = re.match(r"https://github\.com/([^/]+)/nixpkgs/", url)
    report.need(kind != "nixpkgs" or (owner and owner[1] == "NixOS"), where, f"nixpkgs is at github.com/NixOS, not {url}")
    report.need((kind == "nixpkgs-fork") == bool(owner and owner[1] != "NixOS"), where,
                "a fork of nixpkgs is of the kind nixpkgs-fork, and nothing else is")
    discussion = re.search(r"-(?:pull|issue)-(\d+)$", id)
    if discussion:
        report.need(url.endswith("/" + discussion[1]), where, f"the address {url} is another one")
    number = discussion or re.search(r"(\d+(?:\.\d+)+)", id)
    if number:
        # Release notes are those of a minor release.
        named = number[1].rpartition(".")[0] if kind == "release-notes" else number[1]
        report.need(named in source["title"], where, f"the title does not name {named}")


def check_archive(sources, report):
    """A guide is cited as it was read: by the address of its release, not by that of the newest."""
    moving = {source["id"] for source in sources
              if re.match(r"https://docs\.nvidia\.com/cuda/(?!archive/[0-9])", source["url"] or "")}
    for id in sorted(moving ^ set(WITHOUT_ARCHIVE)):
        report.need(id not in moving, f"sources.json, {id}",
                    "the address shows the newest release; cite https://docs.nvidia.com/cuda/archive/<release>/ of the "
                    "one that was read, or say in WITHOUT_ARCHIVE why there is none")
        report.need(id in moving, f"sources.json, {id}", "stands in WITHOUT_ARCHIVE and need not")


def main():
    tables = load_all(data_directory())
    report = Report()
    for source in tables["sources"]["sources"]:
        where = f"sources.json, {source['id']}"
        report.need(re.fullmatch(r"[a-z0-9]+([.-][a-z0-9]+)*", source["id"]), where, "the id is not in kebab case")
        named = any(word in source["title"] + source["locator"] for word in ("PyPI", "Debian", "package index"))
        report.need(source["url"] is not None or named or source["kind"] in ("measured", "third-party"), where,
                    "no URL: only what was measured, seen in many places, or is a package by name has none")
        check_id(source, where, report)
    check_archive(tables["sources"]["sources"], report)
    report.end()


main()
