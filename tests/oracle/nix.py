# SPDX-License-Identifier: MIT
"""Shared by the tests with a real Nix: runners for the command and for nix-instantiate."""

import json
import pathlib
import shutil
import subprocess
import sys
import tempfile

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parents[1]))
from programs import run_unwrapped  # noqa: E402

SKIPPED = 77

# The functions of nixpkgs' lib that cuda.nix calls.
STUB_LIB = """{
  mapAttrs = builtins.mapAttrs;
  hasSuffix =
    part: text:
    let
      rest = builtins.stringLength text - builtins.stringLength part;
    in
    rest >= 0 && builtins.substring rest (builtins.stringLength part) text == part;
}"""


def need_nix(*others):
    for tool in ("nix-instantiate", *others):
        if not shutil.which(tool):
            print(f"{tool} is not here")
            sys.exit(SKIPPED)


class Command:
    def __init__(self, path):
        self.path = path

    def run(self, *arguments):
        return run_unwrapped(
            [self.path, *map(str, arguments)], capture_output=True, text=True, stdin=subprocess.DEVNULL, timeout=1200,
            check=False,
        )

    def output(self, *arguments):
        done = self.run(*arguments)
        if done.returncode != 0:
            raise AssertionError(f"{arguments}: exit {done.returncode}: {done.stderr}")
        return done.stdout

    def json(self, *arguments):
        return json.loads(self.output(*arguments, "--json"))


def evaluate(expression):
    """The JSON of an expression, evaluated strictly, without a store."""
    with tempfile.TemporaryDirectory() as home:
        done = subprocess.run(
            ["nix-instantiate", "--eval", "--strict", "--json", "-"],
            input=expression,
            capture_output=True,
            text=True,
            timeout=1200,
            check=False,
            env={"PATH": "/usr/bin:/bin:/usr/local/bin:/run/current-system/sw/bin", "HOME": home,
                 "NIX_REMOTE": "dummy://", "NIX_STATE_DIR": home, "NIX_CONF_DIR": home},
        )
    if done.returncode != 0:
        raise AssertionError(f"{done.stderr}\n--- in\n{expression[:2000]}")
    return json.loads(done.stdout)


class Checks:
    """Counts comparisons, prints differences."""

    def __init__(self):
        self.done, self.failed = 0, 0

    def same(self, what, expected, actual):
        self.done += 1
        if expected != actual:
            self.failed += 1
            print(f"{what}:\n  expected {str(expected)[:1500]}\n  got      {str(actual)[:1500]}")

    def need(self, what, truth):
        self.same(what, True, bool(truth))

    def finish(self):
        print(f"{self.done} checks, {self.failed} failed")
        sys.exit(1 if self.failed or not self.done else 0)


def here(name):
    return pathlib.Path(__file__).parent / name
