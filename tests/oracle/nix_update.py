#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""`nix update` on checkouts in every layout and many styles: the rows of a removed release return, errors are found and
fixed, and no other line changes. Nix evaluates the files. Skipped (77) without Nix.

usage: nix_update.py COMMAND [SEEDS]
"""

import concurrent.futures
import copy
import difflib
import json
import os
import pathlib
import random
import stat
import subprocess
import sys
import tempfile

from nix import STUB_LIB, Checks, Command, evaluate, need_nix
from nix_files import LAYOUTS, Style, number, write

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parents[1]))
from answer_schemas import read_answer  # noqa: E402


def evaluated(folder, layout):
    """Both tables, as Nix reads them; a list by its capabilities."""
    nvcc, cuda = (folder / path for path in LAYOUTS[layout])
    tables = evaluate(f"""let lib = {STUB_LIB}; f = import {cuda}; in {{
      nvcc = import {nvcc};
      cuda = if builtins.isFunction f then f (builtins.intersectAttrs (builtins.functionArgs f) {{ inherit lib; cudaData = null; }}) else f;
    }}""")
    nvcc, cuda = tables["nvcc"], tables["cuda"]
    if isinstance(cuda, list):
        cuda = {row["computeCapability"]: row for row in cuda}
    return nvcc.get("nvccCompatibilities", nvcc), cuda.get("cudaCapabilityToInfo", cuda)


def texts(folder, layout):
    return [(folder / path).read_bytes().decode() for path in LAYOUTS[layout]]


def only_added(before, after):
    """The new lines, if no other line changed; otherwise None."""
    before, after = before.splitlines(True), after.splitlines(True)
    new = []
    for kind, begin, end, first, last in difflib.SequenceMatcher(None, before, after, autojunk=False).get_opcodes():
        if kind in ("delete", "replace"):
            return None
        if kind == "insert":
            new += after[first:last]
    return new


class Rows:
    def __init__(self, command):
        exact = command.json("nix", "nvcc", "--nixpkgs-exact", "--plain")["nvccCompatibilities"]
        self.nvcc = exact
        self.cuda = command.json("nix", "cuda")["cudaCapabilityToInfo"]

    def of_release(self, release):
        """The capabilities that nixpkgs has since this release."""
        return [key for key, row in self.cuda.items() if row["minCudaMajorMinorVersion"] == release]


def check_release(command, rows, layout, style_seed, release):
    checks = Checks()
    what = f"{layout}, style {style_seed}, {release}"
    with tempfile.TemporaryDirectory() as name:
        folder = pathlib.Path(name)
        write(folder, layout, rows.nvcc, rows.cuda, Style(style_seed))
        whole = evaluated(folder, layout)
        nvcc = {key: row for key, row in rows.nvcc.items() if key != release}
        brought = rows.of_release(release)
        cuda = {key: row for key, row in rows.cuda.items() if key not in brought}
        write(folder, layout, nvcc, cuda, Style(style_seed))
        before = texts(folder, layout)
        checks.same(f"{what}: --check", 1, command.run("nix", "update", "--check", "--release", release, folder).returncode)
        dry = subprocess.run([command.path, "nix", "update", "--dry-run", "--release", release, name], check=False,
                             capture_output=True)
        checks.same(f"{what}: --dry-run writes nothing", before, texts(folder, layout))
        done = command.run("nix", "update", "--release", release, folder)
        checks.same(f"{what}: exit", (0, ""), (done.returncode, done.stderr))
        checks.same(f"{what}: values", whole, evaluated(folder, layout))
        after = texts(folder, layout)
        for old, new in zip(before, after):
            added = only_added(old, new)
            checks.need(f"{what}: other lines changed:\n{''.join(difflib.unified_diff(old.splitlines(True), new.splitlines(True)))}",
                        added is not None and len(added) <= 14 * (1 + len(brought)) or Style(style_seed).one_line)
        # `patch` applies the output of --dry-run with the same result.
        for path, text in zip(LAYOUTS[layout], before):
            (folder / path).write_bytes(text.encode())
        subprocess.run(["patch", "--binary", "-s", "-p1", "-d", name], input=dry.stdout, check=True)
        checks.same(f"{what}: the diff makes the same", after, texts(folder, layout))
        again = command.run("nix", "update", "--check", "--release", release, folder)
        checks.same(f"{what}: nothing more to do", 0, again.returncode)
    return checks


def spoil(rows, chance):
    """An error in the rows: a description, and whether it is in a known field."""
    nvcc, cuda = copy.deepcopy(rows.nvcc), copy.deepcopy(rows.cuda)
    release, capability = chance.choice(sorted(nvcc)), chance.choice(sorted(cuda))
    family, end = chance.choice(["gcc", "clang"]), chance.choice(["min", "max"]) + "MajorVersion"
    majors = nvcc[release][family]
    kind = chance.choice(["bound", "swap", "zero", "row", "capability", "first", "last", "jetson", "architecture"])
    if kind == "bound":
        majors[end] = str(int(majors[end]) + chance.choice([-1, 1]))
    elif kind == "swap":
        nvcc[release]["gcc"], nvcc[release]["clang"] = nvcc[release]["clang"], nvcc[release]["gcc"]
    elif kind == "zero":
        majors[end] = "0" + majors[end]
    elif kind == "row":
        del nvcc[release]
    elif kind == "capability":
        del cuda[capability]
    elif kind == "first":
        cuda[capability]["minCudaMajorMinorVersion"] = "11.9"
    elif kind == "last":
        cuda[capability]["maxCudaMajorMinorVersion"] = "13.1"
    elif kind == "jetson":
        cuda[capability]["isJetson"] = not cuda[capability]["isJetson"]
    else:
        cuda[capability]["archName"] = "Kelper"
    return f"{kind} {release} {capability} {family} {end}", nvcc, cuda


def check_spoilt(command, rows, layout, seed):
    checks = Checks()
    chance = random.Random(seed)
    what, nvcc, cuda = spoil(rows, chance)
    style_seed = chance.choice([None, seed])
    what = f"{layout}, {what}, style {style_seed}"
    with tempfile.TemporaryDirectory() as name:
        folder = pathlib.Path(name)
        write(folder, layout, rows.nvcc, rows.cuda, Style(style_seed))
        command.run("nix", "update", "--fix", "all", folder)  # what nixpkgs does not have yet
        whole = evaluated(folder, layout)
        write(folder, layout, nvcc, cuda, Style(style_seed))
        checks.same(f"{what}: seen", 1, command.run("nix", "update", "--check", folder).returncode)
        done = command.run("nix", "update", "--fix", "all", folder)
        checks.same(f"{what}: exit", (0, ""), (done.returncode, done.stderr))
        checks.same(f"{what}: mended", whole, evaluated(folder, layout))
    return checks


def check_broken(command, rows, checks):
    """Errors that Nix rejects before they are fixed."""
    with tempfile.TemporaryDirectory() as name:
        folder = pathlib.Path(name)
        write(folder, "bootstrap", rows.nvcc, rows.cuda)
        file = folder / LAYOUTS["bootstrap"][1]
        command.run("nix", "update", folder)
        whole, text = evaluated(folder, "bootstrap"), file.read_text(encoding="utf-8")
        for lost in ('archName = "Hopper";', 'minCudaMajorMinorVersion = "12.0";'):
            file.write_text(text.replace(lost, "", 1), encoding="utf-8")
            done = command.run("nix", "update", folder)
            checks.same(f"without {lost}: exit 3, one line", (3, "", 1), (done.returncode, done.stdout, done.stderr.count("\n")))
            done = command.run("nix", "update", "--fix", "all", folder)
            checks.same(f"without {lost}: mended", (0, ""), (done.returncode, done.stderr))
            checks.same(f"without {lost}: values", whole, evaluated(folder, "bootstrap"))
        spoilt = text.replace("isJetson = true", "isJetsn = true", 1)
        file.write_text(spoilt, encoding="utf-8")
        done = command.run("nix", "update", "--fix", "all", folder)
        checks.same("a misspelt attribute", (3, ""), (done.returncode, done.stdout))
        checks.need(f"is named: {done.stderr}", "isJetsn" in done.stderr)
        checks.same("and nothing is written", spoilt, file.read_text(encoding="utf-8"))


def check_files(command, rows, checks):
    """Modes, links, and a checkout that cannot be written."""
    with tempfile.TemporaryDirectory() as name, tempfile.TemporaryDirectory() as elsewhere:
        folder = pathlib.Path(name)
        write(folder, "bootstrap", rows.nvcc, rows.cuda)
        nvcc, cuda = (folder / path for path in LAYOUTS["bootstrap"])
        nvcc.chmod(0o640)
        moved = folder / "elsewhere.nix"
        cuda.rename(moved)
        cuda.symlink_to(os.path.relpath(moved, cuda.parent))
        done = command.run("nix", "update", "--json", folder)
        answer = read_answer("nixUpdate", done.stdout)
        checks.same("written", (0, True, True), (done.returncode, answer["written"], answer["settled"]))
        checks.same("its mode", 0o640, stat.S_IMODE(nvcc.stat().st_mode))
        checks.need("the link stays", cuda.is_symlink() and "10.7" in moved.read_text(encoding="utf-8"))
        before = nvcc.stat().st_mtime_ns
        checks.same("again", (0, "nothing to do: the checkout says what the tables say\n"),
                    (lambda d: (d.returncode, d.stdout))(command.run("nix", "update", folder)))
        checks.same("the file is left alone", before, nvcc.stat().st_mtime_ns)

        outside = pathlib.Path(elsewhere) / "cuda.nix"
        moved.rename(outside)
        cuda.unlink()
        cuda.symlink_to(outside)
        done = command.run("nix", "update", folder)
        checks.same("a link that leads out", (3, "", 1), (done.returncode, done.stdout, done.stderr.count("\n")))
        checks.same("nothing beside them", {"nvcc.nix", "cuda.nix"}, set(os.listdir(nvcc.parent)))


def check_notes(command, rows, checks):
    for layout, words in (("bootstrap", ["cuda-packages.nix", "mkCudaPackages", "redistrib_13."]),
                          ("flat", ["all-packages.nix", "cudaVersionMap", "feature_13."])):
        with tempfile.TemporaryDirectory() as name:
            folder = pathlib.Path(name)
            write(folder, layout, rows.nvcc, rows.cuda)
            done = command.run("nix", "update", "--notes", folder)
            checks.same(f"{layout}: exit", 0, done.returncode)
            for word in [*words, "cudaPackages_13_4", "pkgsForCudaArch.sm_107f", "Release notes", "To be decided",
                         "dontDefaultAfterCudaMajorMinorVersion", "TensorRT"]:
                checks.need(f"{layout}: {word} in\n{done.stdout}", word in done.stdout)
            checks.need("no default is made of what nixpkgs left out", "8.8" not in evaluated(folder, layout)[1])


def main():
    need_nix("patch")
    command, checks = Command(sys.argv[1]), Checks()
    seeds = int(sys.argv[2]) if len(sys.argv) > 2 else 24
    rows = Rows(command)
    check_broken(command, rows, checks)
    check_files(command, rows, checks)
    check_notes(command, rows, checks)
    releases = [key for key in sorted(rows.nvcc, key=number) if number(key) >= (11, 0, "")]
    chance = random.Random(1)
    jobs = []
    for layout in LAYOUTS:
        removable = releases if layout != "chain" else releases[-1:]  # otherwise another row refers to it
        few = removable if seeds > 100 else chance.sample(removable, min(4, len(removable)))
        jobs += [(check_release, layout, style, release) for release in few for style in (None, chance.randrange(10**6))]
        jobs += [(check_spoilt, layout, chance.randrange(10**6)) for _ in range(seeds // len(LAYOUTS))]
    with concurrent.futures.ThreadPoolExecutor(os.cpu_count()) as pool:
        for one in pool.map(lambda job: job[0](command, rows, *job[1:]), jobs):
            checks.done += one.done
            checks.failed += one.failed
    checks.finish()


main()
