#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""packaging/nix and flake.nix, with the real Nix and a stub of nixpkgs with this machine's tools.

usage: nix_package.py [--build] ROOT

Evaluates the package and the flake. --build also builds the package and its tests, which needs minutes. With
CUDASTDENV_NIXPKGS_LIB, the directory of nixpkgs' own lib, that is used instead of a stub. Skipped (77) without Nix.
"""

import json
import pathlib
import re
import shutil
import sys
import tempfile

from nix import Checks, evaluate, need_nix
from nix_store import STUB, BuildStore, nixpkgs_lib, stub_nixpkgs

FLAKE_FILES = ("LICENSE", "README.md", "data", "docs", "examples", "flake.nix", "include", "meson.build",
               "meson_options.txt", "packaging", "src", "tests")
SYSTEMS = ("aarch64-linux", "x86_64-linux")


def package(root, arguments=""):
    return f"({stub_nixpkgs()}.callPackage {root / 'packaging/nix/package.nix'} {{ {arguments} }})"


def check_attributes(store, checks, root):
    drv = json.loads(store.evaluate(f"""
        let package = {package(root)}; in {{
          inherit (package) pname version meta strictDeps mesonFlags mesonCheckFlags doCheck;
          structured = package.__structuredAttrs;
          drvPath = package.drvPath;
          withoutTests = (package.overrideAttrs {{ doCheck = false; }}).mesonFlags;
          tests = builtins.mapAttrs (_: test: test.drvPath) package.passthru.tests;
        }}"""))
    project = (root / "meson.build").read_text(encoding="utf-8")
    version = re.search(r"^  version: '(.*)',$", project, re.MULTILINE)[1]
    checks.same("version", version, drv["version"])
    checks.same("name of the program", ("cudastdenv", "cudastdenv"), (drv["pname"], drv["meta"]["mainProgram"]))
    checks.same("strict", (True, True), (drv["strictDeps"], drv["structured"]))
    checks.same("licence", "MIT", drv["meta"]["license"]["spdxId"])
    checks.same("platforms", True, set(SYSTEMS) <= set(drv["meta"]["platforms"]))
    checks.same("tests", {"pkg-config", "resolve", "version"}, set(drv["tests"]))
    checks.same("with tests", True, drv["doCheck"] and "-Dtests=enabled" in drv["mesonFlags"])
    checks.same("without tests", True, "-Dtests=disabled" in drv["withoutTests"])
    # The hook enables every `auto`, so each is set here.
    options = (root / "meson_options.txt").read_text(encoding="utf-8")
    features = re.findall(r"option\('(\w+)', type: 'feature', value: 'auto'", options)
    decided = {flag[2:].split("=")[0] for flag in drv["mesonFlags"]}
    checks.same("features that would be switched on unasked", [], [name for name in features if name not in decided])
    checks.need("there are features", features)
    suites = {flag.split("=")[1] for flag in drv["mesonCheckFlags"]}
    descriptions = "".join(file.read_text(encoding="utf-8") for file in (root / "tests").rglob("meson.build"))
    known = set(re.findall(r"suite: \[?'([\w-]+)'", descriptions))
    known.update(*(re.findall(r"'(\w+)'", names) for names in re.findall(r"foreach suite : \[(.*)\]", descriptions)))
    checks.same("suites that there are", suites, suites & known)


def check_source(store, checks, root):
    source = pathlib.Path(json.loads(store.evaluate(f"\"${{{package(root)}.src}}\"")))
    names = {str(path.relative_to(source)) for pattern in ("*", "packaging/nix/*") for path in source.glob(pattern)}
    needed = {"meson.build", "src", "data", "tests", "packaging/nix/lib.nix", "packaging/nix/answers.json"}
    checks.same("the source has what is built", needed, needed & names)
    checks.same("and what is not stays outside", set(), names & {
        "build", ".git", "packaging/nix/package.nix", "packaging/nix/shell.nix", "flake.nix", "dev"})


def check_override(checks, root):
    """All its dependencies are arguments, so that `override` can change them."""
    arguments = evaluate(f"builtins.functionArgs (import {root / 'packaging/nix/package.nix'})")
    checks.need("arguments without a default", arguments and not any(arguments.values()))


def write_stub_flake(folder):
    shutil.copytree(STUB, folder / "stub")
    (folder / "stub/flake.nix").write_text(f"""{{
      outputs = _: rec {{
        lib = {nixpkgs_lib()};
        legacyPackages = lib.genAttrs [ "aarch64-linux" "x86_64-linux" ] (
          system: import ./. {{ inherit lib system; }}
        );
      }};
    }}""", encoding="utf-8")


def check_flake(store, checks, root, folder):
    write_stub_flake(folder)
    copy = folder / "flake"
    copy.mkdir()
    for name in FLAKE_FILES:
        if (root / name).is_dir():
            shutil.copytree(root / name, copy / name)
        else:
            shutil.copy(root / name, copy / name)
    options = ("--impure", "--override-input", "nixpkgs", f"path:{folder / 'stub'}", "--no-write-lock-file")
    flake = f"path:{copy}"
    shown = json.loads(store.run("nix", "flake", "show", "--json", *options, flake))
    checks.same("outputs", {"checks", "devShells", "formatter", "lib", "overlays", "packages"}, set(shown))
    for system in SYSTEMS:
        checks.same(f"packages of {system}", {"cudastdenv", "default"}, set(shown["packages"][system]))
        tests = {"package", "pkg-config", "resolve", "version"}
        checks.same(f"checks of {system}", tests, set(shown["checks"][system]))
        # What `flake show` prints of a shell depends on the version of Nix.
        kind = store.run("nix", "eval", "--raw", *options, f"{flake}#devShells.{system}.default.type")
        checks.same(f"shells of {system}", "derivation", kind)
    question = '{ cuda = "12.8"; stdenv = "gcc-15"; }'
    answer = store.run("nix", "eval", "--json", *options, f"{flake}#lib", "--apply",
                       f"library: (library.pickHostCompiler {question}).compiler")
    checks.same("lib", "gcc-14", json.loads(answer))
    system = json.loads(store.evaluate("builtins.currentSystem"))
    paths = [store.run("nix", "eval", "--raw", *options, f"{flake}#{attribute}.drvPath")
             for attribute in (f"packages.{system}.default", f"checks.{system}.package")]
    checks.same("the package is what is checked", paths[0], paths[1])
    checks.need("a derivation", paths[0].endswith("-cudastdenv-0.1.0.drv"))
    done = store.try_run("nix", "flake", "check", "--no-build", *options, flake)
    checks.same(f"nix flake check: {done.stderr[-1500:]}", 0, done.returncode)


def check_build(store, checks, root):
    """Without its own test phase, because this project's tests cover it."""
    built = f"({package(root)}.overrideAttrs {{ doCheck = false; }})"
    out = pathlib.Path(store.build(built)[0])
    names = {str(path.relative_to(out)) for path in out.rglob("*")}
    for name in ("bin/cudastdenv", "lib/libcudastdenv.so", "lib/pkgconfig/cudastdenv.pc", "include/cudastdenv.h",
                 "lib/cmake/cudastdenv/cudastdenvConfig.cmake", "share/cudastdenv/releases.json"):
        checks.need(f"{name} is installed", name in names)
    library = f"import {out}/share/cudastdenv/nix/lib.nix {{ }}"
    answer = store.evaluate(f"(({library}).pickHostCompiler {{ cuda = \"12.8\"; stdenv = \"gcc-15\"; }}).compiler")
    checks.same("the installed library", "gcc-14", json.loads(answer))
    tables = json.loads(store.evaluate(f"builtins.attrNames ({library}).tables.releases"))
    checks.need("the installed library has the tables", "releases" in tables)
    checks.same("tests that pass", 3, len(store.build(f"builtins.attrValues {built}.passthru.tests")))
    # They can fail.
    wrong = f"({built} // {{ version = \"9.9.9\"; }})"
    for test in (f"testers.testVersion {{ package = {wrong}; }}",
                 f"testers.hasPkgConfigModules {{ package = {wrong}; versionCheck = true; }}"):
        done = store.try_run("nix-build", "--no-out-link", "-", text=f"{stub_nixpkgs()}.{test}")
        checks.need(f"{test[:30]} fails for another version", done.returncode != 0)


def main():
    need_nix()
    build = sys.argv[1] == "--build"
    root, checks = pathlib.Path(sys.argv[1 + build]).resolve(), Checks()
    with tempfile.TemporaryDirectory() as name:
        store = BuildStore(name)
        check_attributes(store, checks, root)
        check_source(store, checks, root)
        check_override(checks, root)
        check_flake(store, checks, root, pathlib.Path(name))
        if build:
            check_build(store, checks, root)
    checks.finish()


main()
