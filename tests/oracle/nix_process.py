#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""`nix diff` with misbehaving programs instead of Nix: always one line, exit 3, in time, and no process left.

usage: nix_process.py COMMAND
"""

import os
import pathlib
import subprocess
import sys
import tempfile
import time

from nix import Checks

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parents[1]))
from programs import processes_with, run_unwrapped  # noqa: E402

BOOTSTRAP = "pkgs/development/cuda-modules/_cuda/db/bootstrap"

PROGRAMS = {
    "prints no JSON": ("echo '{ this is not JSON'", "not JSON"),
    "prints nothing": ("exit 0", "not JSON"),
    "fails without a word": ("exit 7", "status 7"),
    "fails with words": ("echo 'warning: x' >&2; echo 'error: the reason' >&2; echo more >&2; exit 1", "the reason"),
    "fails as newer Nix does": (
        "printf 'error:\\n       … while calling\\n\\n       error: the reason\\n       at /x/y.nix:1:2:\\n' >&2; "
        "exit 1",
        "the reason (/x/y.nix:1:2)"),
    "is older than 2.4": ("echo \"error: don't know how to open Nix store 'dummy://'\" >&2; exit 1", "older than 2.8"),
    "is killed": ("kill -9 $$", "signal 9"),
    "never ends": ("sleep 600", "did not finish within 1 s"),
    "never ends, silently": ("exec >&- 2>&-; sleep 600", "did not finish within 1 s"),
    "ignores signals": ("trap '' TERM INT HUP; while :; do :; done", "did not finish within 1 s"),
    "floods": ("exec yes 0123456789", "more than 16 MiB"),
    "floods stderr": ("exec yes 0123456789 >&2", "more than 16 MiB"),
    "leaves a child with the pipes": ("sleep 601 & exit 3", "status 3"),
    "reads its input": ("cat; exit 4", "status 4"),
    "sees little": ("env | grep -v -E '^(PATH|HOME|NIX_[A-Z_]*|XDG_CACHE_HOME|NO_COLOR|LC_ALL|PWD|SHLVL|_)=' >&2 "
                    "&& exit 1; exit 5", "status 5"),
}


def outcome(done):
    return done.returncode, done.stdout, done.stderr.count("\n")


def main():
    command, checks = sys.argv[1], Checks()
    with tempfile.TemporaryDirectory() as name:
        folder = pathlib.Path(name)
        checkout, programs = folder / "checkout", folder / "bin"
        (checkout / BOOTSTRAP).mkdir(parents=True)
        programs.mkdir()
        for file in ("nvcc.nix", "cuda.nix"):
            (checkout / BOOTSTRAP / file).write_text("{ }", encoding="utf-8")
        fake = programs / "nix-instantiate"

        def diff(path):
            started = time.monotonic()
            done = run_unwrapped(
                [command, "nix", "diff", "--timeout", "1", str(checkout)], capture_output=True, text=True, timeout=1200,
                env={"PATH": path, "SECRET": "do not tell", "TMPDIR": name}, check=False,
            )
            checks.need(f"{done.stderr!r}: in time", time.monotonic() - started < 300)
            return done

        for what, (script, words) in PROGRAMS.items():
            fake.write_text(f"#!/bin/sh\n{script}\n", encoding="utf-8")
            fake.chmod(0o755)
            done = diff(f"{programs}:/usr/bin:/bin")
            checks.same(f"{what}: one line, exit 3", (3, "", 1), outcome(done))
            checks.need(f"{what}: {done.stderr!r} says {words!r}", words in done.stderr)
        fake.chmod(0o644)
        for what, path in (("not executable", str(programs)), ("absent", name)):
            done = diff(path)
            checks.same(f"{what}: one line, exit 3", (3, "", 1), outcome(done))
            checks.need(f"{what}: {done.stderr!r}", "nix-instantiate is not installed" in done.stderr)
        checks.same("nothing left behind", ["bin", "checkout"], sorted(os.listdir(folder)))
        checks.same("nothing left running", {}, processes_with(programs))
    checks.finish()


main()
