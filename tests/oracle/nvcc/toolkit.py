# SPDX-License-Identifier: MIT
"""The real nvcc on PATH and the command under test, for the tests in this directory."""

import json
import os
import pathlib
import re
import shutil
import subprocess
import sys

SKIPPED = 77
PLACES = {"CUDASTDENV_CONSUMERS": "nvcc/*/nvidia/*/bin/nvcc", "CUDASTDENV_ROOTS": "toolkits/*/prefix/bin/nvcc"}


def numbers_of(version):
    return [int(number) for number in version.split(".")]


def skip(why):
    print(f"skipped: {why}")
    sys.exit(SKIPPED)


def run(arguments, **environment):
    """Exit code and both outputs together. No shell; the test's own environment with a few changes."""
    done = subprocess.run(
        [str(argument) for argument in arguments],
        stdin=subprocess.DEVNULL,
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        env=environment or None,
        timeout=1200,
        check=False,
    )
    return done.returncode, done.stdout.decode("utf-8", "replace")


class Command:
    """The cudastdenv command."""

    def __init__(self, path):
        self.path = path

    def ask(self, *arguments):
        """Exit code and stdout."""
        done = subprocess.run(
            [self.path, *arguments], stdin=subprocess.DEVNULL, capture_output=True, timeout=1200, check=False
        )
        return done.returncode, done.stdout.decode("utf-8").strip()

    def table(self, name, rows):
        code, text = self.ask("table", name, "--format", "json")
        if code != 0:
            sys.exit(f"`table {name}` ends with {code}")
        return json.loads(text)[rows]


def find_nvcc():
    return shutil.which("nvcc") or skip("no nvcc on PATH")


def find_nvccs():
    """Every nvcc that can be had, each build once: on PATH, of tests/oracle/consumers/fetch.py, of tests/roots."""
    found = [shutil.which("nvcc")]
    for variable, places in PLACES.items():
        folder = os.environ.get(variable)
        found += sorted(pathlib.Path(folder).glob(places)) if folder else []
    builds = {nvcc_build(nvcc): str(nvcc) for nvcc in reversed(found) if nvcc}
    return [builds[build] for build in sorted(builds, key=numbers_of)] or skip("no nvcc is there")


def nvcc_build(nvcc):
    """The build that nvcc prints: V13.0.88."""
    found = re.search(r"\bV(\d+\.\d+\.\d+)", run([nvcc, "--version"])[1])
    return found[1] if found else sys.exit("nvcc prints no version")


def releases_of(command, build):
    """The public releases that have this build of nvcc, the newest last."""
    found = [
        row["release"] for row in command.table("releases", "releases") if row["nvcc"] == build and not row["preview"]
    ]
    return found or skip(f"no release in the tables has nvcc {build}")


class Checks:
    """Prints the counts, and ends the test."""

    def __init__(self):
        self.done = 0
        self.failures = []

    def expect(self, good, text):
        self.done += 1
        if not good:
            self.failures.append(text)

    def finish(self):
        for failure in self.failures:
            print(f"FAILED: {failure}")
        print(f"{self.done} checks, {len(self.failures)} failed")
        sys.exit(1 if self.failures or self.done == 0 else 0)
