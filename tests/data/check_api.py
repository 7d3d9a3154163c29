#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""api.json is sound: rows in order, names once for each release, releases and sources that exist, and what is known of
CUDA 13.0 without the table. tests/oracle/api.py asks real nvccs."""

import collections
import re

from api_names import packed, unpacked
from tables import FILES, Report, data_directory, load, version

KEYS = {
    "apiReleases": ["release"],
    "apiHeaders": ["component", "directory", "library", "first", "last", "headers", "sources"],
    "apiNames": ["header", "kind", "cuda", "first", "last", "deprecated", "names"],
    "apiFields": ["parent", "first", "last", "deprecated", "fields"],
    "apiSuccessors": ["kind", "parent", "name", "successor", "exact", "code", "sources"],
    "apiSignatures": ["release", "functionBefore", "functionAfter", "parameters", "before", "after", "names"],
    "apiTargets": ["cmake", "first", "last", "targets", "sources"],
}
KINDS = {"concept", "enumerator", "function", "function-macro", "macro", "type", "variable"}
NAME = re.compile(r"[A-Za-z_]\w*(::[A-Za-z_]\w*)*")
MOST_BYTES = 1_200_000
# What changed from 12.9 to 13.0, counted without this table (issue 41, NVIDIA's release notes).
GONE_IN_13_0 = {
    "cudaDeviceProp": {"clockRate", "computeMode", "cooperativeMultiDeviceLaunch", "deviceOverlap",
                       "kernelExecTimeoutEnabled", "maxTexture1DLinear", "memoryClockRate",
                       "singleToDoublePrecisionPerfRatio"},
    "": {"CUFFT_INCOMPLETE_PARAMETER_LIST", "CUFFT_LICENSE_ERROR", "CUFFT_PARSE_ERROR", "cudaThreadExit",
         "cudaThreadSynchronize", "cudaLaunchCooperativeKernelMultiDevice", "cudaMemAdvise_v2"},
}
OTHER_DRIVER_FUNCTIONS_IN_13_0 = 15


class Check:
    def __init__(self, table, report):
        self.table, self.report = table, report
        self.releases = [row["release"] for row in table["apiReleases"]]
        self.runs = collections.defaultdict(list)  # of (parent, name)

    def check_releases(self, known):
        self.report.in_order("apiReleases", [version(release) for release in self.releases])
        for release in self.releases:
            self.report.need(release in known, f"apiReleases, {release}", "is not in releases.json")

    def check_range(self, row, where):
        """`first` is null where the oldest release has it, `last` where the newest has."""
        for key, excluded in (("first", self.releases[0]), ("last", self.releases[-1]), ("deprecated", None)):
            value = row.get(key)
            self.report.need(value is None or (value in self.releases and value != excluded), where,
                             f"{key} is {value}, no release that was read, or null says it")
        ends = [version(value or default) for value, default in ((row["first"], self.releases[0]),
                                                                (row["last"], self.releases[-1]))]
        self.report.need(ends[0] <= ends[1], where, "ends before it begins")
        if row.get("deprecated"):
            self.report.need(ends[0] <= version(row["deprecated"]) <= ends[1], where,
                             "is deprecated in no release of it")
        return ends

    def check_names(self, text, where):
        names = unpacked(text)
        self.report.need(names and packed(names) == text, where, "the names are not packed as api_names.py does it")
        for name in names:
            self.report.need(NAME.fullmatch(name), where, f"{name} is no name")
        return names

    def check_runs(self):
        """A name has one row for a release."""
        for (parent, name), runs in self.runs.items():
            runs.sort()
            for before, after in zip(runs, runs[1:]):
                self.report.need(before[1] < after[0], f"{parent} {name}", "has two rows for one release")

    def has(self, parent, name, release):
        return any(first <= version(release) <= last for first, last in self.runs.get((parent, name), []))

    def check(self, known, components, sources):
        report = self.report
        self.check_releases(known)
        for rows, keys in KEYS.items():
            for number, row in enumerate(self.table[rows]):
                report.need(list(row) == keys, f"{rows}/{number}", f"has the keys {list(row)}")
        for number, row in enumerate(self.table["apiHeaders"]):
            self.check_range(row, f"apiHeaders/{number}")
            report.in_order(f"apiHeaders/{number}", row["headers"])
            report.need(row["component"] in components, f"apiHeaders/{number}", "components.json lacks the component")
            report.need(row["sources"] and set(row["sources"]) <= sources, f"apiHeaders/{number}", "cites no source")
        for rows, key in (("apiNames", "names"), ("apiFields", "fields")):
            for number, row in enumerate(self.table[rows]):
                where = f"{rows}/{number}"
                ends = self.check_range(row, where)
                report.need(rows == "apiFields" or row["kind"] in KINDS, where, "is of no kind")
                for name in self.check_names(row[key], where):
                    self.runs[row.get("parent", ""), name].append(ends)
        self.check_runs()
        self.check_successors(sources)
        self.check_targets(sources)
        self.check_changes()

    def check_successors(self, sources):
        report, headers = self.report, {name for row in self.table["apiHeaders"] for name in row["headers"]}
        targets = {name for row in self.table["apiTargets"] for name in row["targets"]}
        report.in_order("apiSuccessors", [(row["kind"], row["parent"] or "", row["name"])
                                          for row in self.table["apiSuccessors"]])
        for row in self.table["apiSuccessors"]:
            where, parent = f"apiSuccessors, {row['parent'] or ''} {row['name']}", row["parent"] or ""
            known = {"name": {name for above, name in self.runs if above in ("", parent)}, "header": headers,
                     "target": targets}.get(row["kind"])
            report.need(known, where, "is of no kind")
            report.need((parent, row["name"]) in self.runs if row["kind"] == "name" else row["name"] in known, where,
                        "is no name of the table")
            report.need(row["successor"] is None or row["successor"] in known or
                        row["successor"].startswith(("std::", "cuda::")), where,
                        f"{row['successor']} is no name of the table")
            report.need(not row["exact"] or row["successor"] and not row["code"], where,
                        "is exact without a successor, or with other code")
            report.need(row["sources"] and set(row["sources"]) <= sources, where, "cites no source")

    def check_targets(self, sources):
        found = [name for row in self.table["apiTargets"] for name in row["targets"]]
        self.report.need(len(found) == len(set(found)), "apiTargets", "has a target twice")
        for row in self.table["apiTargets"]:
            where = f"apiTargets, {row['targets'][0]}"
            self.report.in_order(where, row["targets"])
            self.report.need(row["sources"] and set(row["sources"]) <= sources, where, "cites no source")

    def check_changes(self):
        changed = collections.Counter()
        for number, row in enumerate(self.table["apiSignatures"]):
            where = f"apiSignatures/{number}"
            self.report.need(row["release"] in self.releases[1:], where, "the release was not read")
            types = len(row["before"])
            self.report.need(types == len(row["after"]) and len(row["parameters"]) in (0, types), where,
                             "has another number of types than of parameters")
            for name in self.check_names(row["names"], where):
                self.report.need(self.has("", name, row["release"]), where, f"{name} is not in the release")
                driver = re.match("cu(?!da)", name) and row["functionBefore"] != row["functionAfter"]
                changed[row["release"], name] += bool(driver)
        for (release, name), count in changed.items():
            self.report.need(count <= 1, f"apiSignatures, {name}", f"changes {count} times in {release}")
        first = next(release for release in self.releases if version(release) >= (13,))
        last = self.releases[self.releases.index(first) - 1]
        for parent, names in GONE_IN_13_0.items():
            for name in names:
                self.report.need(self.has(parent, name, last) and not self.has(parent, name, first), f"{parent} {name}",
                                 f"is gone in {first}")
        others = sum(count for (release, _), count in changed.items() if release == first)
        self.report.need(others == OTHER_DRIVER_FUNCTIONS_IN_13_0, "apiSignatures",
                         f"{others} names of the driver are other functions in {first}")


def main():
    directory = data_directory()
    report, table = Report(), load(directory, "api")
    report.need(list(table) == ["schemaVersion", *FILES["api"]], "api.json", f"has the lists {list(table)}")
    size = (directory / "api.json").stat().st_size
    report.need(size <= MOST_BYTES, "api.json", f"has {size} bytes, more than {MOST_BYTES}")
    Check(table, report).check(
        {row["release"] for row in load(directory, "releases")["releases"]},
        {row["id"] for row in load(directory, "components")["components"]},
        {row["id"] for row in load(directory, "sources")["sources"]})
    report.end()


main()
