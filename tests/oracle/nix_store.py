# SPDX-License-Identifier: MIT
"""A separate Nix store in a directory: builds run as this user, without a sandbox, with this machine's tools."""

import os
import pathlib
import subprocess

STUB = pathlib.Path(__file__).parent / "nixpkgs_stub"
CONFIGURATION = """sandbox = false
build-users-group =
substitute = false
max-jobs = auto
experimental-features = nix-command flakes
flake-registry =
"""


def nixpkgs_lib():
    """The expression of nixpkgs' own lib, if a variable has its directory, otherwise of the stub."""
    stub, own = f"import {STUB / 'lib.nix'}", os.environ.get("CUDASTDENV_NIXPKGS_LIB")
    # Its file sets need Nix 2.14.
    older = f"(if builtins ? readFileType then {{ }} else {{ inherit ({stub}) fileset; }})"
    return f"(import {own} // {older})" if own else f"({stub})"


def stub_nixpkgs(arguments=""):
    """The expression of the stub of nixpkgs with this machine's tools."""
    return f"(import {STUB} {{ lib = {nixpkgs_lib()}; {arguments} }})"


class BuildStore:
    def __init__(self, folder):
        folder = pathlib.Path(folder)
        (folder / "nix.conf").write_text(CONFIGURATION, encoding="utf-8")
        self.environment = {
            "PATH": os.environ["PATH"], "HOME": str(folder), "NIX_CONF_DIR": str(folder), "NIX_REMOTE": "local",
            "NIX_STORE_DIR": f"{folder}/store", "NIX_STATE_DIR": f"{folder}/var", "NIX_LOG_DIR": f"{folder}/log",
            "NIX_LOCALSTATE_DIR": f"{folder}/var", "TMPDIR": os.environ.get("TMPDIR", "/tmp"),
        }

    def try_run(self, *arguments, text=None, timeout=3600):
        return subprocess.run([str(one) for one in arguments], input=text, capture_output=True, text=True, check=False,
                              timeout=timeout, env=self.environment)

    def run(self, *arguments, text=None, timeout=3600):
        done = self.try_run(*arguments, text=text, timeout=timeout)
        if done.returncode != 0:
            raise AssertionError(f"{arguments[:3]}: exit {done.returncode}\n{done.stderr[-6000:]}")
        return done.stdout

    def build(self, expression, timeout=3600):
        """The output paths."""
        return self.run("nix-build", "--no-out-link", "-", text=expression, timeout=timeout).split()

    def evaluate(self, expression):
        """The expression's value as JSON text; derivations can be instantiated."""
        return self.run("nix-instantiate", "--eval", "--strict", "--json", "--read-write-mode", "-", text=expression)
