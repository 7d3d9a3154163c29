#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""Runs the README's two commands in new Debian systems, from nothing to their end.

usage: fresh.py [OPTIONS] [CASE...]      default: all cases; `--list` lists them

Each case begins with a minimal root with only the packages of the case, and a clone of this checkout's HEAD. `./dev`
has to install, build and answer; then its start time is compared with /bin/true, linked statically and dynamically. The
last lines are a table. The exit code is 1 if a command failed, or printed another text than the case expects.

Needs root, debootstrap, git, a package mirror, 2 GB for each case while it runs, and ten minutes for most of them.
"""

import argparse
import contextlib
import dataclasses
import datetime
import fnmatch
import os
import pathlib
import re
import shutil
import subprocess
import sys
import tempfile
import time

import making
from making import SUITES

SOURCE = pathlib.Path(__file__).resolve().parents[2]
PLACE = "/home/someone/cudastdenv"
RESOLVE = "./dev resolve --cuda 12.8"
TEST = "./dev test"
WARNINGS = "./dev warnings"
PASTE = "the line that the command before prints"  # run by root, with network
ANSWER = re.compile(r"^CUDA 12\.8\.\d+ on Debian .*: use gcc-1[24]\b", re.M)  # the distribution's own
OLD_MESON = "0.61.5"
LINE_TO_INSTALL = "hint: sudo apt-get update && sudo apt-get install --no-install-recommends "


@dataclasses.dataclass
class Case:
    suite: str
    packages: str = ""  # packages that the machine has at the beginning
    commands: tuple = (RESOLVE, TEST)
    as_root: bool = True
    cxx: str = ""
    prepare: str = ""  # a script that runs first, with network
    network: bool = True
    expect: str = ""  # the end of the first command's output, if it has to fail


PREPARE_OLD_MESON = (f"python3 -m pip install --quiet --break-system-packages meson=={OLD_MESON} && "
                     "printf 'Package: meson\\nPin: release *\\nPin-Priority: -1\\n' >/etc/apt/preferences.d/no-meson")
YES = """echo 'APT::Get::Assume-Yes "true";' >/etc/apt/apt.conf.d/yes"""


def newest(compiler):
    """A shell expression: the newest package of the suite for this compiler."""
    listed = f"apt-cache search --names-only '^{re.escape(compiler)}-[0-9]+$' | cut -d ' ' -f 1"
    return f"$({listed} | sort -V | tail -n 1 | grep . || echo no-{compiler})"


def cases():
    made = {}
    for suite in SUITES:
        made[suite] = Case(suite)
        made[f"{suite}-clang"] = Case(suite, "clang")
        for compiler in ("g++", "clang"):
            made[f"{suite}-newest-{compiler}"] = Case(suite, newest(compiler))
        made[f"{suite}-user"] = Case(suite, "sudo", as_root=False)
        made[f"{suite}-user-without-sudo"] = Case(suite, "", (RESOLVE, PASTE, RESOLVE), as_root=False, prepare=YES,
                                                  expect=LINE_TO_INSTALL)
    made["sid-g++-15"] = Case("sid", "g++-15")
    made["trixie-clang-without-c++"] = Case("trixie", "clang-19", (RESOLVE,))
    made["trixie-no-network"] = Case("trixie", "", (RESOLVE, PASTE, RESOLVE), prepare=YES, network=False,
                                     expect=LINE_TO_INSTALL)
    made["bookworm-old-meson"] = Case("bookworm", "python3-pip", (RESOLVE,), prepare=PREPARE_OLD_MESON)
    made["bookworm-old-meson-no-pip"] = Case(
        "bookworm", "python3-pip", (RESOLVE,), expect=f"Meson {OLD_MESON} is too old (1.0.0 or later is required)",
        prepare=PREPARE_OLD_MESON + " && apt-get purge -y python3-pip >/dev/null")
    for suite, compilers in {"bookworm": ("clang-16",),
                             "trixie": ("g++-13", "g++-14", "clang-17", "clang-18", "clang-19"),
                             "sid": ("g++-15", "g++-16", "clang-21", "clang-22", "clang-23")}.items():
        for compiler in compilers:
            made[f"{suite}-{compiler}-warnings"] = Case(suite, compiler, (WARNINGS,), cxx=compiler.replace("clang-", "clang++-"))
    return made


class CannotPrepare(Exception):
    """The time before the first command."""


class Root:
    """A copy of a base root, removed afterwards."""

    def __init__(self, options, case):
        self.options, self.case = options, case
        base = making.base_root(options.roots, case.suite, options.mirror)
        self.path = pathlib.Path(tempfile.mkdtemp(prefix=f"{case.suite}-", dir=options.roots))
        subprocess.run(["cp", "-a", "--reflink=auto", f"{base}/.", self.path], check=True)
        making.join_network(self.path)

    def run(self, script, user="root", network=True, **options):
        """A script in it, with its own processes and mounts, which end with it."""
        binds = []
        if network:  # otherwise packages that other cases fetched must not be installed
            archives = self.options.roots / f"archives-{self.case.suite}"
            (archives / "partial").mkdir(parents=True, exist_ok=True)
            binds.append((archives, "var/cache/apt/archives"))
        environment = {"CXX": self.case.cxx} if self.case.cxx else {}
        if self.options.ccache:
            binds.append((self.options.ccache, "ccache"))
            environment |= {"CCACHE_DIR": "/ccache", "CCACHE_UMASK": "000"}
        return making.enter(self.path, script, user, binds, network, environment, **options)

    def prepare(self):
        packages = self.case.packages + (" ccache" if self.options.ccache else "")
        script = ["set -e", "useradd --create-home --shell /bin/bash someone", making.APT_SETTINGS,
                  "apt-get update -qq", "apt-get dist-upgrade -y -qq >/dev/null", "apt-get autoclean -qq >/dev/null"]
        if packages.strip():
            script.append(f"apt-get install -y -qq --no-install-recommends {packages} >/dev/null")
        if "sudo" in packages.split():
            script.append("echo 'someone ALL=(ALL) NOPASSWD: ALL' >/etc/sudoers.d/someone")
        if self.case.prepare:
            script.append(self.case.prepare)
        done = self.run("\n".join(script), stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True)
        if done.returncode != 0:
            raise CannotPrepare(done.stdout)
        subprocess.run(["git", "clone", "--quiet", "--no-hardlinks", SOURCE, f"{self.path}{PLACE}"], check=True)
        self.run("chown -R someone: /home/someone")

    def remove(self):
        shutil.rmtree(self.path, ignore_errors=True)


@dataclasses.dataclass
class Result:
    case: str
    command: str
    outcome: str
    good: bool
    seconds: float


def judge(command, done, expect):
    """The result of a command, in a few words, and whether it is the expected one."""
    if expect:
        message = done.stderr.strip().splitlines()[-1:] or [""]
        return f"exit {done.returncode}: {message[0]}", done.returncode == 3 and expect in message[0]
    if command == RESOLVE:
        good = (done.returncode == 0 and ANSWER.search(done.stdout)
                and "continuing without" not in done.stderr and "linked dynamically" not in done.stderr)
        return ("answers" if good else f"exit {done.returncode}"), good
    closing = (done.stdout.strip().splitlines() or [""])[-1]
    counts = re.fullmatch(r"(\d+) passed, (\d+) failed, (\d+) skipped", closing)
    if counts:
        return closing, done.returncode == 0
    if command in (WARNINGS, PASTE):
        return ("works" if done.returncode == 0 else f"exit {done.returncode}"), done.returncode == 0
    return f"exit {done.returncode}, no closing line", False


def start_ratios(root):
    """Compared with /bin/true, statically and dynamically linked; of two builds, the slower one."""
    ratios = []
    for linking in ("auto", "false"):
        done = root.run(
            f"cd {PLACE} && meson configure build -Dstatic_command={linking} && "
            "ninja -C build src/cudastdenv && python3 tests/bench/whole_process.py build/src/cudastdenv",
            stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True)
        found = re.search(r"against /bin/true: .*ratio of medians ([\d.]+)", done.stdout)
        kind = "dynamic" if re.search(r"linked dynamically", done.stdout) or linking == "false" else "static"
        ratios.append(f"{kind} {found[1] if found else done.stdout[-300:]}")
    return ", ".join(ratios)


def run_case(options, name, case):
    results, log, root = [], options.logs / f"{name}.log", None
    try:
        root = Root(options, case)
        root.prepare()
        with open(log, "w", encoding="utf-8") as lines:
            expect, done = case.expect, None
            for command in case.commands:
                typed, user, network = command, "root" if case.as_root else "someone", case.network
                if command == PASTE:
                    typed, user, network = done.stderr.splitlines()[-1].removeprefix("hint: ").replace("sudo ", ""), "root", True
                begin = time.monotonic()
                done = root.run(f"cd {PLACE} && {typed}", user, network,
                                stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True)
                lines.write(f"$ {command}\n{done.stdout}{done.stderr}\n")
                outcome, good = judge(command, done, expect)
                expect = ""
                results.append(Result(name, command, outcome, good, time.monotonic() - begin))
                print(f"{name}: {command}: {outcome} ({results[-1].seconds:.0f} s)", flush=True)
                for line in done.stderr.splitlines():
                    if line.startswith(("skipped: ", "FAILED")):
                        print(f"  {line}", flush=True)
                if not good:
                    print(f"  its output is in {log}\n" + "\n".join(done.stderr.splitlines()[-30:]), flush=True)
                    break
        if options.ratios and TEST in case.commands and all(result.good for result in results):
            results.append(Result(name, "start", start_ratios(root), True, 0))
            print(f"{name}: start against /bin/true: {results[-1].outcome}", flush=True)
    except (CannotPrepare, subprocess.CalledProcessError) as reason:
        results.append(Result(name, "prepare", "failed", False, 0))
        print(f"{name}: cannot be prepared:\n{reason}", flush=True)
    finally:
        if root and not options.keep:
            root.remove()
    return results


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("cases", nargs="*", metavar="CASE", help="a name, or a pattern as `trixie*`")
    parser.add_argument("--list", action="store_true", help="name the cases")
    parser.add_argument("--roots", type=pathlib.Path, default=os.environ.get("CUDASTDENV_ROOTS"),
                        help="folder that keeps base roots and packages (default: CUDASTDENV_ROOTS, else for this run)")
    parser.add_argument("--day", type=datetime.date.fromisoformat, help="only the suite of that day, by its own compiler")
    parser.add_argument("--mirror", default=making.MIRROR)
    parser.add_argument("--ccache", type=pathlib.Path, help="a compiler cache to share; then nothing is from nothing")
    parser.add_argument("--no-ratios", dest="ratios", action="store_false", help="do not time the start")
    parser.add_argument("--keep", action="store_true", help="keep the roots of the cases")
    options = parser.parse_args()
    known = cases()
    if options.list:
        print("\n".join(known))
        return 0
    chosen = []
    if options.day:
        options.cases.append(SUITES[options.day.toordinal() % len(SUITES)])
    for wanted in options.cases or ["*"]:
        fitting = fnmatch.filter(known, wanted)
        if not fitting:
            parser.error(f"no such case: {wanted}; --list names them")
        chosen += [name for name in fitting if name not in chosen]
    complaint = making.complaint_of_machine()
    if complaint:
        print(complaint)
        return 77
    with contextlib.ExitStack() as stack:
        if not options.roots:
            options.roots = pathlib.Path(stack.enter_context(tempfile.TemporaryDirectory(prefix="cudastdenv-roots-")))
        options.roots = options.roots.resolve()
        options.roots.mkdir(parents=True, exist_ok=True)
        options.logs = options.roots / "logs"
        options.logs.mkdir(exist_ok=True)
        if options.ccache:
            options.ccache.mkdir(parents=True, exist_ok=True)
            options.ccache.chmod(0o777)  # for users in the roots
        results = [result for name in chosen for result in run_case(options, name, known[name])]
    print("\n| case | command | outcome | seconds |\n|---|---|---|---|")
    for result in results:
        print(f"| {result.case} | `{result.command}` | {result.outcome} | {result.seconds:.0f} |")
    return 0 if all(result.good for result in results) else 1


sys.exit(main())
