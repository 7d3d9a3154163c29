#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""A second build of the same sources, in other directories, installs the same bytes as the first.

usage: reproducible.py --source DIR --build DIR

Sources and build are elsewhere, also relative to each other. umask, locale, time zone, home and, with faketime, the day
differ. The compiler cache is off, because it would return the first build's objects.
"""

import argparse
import filecmp
import json
import os
import pathlib
import shutil
import sys
import tempfile

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parents[1]))
from programs import MESON, run  # noqa: E402

# Meson's options that affect the result; the others are unchanged.
CORE = ("buildtype", "debug", "default_library", "optimization", "strip", "unity", "unity_size", "werror")
SECTIONS = ("base", "compiler", "directory", "user")


def options_of(build):
    """The options of a build, for another build without tests."""
    for option in json.loads(run(*MESON, "introspect", build, "--buildoptions")):
        name, value = option["name"], option["value"]
        if name in ("tests", "benchmarks"):
            value = "disabled"
        elif option["machine"] == "build" or not (option["section"] in SECTIONS or name in CORE):
            continue
        yield f"-D{name}={str(value).lower() if isinstance(value, bool) else value}"


def other_surroundings(scratch):
    home = scratch / "home"
    home.mkdir()
    changed = {"HOME": home, "LC_ALL": "tr_TR.UTF-8", "LANG": "tr_TR.UTF-8", "TZ": "Pacific/Kiritimati", "CCACHE_DISABLE": "1"}
    return os.environ | {name: str(value) for name, value in changed.items()}


def left_out(source, folder, name):
    """build*/ at the top are the build directories of `dev`; below, these are sources."""
    return name == "__pycache__" or (pathlib.Path(folder) == source and (name == ".git" or name.startswith("build")))


def build_again(source, build, scratch):
    copy, other = scratch / "elsewhere" / "sources", scratch / "made"
    shutil.copytree(source, copy, symlinks=True,
                    ignore=lambda folder, names: [name for name in names if left_out(source, folder, name)])
    surroundings = {"env": other_surroundings(scratch), "umask": 0o077}
    run(*MESON, "setup", other, copy, *options_of(build), **surroundings)
    later = ["faketime", "-f", "+400d"] if shutil.which("faketime") else []
    run(*later, "ninja", "-C", other, **surroundings)
    return other


def installed(build, folder):
    run(*MESON, "install", "-C", build, "--no-rebuild", "--quiet", "--destdir", folder)
    return {path.relative_to(folder): path for path in folder.rglob("*") if path.is_symlink() or not path.is_dir()}


def difference(one, other):
    if one.is_symlink() or other.is_symlink():
        same = one.is_symlink() and other.is_symlink() and os.readlink(one) == os.readlink(other)
        return None if same else "another link"
    if one.stat().st_mode != other.stat().st_mode:
        return f"mode {one.stat().st_mode:o} and {other.stat().st_mode:o}"
    return None if filecmp.cmp(one, other, shallow=False) else "other bytes"


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("--source", type=pathlib.Path, required=True)
    parser.add_argument("--build", type=pathlib.Path, required=True)
    options = parser.parse_args()
    with tempfile.TemporaryDirectory(prefix="cudastdenv-again-") as name:
        scratch = pathlib.Path(name)
        other = build_again(options.source, options.build, scratch)
        first, second = installed(options.build, scratch / "first"), installed(other, scratch / "second")
        wrong = [f"{path}: only in one of them" for path in sorted(first.keys() ^ second.keys())]
        for path in sorted(first.keys() & second.keys()):
            if problem := difference(first[path], second[path]):
                wrong.append(f"{path}: {problem}")
    print("\n".join(wrong) or f"{len(first)} files, and all are the same")
    return 1 if wrong or not first else 0


sys.exit(main())
