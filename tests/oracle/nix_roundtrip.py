#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""The real Nix evaluates the output of `nix flags`, `nvcc`, `cuda`, `config` and `variants`.

usage: nix_roundtrip.py COMMAND DATA QUOTE

The result must equal `--json`. If they replace nixpkgs' own files, what nixpkgs computes from them must stay the same
(nixpkgs_tables.json, nixpkgs_package_sets.json: the evaluated files of nixpkgs). Skipped (77) without Nix.
"""

import itertools
import json
import os
import pathlib
import shutil
import stat
import subprocess
import sys
import tempfile

from nix import STUB_LIB, Checks, Command, evaluate, here, need_nix

# Each is dangerous for a writer of Nix strings or comments.
NASTY = ["${builtins.throw \"no\"}", "$${x}", "$$${x}", "\\${x}", "'' ''${x}", "a\"b", "back\\slash", "new\nline", "\r",
         "\ttab", "$", "${", "}", "*/ /* # x", "ü–€", "\\n", "end\\"]


def flags_of(answer):
    """Only the ten attributes."""
    return {key: value for key, value in answer.items() if key != "passthru"}


def check_values(command, checks):
    for arguments in (
        ("flags", "--cuda", "12.8"),
        ("flags", "--cuda", "12.8", "--capabilities", "8.9,9.0a", "--no-forward-compat"),
        ("flags", "--cuda", "12.6", "--system", "aarch64-linux", "--capabilities", "8.7"),
        ("flags", "--cuda", "12.6,12.8,13.0", "--capabilities", "8.9"),
        ("flags", "--cuda", "all"),
        ("flags", "--cuda", "all", "--stdenv", "clang-19", "--policy", "enforced"),
        ("nvcc",),
        ("nvcc", "--nixpkgs-exact"),
        ("nvcc", "--policy", "documented"),
        ("nvcc", "--policy", "enforced"),
        ("nvcc", "--plain"),
        ("cuda", "--plain"),
        ("cuda", "--plain", "--all"),
        ("variants",),
        ("variants", "--policy", "enforced"),
        ("variants", "--stdenv", "nixos-25.05", "--cuda", "12.6"),
    ):
        checks.same(arguments, command.json("nix", *arguments), evaluate(command.output("nix", *arguments)))
    for extra in ((), ("--all",)):
        called = evaluate(f"({command.output('nix', 'cuda', *extra)}) {{ lib = {STUB_LIB}; }}")
        checks.same(("cuda", *extra), command.json("nix", "cuda", *extra), called)
        checks.same(("cuda --plain", *extra), command.json("nix", "cuda", "--plain", *extra), called)
    ten = command.json("resolve", "--cuda", "12.8")["flags"]
    checks.same("the ten attributes", ten, flags_of(evaluate(command.output("nix", "flags", "--cuda", "12.8"))))


def check_drop_in(command, checks):
    oracle = json.loads(here("nixpkgs_tables.json").read_text(encoding="utf-8"))
    rows = command.json("nix", "cuda")["cudaCapabilityToInfo"]
    checks.same("cuda, all rows", oracle["cudaCapabilityToInfo"], rows)
    exact = command.json("nix", "nvcc", "--nixpkgs-exact")["nvccCompatibilities"]
    checks.same("nvcc --nixpkgs-exact, all rows", oracle["nvccCompatibilities"], exact)
    usual = command.json("nix", "nvcc")["nvccCompatibilities"]
    checks.same("12.7", False, "12.7" in usual)

    releases = " ".join(f'"{release}"' for release in oracle["nvccCompatibilities"])
    predicates = f"import {here('predicates.nix').resolve()}"
    theirs = evaluate(
        f"{predicates} {{ releases = [ {releases} ]; "
        f"tables = builtins.fromJSON (builtins.readFile {here('nixpkgs_tables.json').resolve()}); }}"
    )
    ours = evaluate(
        f"{predicates} {{ releases = [ {releases} ]; tables = ({command.output('nix', 'nvcc')}) // "
        f"(({command.output('nix', 'cuda')}) {{ lib = {STUB_LIB}; }}); }}"
    )
    for release, answer in theirs.items():
        checks.same(f"dropped in, {release}", answer, ours[release])
    every = " ".join(f'"{release}"' for release in usual)
    with_all = [evaluate(
        f"builtins.mapAttrs (_: answer: answer.default) ({predicates} {{ releases = [ {every} ]; "
        f"tables = ({command.output('nix', 'nvcc')}) // "
        f"(({command.output('nix', 'cuda', *extra)}) {{ lib = {STUB_LIB}; }}); }})"
    ) for extra in ((), ("--all",))]
    for release, default in with_all[0].items():
        checks.same(f"nix cuda --all: built unasked by {release}", default, with_all[1][release])

    variants = command.json("nix", "variants")
    checks.same("variants", oracle["pkgsForCudaArch"], variants["pkgsForCudaArch"])
    checks.same("pkgsCuda", {"cudaSupport": True, "rocmSupport": False}, variants["pkgsCuda"])
    for name, sets in variants["usefulFor"].items():
        checks.same(f"what to build of {name}", [f"pkgsForCudaArch.{name}.{one}.saxpy" for one in sets],
                    variants["build"][name])
    checks.same("what to build", {*variants["usefulFor"], "pkgsCuda"}, {*variants["build"]})


def arguments_of(case):
    arguments = ["--system", case["system"], "--stdenv", case["stdenv"], "--available", ",".join(case["available"]),
                 "--nixpkgs-exact"]
    if "cudaCapabilities" in case["config"]:
        arguments += ["--capabilities", ",".join(case["config"]["cudaCapabilities"])]
    if case["config"].get("cudaForwardCompat") is False:
        arguments.append("--no-forward-compat")
    return arguments


def check_package_sets(command, checks):
    oracle = json.loads(here("nixpkgs_package_sets.json").read_text(encoding="utf-8"))
    for row in oracle["flags"]:
        arguments = ("nix", "flags", "--cuda", row["case"]["cuda"], *arguments_of(row["case"]))
        checks.same(arguments, row["flags"], flags_of(evaluate(command.output(*arguments))))
    for row in oracle["passthru"]:
        release = row["case"]["cuda"]
        arguments = ("nix", "flags", "--cuda", release, *arguments_of(row["case"]))
        alone = evaluate(command.output(*arguments))["passthru"]
        checks.same(arguments, row["passthru"], {key: alone.get(key) for key in row["passthru"]})
        # A set by package set needs two releases; any other one that builds the list is enough.
        for other in ("12.8", "12.9", "13.0", "12.6", "11.8"):
            arguments = ("nix", "flags", "--cuda", f"{release},{other}", *arguments_of(row["case"]))
            if other != release and command.run(*arguments).returncode == 0:
                found = evaluate(command.output(*arguments))["cudaPackages_" + release.replace(".", "_")]
                checks.same(arguments, row["passthru"], {key: found.get(key) for key in row["passthru"]})
                break
        else:
            checks.need(f"no second release for {row['case']}", False)


FREE, NVIDIA, OPTIX, OTHER = "mit", "CUDA EULA", "NVidia OptiX EULA", "unfree"
ALLOWED = {FREE, NVIDIA, OPTIX}


def simple(name):
    return {"licenseType": "simple", "free": name == FREE, "shortName": name}


def licences():
    """Every form in nixpkgs' lib.licenses of two licences, nested once, and whether it is allowed."""
    ones = [(simple(name), name in ALLOWED) for name in (FREE, NVIDIA, OPTIX, OTHER)]
    # As they were before they had a type; and forms with too little information to be allowed.
    ones += [({"free": True}, True), ({"free": False, "shortName": NVIDIA}, True), ({"fullName": "x"}, False),
             ({}, False), ("unknown", False)]
    yield from ones
    yield [], True

    def pairs(left, right):
        for (one, may), (other, may_other) in itertools.product(left, right):
            yield [one, other], may and may_other
            yield {"licenses": [one, other]}, may and may_other
            yield {"licenseType": "compound", "operator": "AND", "licenses": [one, other]}, may and may_other
            yield {"licenseType": "compound", "operator": "OR", "licenses": [one, other]}, may or may_other
            yield ({"licenseType": "exception", "operator": "WITH", "license": one, "exception": other},
                   may and may_other)
        for one, may in left:
            yield {"licenseType": "plus", "operator": "+", "license": one}, may

    twos = list(pairs(ones[:4], ones[:4]))
    yield from twos
    yield from pairs(ones[4:], ones[:4])
    yield from pairs(twos, ones[:4])


# A channel's own predicate, which fails without `free`, as nixpkgs' did.
OWN_PREDICATE = '{ meta }: meta.license.free || meta.license.shortName == "a later EULA"'


def check_config(command, checks):
    text = command.output("nix", "config", "--cuda", "12.8", "--capabilities", "8.9,9.0a")
    expected = command.json("nix", "config", "--cuda", "12.8", "--capabilities", "8.9,9.0a")
    found = evaluate(f"builtins.removeAttrs (({text}) {{ }}) [ \"allowUnfreePredicate\" ]")
    checks.same("config", expected, found)
    checks.same("config's keys", {"cudaSupport", "cudaCapabilities", "cudaForwardCompat"}, set(found))

    matrix = list(licences())
    listed = json.dumps(json.dumps([licence for licence, _ in matrix])).replace("${", "\\${")
    for pkgs in ("{ }", "{ pkgs = { }; extra = 1; }",
                 f"{{ pkgs._cuda.lib.allowUnfreeCudaPredicate = {OWN_PREDICATE}; }}"):
        decisions = evaluate(f"map (license: (({text}) {pkgs}).allowUnfreePredicate {{ meta.license = license; }}) "
                             f"(builtins.fromJSON {listed})")
        for (licence, allowed), answer in zip(matrix, decisions, strict=True):
            checks.same(f"predicate with {pkgs}, {licence}", allowed, answer)
        later = json.dumps(json.dumps(simple("a later EULA")))
        checks.same(f"predicate with {pkgs}: the channel's own is asked", "_cuda" in pkgs,
                    evaluate(f"(({text}) {pkgs}).allowUnfreePredicate "
                             f"{{ meta.license = [ (builtins.fromJSON {later}) ]; }}"))
        checks.same(f"predicate with {pkgs}: no licence", True,
                    evaluate(f"(({text}) {pkgs}).allowUnfreePredicate {{ }}"))
    checks.need("shapes of a licence", len(matrix) > 500)


def check_quoting(quote, checks):
    everything = "".join(map(chr, [*range(1, 0xD800), 0xFFFD, 0x1F600]))
    texts = [*NASTY, "".join(NASTY), "plain", "", "let", "or", "with-dash", "dot.ted", "1digit", "a'b", everything]
    for text in texts:
        code = subprocess.run([quote], input=text.encode(), capture_output=True, check=True).stdout.decode()
        checks.same(f"quoted {text[:40]!r}", [text, {text: [text, -1]}], evaluate(code))


def check_hostile_tables(command, data, checks):
    """Texts of the tables are in the files unchanged, with any characters."""
    with tempfile.TemporaryDirectory() as folder:
        tables = pathlib.Path(folder) / "data"
        shutil.copytree(data, tables)
        path = tables / "capabilities.json"
        content = json.loads(path.read_text(encoding="utf-8"))
        rows = [row for row in content["capabilities"] if row["nixpkgs"]]
        # The loader rejects control characters.
        nasty = [text for text in NASTY if text.isprintable()]
        # 9.0a has the same architecture as 9.0.
        texts = dict(zip(dict.fromkeys(row["capability"].rstrip("af") for row in rows), nasty))
        for row in content["capabilities"]:
            row["architecture"] = texts.get(row["capability"].rstrip("af"), row["architecture"])
        path.write_text(json.dumps(content), encoding="utf-8")
        path = tables / "sources.json"
        content = json.loads(path.read_text(encoding="utf-8"))
        for row in content["sources"]:
            if row["url"]:
                row["url"] += " }; throw \"no\"; # ${x} */ ''"
        path.write_text(json.dumps(content), encoding="utf-8")
        done = command.run("nix", "cuda", "--plain", "--data", tables)
        checks.same("hostile tables are read", (0, ""), (done.returncode, done.stderr))
        plain = evaluate(done.stdout)["cudaCapabilityToInfo"]
        called = evaluate(f"({command.output('nix', 'cuda', '--data', tables)}) {{ lib = {STUB_LIB}; }}")
        checks.same("hostile tables, called", plain, called["cudaCapabilityToInfo"])
        for row in rows:
            if text := texts.get(row["capability"].rstrip("af")):
                checks.same(f"hostile text {text!r}", text, plain[row["capability"]]["archName"])
        nvcc = command.json("nix", "nvcc", "--data", tables)
        checks.same("hostile URLs", nvcc, evaluate(command.output("nix", "nvcc", "--data", tables)))


def check_output(command, checks):
    with tempfile.TemporaryDirectory() as name:
        folder = pathlib.Path(name)
        text = command.output("nix", "nvcc")
        target, link = folder / "nvcc.nix", folder / "link.nix"
        link.symlink_to("nvcc.nix")
        command.output("nix", "nvcc", "-o", link)
        checks.same("written through a link that leads nowhere yet", text, target.read_text(encoding="utf-8"))
        checks.need("the link is still a link", link.is_symlink())

        target.chmod(0o640)
        os.utime(target, ns=(10**18, 10**18))
        before = target.stat()
        command.output("nix", "nvcc", "--output", target)
        after = target.stat()
        checks.same("left alone where nothing changed", (before.st_ino, before.st_mtime_ns),
                    (after.st_ino, after.st_mtime_ns))
        command.output("nix", "cuda", "-o", link)
        checks.same("replaced", command.output("nix", "cuda"), target.read_text(encoding="utf-8"))
        checks.same("permissions kept", 0o640, stat.S_IMODE(target.stat().st_mode))
        checks.need("replaced, not overwritten", target.stat().st_ino != before.st_ino or
                    target.stat().st_mtime_ns != before.st_mtime_ns)
        checks.same("nothing left behind", ["link.nix", "nvcc.nix"], sorted(os.listdir(folder)))

        loop = folder / "loop.nix"
        loop.symlink_to("loop.nix")
        for bad in (folder / "no" / "such" / "folder.nix", folder, loop, target / "below.nix", "/proc/nothing.nix", ""):
            done = command.run("nix", "nvcc", "-o", bad)
            checks.same(f"-o {bad}", (3 if bad else 2, "", 1), (done.returncode, done.stdout, done.stderr.count("\n")))
        strange = folder / "a b;$(touch x)'\"\n.nix"
        command.output("nix", "nvcc", "-o", strange)
        checks.same("no shell reads the name", text, strange.read_text(encoding="utf-8"))
        checks.same("still nothing left behind", 4, len(os.listdir(folder)))


def main():
    need_nix()
    command, data, checks = Command(sys.argv[1]), sys.argv[2], Checks()
    check_values(command, checks)
    check_drop_in(command, checks)
    check_package_sets(command, checks)
    check_config(command, checks)
    check_quoting(sys.argv[3], checks)
    check_hostile_tables(command, data, checks)
    check_output(command, checks)
    checks.finish()


main()
