#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""Each package in a line to type exists in the package lists of that Debian.

usage: apt_packages.py COMMAND

The lists are those of the base roots (tests/roots) in CUDASTDENV_ROOTS or ~/.cache/cudastdenv/roots. Packages of NVIDIA's
repositories are those of the table of components. Also, each compiler of the environment exists there. Skipped (77)
without lists.
"""

import concurrent.futures
import json
import os
import pathlib
import re
import subprocess
import sys
import unittest

TESTS = pathlib.Path(__file__).resolve().parents[1]
DATA = TESTS.parent / "data"
sys.path[:0] = [str(TESTS), str(TESTS / "diagnose")]
import asking  # noqa: E402
import sampling  # noqa: E402

SKIPPED = 77
COMMAND = sys.argv.pop(1)
ROOTS = pathlib.Path(os.environ.get("CUDASTDENV_ROOTS") or pathlib.Path.home() / ".cache/cudastdenv/roots")
SUITES = {"bullseye": "debian-11", "bookworm": "debian-12", "trixie": "debian-13", "sid": "debian-sid"}
INSTALL = re.compile(r"\bapt(?:-get)? install ([^&|;]*)")
RELEASES_OF_A_MESSAGE = 4


def read_table(name):
    return json.loads((DATA / name).read_text(encoding="utf-8"))


def packages_of(suite):
    """The packages in the lists of a suite's root; empty without lists."""
    packages = set()
    for path in (ROOTS / f"base-{suite}" / "var/lib/apt/lists").glob(f"*_dists_{suite}_*_Packages"):
        packages.update(re.findall(r"^Package: (\S+)$", path.read_text(encoding="utf-8"), re.MULTILINE))
    return packages


LISTS = {environment: packages for suite, environment in SUITES.items() if (packages := packages_of(suite))}


def packages_of_nvidia():
    """The packages in NVIDIA's repositories, for every release."""
    minors = {tuple(row["release"].split(".")[:2]) for row in read_table("releases.json")["releases"]}
    rows = [row for row in read_table("components.json")["packages"] if row["manager"] == "apt"]
    columns = ("headers", "linking", "loading", "static", "stubs", "tools")
    names = {row[column] for row in rows for column in columns} - {None}
    return {name.format(major=major, minor=minor) for name in names for major, minor in minors}


def one_log_of_each_message():
    logs = {}
    for row in asking.logs():
        for message in row["messages"]:
            logs.setdefault(message, asking.content(row))
    return logs


def newest_of_each_minor():
    newest = {}
    for row in read_table("releases.json")["releases"]:
        if not row["preview"]:
            newest[row["release"].rsplit(".", 1)[0]] = row["release"]
    return list(newest.values())


def run(*arguments, log=b""):
    done = subprocess.run([COMMAND, *arguments, "--json"], input=log, capture_output=True, timeout=120, check=False,
                          env={"PATH": "/usr/bin:/bin", "IN_NIX_SHELL": "pure"})
    return json.loads(done.stdout) if done.stdout else {}


def installed(lines):
    for line in lines:
        for words in INSTALL.findall(line):
            yield from (word.partition("=")[0].strip("'\"") for word in words.split() if not word.startswith("-"))


@unittest.skipUnless(LISTS, "no package lists")
class Packages(unittest.TestCase):
    def check(self, questions):
        """`questions`: environment, arguments and log. Returns the number of packages."""
        nvidia = packages_of_nvidia()
        count = 0
        missing = {}
        with concurrent.futures.ThreadPoolExecutor(os.cpu_count()) as pool:
            answers = pool.map(lambda question: run(*question[1], log=question[2]), questions)
            for (environment, arguments, _), answer in zip(questions, answers):
                blocks = answer.get("apply") or [fix for finding in answer.get("findings", []) for fix in finding["fix"]]
                for package in (name for block in blocks for name in installed(block["lines"])):
                    count += 1
                    if package not in LISTS[environment] and package not in nvidia:
                        missing.setdefault((environment, package), " ".join(arguments))
        self.assertEqual(missing, {})
        return count

    def test_lines_of_diagnose(self):
        releases = newest_of_each_minor()
        questions = []
        turn = sampling.today()
        for environment in LISTS:
            for log in one_log_of_each_message().values():
                for _ in range(RELEASES_OF_A_MESSAGE):
                    turn += 1
                    options = ["--cuda", releases[turn % len(releases)], "--stdenv", environment]
                    for tool in ([], ["--for", "apt"], ["--for", "docker"]):
                        questions.append((environment, ["diagnose", "-", *options, *tool], log))
        count = self.check(questions)
        self.assertGreater(count, 100)
        print(f"{count} packages in {len(questions)} answers of diagnose", file=sys.stderr)

    def test_lines_of_resolve(self):
        questions = [(environment, ["resolve", "--cuda", release, "--stdenv", environment, "--for", tool], b"")
                     for environment in LISTS for release in newest_of_each_minor() for tool in ("apt", "docker")]
        self.assertGreater(self.check(questions), 20)

    def test_compilers(self):
        for row in read_table("environments.json")["environments"]:
            packages = LISTS.get(row["id"])
            if packages:
                with self.subTest(row["id"]):
                    missing = {f"g++-{major}" for major in row["gccs"]} - packages
                    missing |= {f"clang-{major}" for major in row["clangs"]} - packages
                    self.assertEqual(missing, set())


if not LISTS:
    print(f"no package lists in {ROOTS}")
    sys.exit(SKIPPED)
unittest.main()
