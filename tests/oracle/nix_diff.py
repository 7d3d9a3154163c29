#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""`nix diff` on small checkouts in every layout that nixpkgs has had, sound and unsound. Skipped (77) without Nix.
Another Nix is tested by putting its nix-instantiate first in PATH.

usage: nix_diff.py COMMAND
"""

import json
import pathlib
import sys
import tempfile

from nix import Checks, Command, need_nix

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parents[1]))
from answer_schemas import read_answer  # noqa: E402

MODULES = "pkgs/development/cuda-modules"
BOOTSTRAP = f"{MODULES}/_cuda/db/bootstrap"


def nix_value(value):
    """Nix code of a JSON value, by way of JSON."""
    text = json.dumps(json.dumps(value)).replace("${", "\\${")
    return f"(builtins.fromJSON {text})"


class Checkout:
    """A directory with the parts of nixpkgs that `nix diff` reads."""

    def __init__(self, command, folder):
        self.folder = pathlib.Path(folder)
        self.nvcc = command.json("nix", "nvcc")["nvccCompatibilities"]
        self.cuda = command.json("nix", "cuda")["cudaCapabilityToInfo"]

    def write(self, path, text):
        file = self.folder / path
        file.parent.mkdir(parents=True, exist_ok=True)
        file.write_text(text, encoding="utf-8")

    def write_current(self):
        self.write(f"{BOOTSTRAP}/nvcc.nix", f"{{ nvccCompatibilities = {nix_value(self.nvcc)}; }}")
        self.write(f"{BOOTSTRAP}/cuda.nix",
                   f"{{ lib }}: {{ cudaCapabilityToInfo = lib.mapAttrs (_: row: row) {nix_value(self.cuda)}; }}")

    def write_data(self):
        """_cuda/data: cuda.nix has the table that it is part of as an argument."""
        self.write(f"{MODULES}/_cuda/data/nvcc.nix", f"{{ nvccCompatibilities = {nix_value(self.nvcc)}; }}")
        self.write(f"{MODULES}/_cuda/data/cuda.nix",
                   "{ cudaData, lib }: {"
                   " sorted = lib.sort lib.versionOlder (lib.attrNames cudaData.cudaCapabilityToInfo);"
                   f" cudaCapabilityToInfo = {nix_value(self.cuda)}; }}")

    def write_old(self, nvcc_path, gpus_path, jetson=True):
        """The flat nvcc table and the list of GPUs."""
        flat = {
            release: {
                f"{family}{end.capitalize()}MajorVersion": row[family][f"{end}MajorVersion"]
                for family in ("gcc", "clang") for end in ("min", "max")
            }
            for release, row in self.nvcc.items()
        }
        gpus = []
        for capability, row in self.cuda.items():
            gpu = {"archName": row["archName"], "computeCapability": capability,
                   "minCudaVersion": row["minCudaMajorMinorVersion"], "maxCudaVersion": row["maxCudaMajorMinorVersion"]}
            if jetson:
                gpu |= {"isJetson": row["isJetson"],
                        "dontDefaultAfter": row["dontDefaultAfterCudaMajorMinorVersion"]}
            gpus.append(gpu)
        self.write(nvcc_path, nix_value(flat))
        self.write(gpus_path, nix_value(gpus))


def check_layouts(command, checks):
    layouts = {
        "current": Checkout.write_current,
        "data": Checkout.write_data,
        "nvcc-compatibilities": lambda c: c.write_old(f"{MODULES}/data/nvcc-compatibilities.nix",
                                                      f"{MODULES}/gpus.nix"),
        "older": lambda c: c.write_old(f"{MODULES}/nvcc-compatibilities.nix", f"{MODULES}/gpus.nix"),
        "oldest": lambda c: c.write_old(f"{MODULES}/nvcc-compatibilities.nix",
                                        "pkgs/development/compilers/cudatoolkit/gpus.nix", jetson=False),
    }
    for name, write in layouts.items():
        with tempfile.TemporaryDirectory(prefix="a b=c'\"$(x)") as folder:
            checkout = Checkout(command, folder)
            write(checkout)
            done = command.run("nix", "diff", folder)
            checks.same(f"{name}: same", (0, ""), (done.returncode, done.stderr))

            # tests/laws has every possible error; this test checks that Nix passes them on.
            majors = checkout.nvcc["13.0"]["gcc"]
            plain = majors["maxMajorVersion"]
            majors["maxMajorVersion"] = "0" + plain
            write(checkout)
            done = command.run("nix", "diff", folder, "--json")
            field = "gcc.maxMajorVersion" if name in ("current", "data") else "gccMaxMajorVersion"
            checks.same(f"{name}: a leading zero",
                        (1, [[{"field": field, "there": "0" + plain, "spelling": True}]]),
                        (done.returncode, [row["changes"] for row in read_answer("nixDiff", done.stdout)["differences"]]))
            checks.need(f"{name}: a leading zero in text",
                        f"{field} is written '0{plain}' there" in command.run("nix", "diff", folder).stdout)
            majors["maxMajorVersion"] = plain

            del checkout.nvcc["12.8"]
            checkout.nvcc["12.6"]["gcc"]["maxMajorVersion"] = "15"
            checkout.nvcc["99.9"] = checkout.nvcc["12.6"]
            del checkout.cuda["9.0"]
            checkout.cuda["8.9"]["minCudaMajorMinorVersion"] = "12.0"
            write(checkout)
            done = command.run("nix", "diff", folder, "--json")
            checks.same(f"{name}: different", (1, ""), (done.returncode, done.stderr))
            found = read_answer("nixDiff", done.stdout)
            rows = [(d["table"], d["row"], d["kind"]) for d in found["differences"]]
            expected = [("nvcc", "12.6", "different"), ("nvcc", "12.8", "missing-there"),
                        ("nvcc", "99.9", "missing-here"), ("cuda", "8.9", "different"),
                        ("cuda", "9.0", "missing-there")]
            checks.same(f"{name}: rows", expected, rows)
            changes = [change for d in found["differences"] for change in d.get("changes", [])]
            checks.same(f"{name}: changes",
                        [{"field": "gcc.maxMajorVersion", "here": 13, "there": 15, "by": 2},
                         {"field": "minCudaMajorMinorVersion", "here": "11.8", "there": "12.0", "by": 1}], changes)
            checks.need(f"{name}: sources", all(d.get("sources") for d in found["differences"] if "here" in d))
            text = command.run("nix", "diff", folder)
            checks.same(f"{name}: text, exit", 1, text.returncode)
            for words in ("nvcc 12.6", "newest gcc 13 here, 15 there (+2)", "missing here", "missing there",
                          "first release 11.8 here, 12.0 there (1 release later)", "5 rows differ"):
                checks.need(f"{name}: text has {words}", words in text.stdout)


def check_places(command, checks):
    with tempfile.TemporaryDirectory() as folder:
        checkout = Checkout(command, folder)
        checkout.write_current()
        parts = pathlib.PurePath(BOOTSTRAP).parts
        for depth in range(len(parts) + 1):
            inner = pathlib.Path(folder, *parts[:depth])
            checks.same(f"inside {inner}", 0, command.run("nix", "diff", inner).returncode)
        # A whole checkout has its own lib.
        checkout.write("lib/default.nix", "{ mapAttrs = f: set: builtins.mapAttrs f (set // { marker = 1; }); }")
        done = command.run("nix", "diff", folder)
        checks.same("its own lib is used", 3, done.returncode)
        checks.need("and what it did is seen", "marker" in done.stderr)
    with tempfile.TemporaryDirectory() as folder:
        checkout = Checkout(command, folder)
        for release in ("10.0", "10.1", "10.2"):
            del checkout.nvcc[release]
        checkout.write_current()
        done = command.run("nix", "diff", folder, "--json")
        checks.same("rows that nixpkgs gave up are no difference", 0, done.returncode)
        checks.same("but are named", ["10.0", "10.1", "10.2"], read_answer("nixDiff", done.stdout)["givenUpThere"])
        exact = command.json("nix", "nvcc", "--nixpkgs-exact")["nvccCompatibilities"]
        checkout.nvcc = exact
        checkout.write_current()
        checks.same("nixpkgs' own rows lack new releases", 1, command.run("nix", "diff", folder).returncode)
        checks.same("which --nixpkgs-exact leaves out", 0,
                    command.run("nix", "diff", "--nixpkgs-exact", folder).returncode)
        checkout.nvcc = {**command.json("nix", "nvcc")["nvccCompatibilities"]}
        for release in set(checkout.nvcc) - set(exact) - {"10.0", "10.1", "10.2"}:
            del checkout.nvcc[release]
        checkout.write_current()
        checks.same("nor does it miss here what nixpkgs had once", 0,
                    command.run("nix", "diff", "--nixpkgs-exact", folder).returncode)
        checkout.nvcc = {release: dict(row, note="") for release, row in exact.items()}
        checkout.write_current()
        checks.same("an attribute that no row has", 1,
                    command.run("nix", "diff", "--nixpkgs-exact", folder).returncode)
        checkout.nvcc = exact
        more = command.json("nix", "cuda", "--all")["cudaCapabilityToInfo"]
        checkout.cuda["8.8"] = more["8.8"]
        checkout.write_current()
        checks.same("a capability that only nvcc knew, with its releases", 0,
                    command.run("nix", "diff", "--nixpkgs-exact", folder).returncode)


UNSOUND = {
    "{ lib }: {": "syntax error",
    "": "syntax error",
    "{ lib }: let x = x; in x": "infinite recursion",
    "{ lib }: let f = x: f (x + 1); in f 1": "stack overflow",
    "{ lib }: let a = { b = a; }; in a": "",
    "{ lib }: let f = n: if n == 0 then 0 else f (n - 1) + f (n - 1); in f 200": "did not finish within 2 s",
    '{ lib }: builtins.readFile "/etc/passwd"': "forbidden",
    "{ lib }: import /etc/passwd": "forbidden",
    "{ lib }: import ./outside.nix": "points outside the checkout",
    "{ lib }: import ./folder/inner.nix": "points outside the checkout",
    "{ lib }: builtins.readDir ./../../../../../../../..": "forbidden",
    '{ lib }: builtins.fetchurl "https://nixos.org/"': "forbidden",
    '{ lib }: builtins.fetchTarball "https://nixos.org/x.tar.gz"': "forbidden",
    '{ lib }: import (derivation { name = "x"; system = builtins.currentSystem or "x"; builder = "/bin/sh"; })': "forbidden",
    '{ lib }: { a = "${./cuda.nix}"; }': "store",
    '{ lib }: builtins.getEnv "PATH"': "forbidden",
    "{ lib }: builtins.deepSeq (builtins.genList (x: x) 1000000000) 1": "out of memory",
    "{ lib }: throw ''one\ntwo''": "one",
    "{ lib }: abort ''stop''": "stop",
    "{ lib, pkgs }: { }": "pkgs",
    "{ lib }: lib.noSuchFunction 1": "noSuchFunction",
    "{ lib }: x: x": "function",
    "{ lib }:\n{ a = 1 + { }; }": "BOOTSTRAP/cuda.nix:2:",
    "{ lib }: 1": "number",
    "{ lib }: { cudaCapabilityToInfo = null; }": "null",
    '{ lib }: { cudaCapabilityToInfo."9.0" = 1; }': "/9.0",
    '{ lib }: { cudaCapabilityToInfo."9.0" = { archName = 1; }; }': "archName",
    '{ lib }: { cudaCapabilityToInfo."nine" = { }; }': "nine",
    '{ lib }: { cudaCapabilityToInfo."9.0\\n\\t" = { }; }': "not a capability",
    "{ lib }: throw \"a\\rb\\tc\"": "a",
    '[ { archName = "A"; } ]': "computeCapability",
    '[ { archName = "A"; computeCapability = "9.0"; minCudaVersion = "x"; maxCudaVersion = null; } ]': "minCudaVersion",
    '[ 1 2 ]': "/0",
    "{ lib }: builtins.genList (x: \"0123456789abcdef\") 3000000": "",
}


def check_unsound(command, checks):
    with tempfile.TemporaryDirectory() as name, tempfile.TemporaryDirectory() as elsewhere:
        folder, outside = pathlib.Path(name), pathlib.Path(elsewhere) / "x.nix"
        outside.write_text("{ }", encoding="utf-8")
        checkout = Checkout(command, folder)
        checkout.write_current()
        (folder / BOOTSTRAP / "outside.nix").symlink_to(outside)
        (folder / BOOTSTRAP / "folder").symlink_to(elsewhere)
        (pathlib.Path(elsewhere) / "inner.nix").write_text("{ }", encoding="utf-8")
        for code, words in UNSOUND.items():
            checkout.write(f"{BOOTSTRAP}/cuda.nix", code)
            done = command.run("nix", "diff", folder, "--timeout", "2" if "2 s" in words else "60")
            checks.same(f"{code}: one line, exit 3", (3, "", 1),
                        (done.returncode, done.stdout, done.stderr.count("\n")))
            words = words.replace("BOOTSTRAP", BOOTSTRAP)
            checks.need(f"{code}: {done.stderr!r} says {words!r}",
                        words in done.stderr and done.stderr.startswith("error: "))
        for code in ('{ nvccCompatibilities."12.8" = { gcc = { }; clang = { }; }; }',
                     '{ nvccCompatibilities."12.8".gcc.maxMajorVersion = 14; }',
                     '{ nvccCompatibilities."12.8.1" = { }; }', "[ ]", "1", '{ nvccCompatibilities."12.8" = [ ]; }'):
            checkout.write_current()
            checkout.write(f"{BOOTSTRAP}/nvcc.nix", code)
            done = command.run("nix", "diff", folder)
            checks.same(f"{code}: one line, exit 3", (3, "", 1),
                        (done.returncode, done.stdout, done.stderr.count("\n")))

        (folder / BOOTSTRAP / "nvcc.nix").unlink()
        for bad, words in ((folder, "nvcc.nix"), (folder / "no", "no such directory"), ("/etc/passwd", "not a directory")):
            done = command.run("nix", "diff", bad)
            checks.same(f"{bad}: one line, exit 3", (3, "", 1), (done.returncode, done.stdout, done.stderr.count("\n")))
            checks.need(f"{bad}: {done.stderr!r} says {words!r}", words in done.stderr)


def main():
    need_nix()
    command, checks = Command(sys.argv[1]), Checks()
    check_layouts(command, checks)
    check_places(command, checks)
    check_unsound(command, checks)
    checks.finish()


main()
