#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""Applies each patch in this directory to a copy of the source, and expects a test to fail.

usage: run.py [--suite NAME]... [--setup OPTION]... SOURCE WORK [MUTANT]...    build and test each mutant
       run.py --tables SOURCE WORK [TABLE]...                                  those that the tables' checks miss
       run.py --check SOURCE                                                   every patch applies

The first line of a patch says what breaks. Lines `Seen by: NAME` name tests that fail: they run first, then all tests
of each suite. SURVIVORS lists the mutants that no test finds, with the reason. WORK keeps the copy and its build
directory for the next run.
"""

import argparse
import filecmp
import json
import os
import pathlib
import shutil
import subprocess
import sys
import time

RUNNER = pathlib.Path(__file__).resolve()
sys.path.insert(0, str(RUNNER.parents[1] / "data"))
import mutants as tables  # noqa: E402

SKIPPED = 77
# Mutant and the reason why no test needs to find it.
SURVIVORS = {}
# In this order, cheap and precise ones first; only tests that run for each push.
SUITES = ("unit", "questions", "laws", "fuzz", "golden", "diagnose", "ask", "cases", "oracle", "machine")
# The laws hold for any tables.
SUITES_FOR_TABLES = ("golden", "diagnose", "cases", "unit", "data", "oracle")
NOT_CI = {"builds", "consumers", "mutants", "nightly", "packages", "roots"}
# Without optimization the laws are ten times slower. No static link, because it is slow and finds nothing.
SETUP = ("-Dtests=enabled", "--optimization=1", "-Dstatic_command=false")
# Each mutant links dozens of programs.
FAST_LINKERS = (("ld.mold", "mold"), ("ld.lld", "lld"), ("ld.gold", "gold"))


class Mutant:
    def __init__(self, path):
        self.path, self.name = path, path.stem
        head, _, diff = path.read_text(encoding="utf-8").partition("\n--- a/")
        lines = head.splitlines()
        self.what = lines[0] if lines else ""
        self.seen_by = [line.partition(":")[2].strip() for line in lines if line.startswith("Seen by:")]
        self.files = [line.partition("/")[2] for line in diff.splitlines() if line.startswith("+++ b/")]

    def apply(self, directory, *options):
        """git's error, or an empty text."""
        # A copy inside another repository is not part of it.
        environment = {**os.environ, "GIT_CEILING_DIRECTORIES": str(directory.parent)}
        done = subprocess.run(["git", "apply", *options, self.path], cwd=directory, env=environment,
                              capture_output=True, text=True, check=False)
        return done.stderr if done.returncode else ""


class TableMutant:
    """A value in data/ that no tests/data/check_*.py finds; other tests can find it."""

    seen_by = ("golden", "diagnose logs")

    def __init__(self, table, what, text):
        self.name, self.what = f"{table}.json {what}", "no test shows this value"
        self.text, self.files = text, [f"data/{table}.json"]

    def apply(self, directory):
        (directory / self.files[0]).write_text(self.text, encoding="utf-8")


def check(mutants, source):
    names = {mutant.name for mutant in mutants}
    wrong = [f"{name} is a known survivor, and no patch" for name in SURVIVORS if name not in names]
    for mutant in mutants:
        if not mutant.files or mutant.what.startswith(("Seen by:", "diff", "---")) or not mutant.what:
            wrong.append(f"{mutant.path.name}: the first line must say what breaks, and a diff must follow")
        elif problem := mutant.apply(source, "--check"):
            wrong.append(f"{mutant.path.name} no longer applies; move it along with the code:\n{problem}")
    print(f"{len(mutants)} patches")
    if wrong or not mutants:
        sys.exit("\n".join(wrong) or "no patches")


def copy_source(source, tree):
    """Copies the files in git; unchanged files keep their times, so that little is compiled again."""
    listed = subprocess.run(["git", "ls-files", "-z", "--cached", "--others", "--exclude-standard"], cwd=source,
                            capture_output=True, text=True, check=False)
    if listed.returncode:
        sys.exit(SKIPPED)
    names = [name for name in listed.stdout.split("\0") if name and os.path.lexists(source / name)]
    wanted = set(names)
    for old in [path for path in tree.rglob("*") if not path.is_dir()]:
        name = old.relative_to(tree)
        if name.parts[0] != "build" and "__pycache__" not in name.parts and str(name) not in wanted:
            old.unlink()
    for name in names:
        there, here = source / name, tree / name
        if not here.is_file() or not filecmp.cmp(there, here, shallow=False):
            here.parent.mkdir(parents=True, exist_ok=True)
            shutil.copy2(there, here, follow_symlinks=False)
            os.utime(here, follow_symlinks=False)


class Build:
    def __init__(self, tree, setup, suites):
        self.tree, self.directory, self.suites = tree, tree / "build", suites
        environment = dict(os.environ)
        for program, name in FAST_LINKERS:
            if shutil.which(program):
                environment.setdefault("CXX_LD", name)
        # Inside the source directory, like other builds, so that a compiler cache has most of it.
        if not (self.directory / "build.ninja").exists():
            self.must(["meson", "setup", *SETUP, *setup, self.directory, tree], environment)
        self.must(["ninja", "-C", self.directory, "build.ninja"])
        self.tests = {}
        targets = {target["id"]: target["filename"] for target in self.introspect("--targets")}
        outputs = {file for files in targets.values() for file in files}
        for test in self.introspect("--tests"):
            test["suites"] = {suite.rpartition(":")[2] for suite in test["suite"]}
            # The test that all patches apply fails if one is applied.
            is_own = str(RUNNER.relative_to(RUNNER.parents[2])) in " ".join(test["cmd"])
            if not test["suites"] & NOT_CI and not is_own:
                needed = {file for target in test["depends"] for file in targets[target]} | outputs & set(test["cmd"])
                test["targets"] = {os.path.relpath(file, self.directory) for file in needed}
                self.tests[test["name"]] = test
        known = set().union(*(test["suites"] for test in self.tests.values()))
        print("".join(f"no test is in the suite {suite}\n" for suite in suites if suite not in known), end="")
        if not known & set(suites):
            sys.exit("no tests")

    def must(self, command, environment=None):
        done = subprocess.run(command, env=environment, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True,
                              check=False)
        if done.returncode:
            sys.exit(f"{done.stdout}\n{command[0]} failed")

    def introspect(self, what):
        done = subprocess.run(["meson", "introspect", what, self.directory], capture_output=True, text=True, check=True)
        return json.loads(done.stdout)

    def stages(self, first):
        """The named tests, then the other tests of each suite."""
        wanted = [lambda test: test["name"] in first,
                  *(lambda test, suite=suite: suite in test["suites"] for suite in self.suites)]
        done = set()
        for is_wanted in wanted:
            stage = [name for name, test in self.tests.items() if name not in done and is_wanted(test)]
            done.update(stage)
            if stage:
                yield stage

    def failures(self, names):
        """The tests that fail, or only the first one if that is enough."""
        targets = sorted(set().union(*(self.tests[name]["targets"] for name in names)))
        made = subprocess.run(["ninja", "-C", self.directory, *targets], capture_output=True, text=True, check=False)
        if made.returncode:
            # The tables are loaded and checked during the build.
            if "FAILED: src/builtin_tables.cpp" in made.stdout:
                return ["the build"]
            sys.exit(f"{made.stdout}\nthis does not compile")
        log = self.directory / "meson-logs" / "testlog.json"
        log.unlink(missing_ok=True)
        project = next(iter(self.tests.values()))["suite"][0].partition(":")[0]
        # A named suite is run even if the default setup excludes it.
        suites = sorted(set().union(*(self.tests[name]["suites"] for name in names)))
        # Variables that users set for their own questions.
        environment = {name: value for name, value in os.environ.items()
                       if not name.startswith("CUDASTDENV_") and name != "COLUMNS"}
        subprocess.run(["meson", "test", "-C", self.directory, "--no-rebuild", "--maxfail=1", "-t10",
                        *(f"--suite={suite}" for suite in suites), *(f"{project}:{name}" for name in names)],
                       env=environment, stdin=subprocess.DEVNULL, capture_output=True, check=False)
        results = [json.loads(line) for line in log.read_text(encoding="utf-8").splitlines()]
        return [result["name"].rpartition(" / ")[2] for result in results
                if result["result"] in ("FAIL", "TIMEOUT", "ERROR", "UNEXPECTEDPASS")]

    def first_failure(self, first):
        for names in self.stages(first):
            if failed := self.failures(names):
                return failed[0]
        return None


def try_all(mutants, source, build):
    killers, survivors = {}, []
    for mutant in mutants:
        begin = time.monotonic()
        if problem := mutant.apply(build.tree):
            sys.exit(f"{mutant.path.name} does not apply:\n{problem}")
        try:
            killer = build.first_failure(mutant.seen_by)
        finally:
            for file in mutant.files:
                shutil.copyfile(source / file, build.tree / file)
        if killer:
            killers.setdefault(killer, []).append(mutant.name)
        else:
            survivors.append(mutant.name)
        seconds = time.monotonic() - begin
        print(f"{mutant.name:26} {'killed by ' + killer if killer else 'survived: ' + mutant.what} ({seconds:.0f} s)",
              flush=True)
    return killers, survivors


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("--check", action="store_true")
    parser.add_argument("--tables", action="store_true")
    parser.add_argument("--suite", action="append")
    parser.add_argument("--setup", action="append", default=[], help="an option of `meson setup`")
    parser.add_argument("source", type=pathlib.Path)
    parser.add_argument("work", type=pathlib.Path, nargs="?")
    parser.add_argument("mutant", nargs="*")
    options = parser.parse_args()
    if not shutil.which("git"):
        sys.exit(SKIPPED)
    mutants = [Mutant(path) for path in sorted(RUNNER.parent.glob("*.patch"))
               if not options.mutant or path.stem in options.mutant]
    if options.check:
        return check(mutants, options.source.resolve())
    tree = options.work.resolve() / "tree"
    tree.mkdir(parents=True, exist_ok=True)
    copy_source(options.source.resolve(), tree)
    build = Build(tree, options.setup, options.suite or (SUITES_FOR_TABLES if options.tables else SUITES))
    if options.tables:
        golden = build.directory / "tests" / "golden" / "golden"
        build.must(["ninja", "-C", build.directory, golden.relative_to(build.directory)])
        chosen = tables.parsed_arguments(*(f"--table={table}" for table in options.mutant), str(tree / "data"), str(golden))
        mutants = [TableMutant(*mutant) for mutant in tables.unnoticed(chosen)]
    killers, survivors = try_all(mutants, options.source, build)
    # A test that also fails without the mutant does not count.
    broken = [name for name in killers if name in build.tests and build.failures([name])]
    for name in broken:
        print(f"{name} fails without a mutant too")
        survivors += killers[name]
    unexpected = [name for name in survivors if name not in SURVIVORS]
    for name in survivors:
        print(f"{name} survived: {SURVIVORS.get(name, 'unexpected')}")
    print(f"{len(mutants) - len(survivors)} killed, {len(survivors)} survived")
    sys.exit(1 if unexpected else 0)


main()
