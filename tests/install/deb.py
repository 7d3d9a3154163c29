#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""Builds the Debian packages on this machine, if it is a Debian, runs lintian, and uses their contents.

usage: deb.py --source DIR --folder DIR

The build's own tests are skipped, because they run here anyway. tests/roots/debian.py does all of it, in fresh Debians.
The packages are made in FOLDER, always the same one, so that a compiler cache works.
"""

import argparse
import os
import pathlib
import shutil
import sys

import lintian_tags

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parents[1]))
from programs import run  # noqa: E402

SKIPPED = 77
TOOLS = ("git", "dpkg-buildpackage", "dh", "lintian")
RESOLVE = ("resolve", "--cuda", "12.8", "--stdenv", "debian-13", "--print", "host-compiler")


def skip(why):
    print(f"skipped: {why}")
    sys.exit(SKIPPED)


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("--source", type=pathlib.Path, required=True)
    parser.add_argument("--folder", type=pathlib.Path, required=True)
    options = parser.parse_args()
    if absent := [tool for tool in TOOLS if not shutil.which(tool)]:
        skip(f"there is no {' or '.join(absent)}")
    if "ID=debian\n" not in pathlib.Path("/etc/os-release").read_text(encoding="utf-8"):
        skip("this is no Debian")
    if not (options.source / ".git").exists():
        skip("these sources are no checkout of git")
    shutil.rmtree(options.folder, ignore_errors=True)
    cached = f"/usr/lib/ccache:{os.environ['PATH']}" if shutil.which("ccache") else os.environ["PATH"]
    run(options.source / "packaging/deb.sh", options.folder, "--build-profiles=nocheck",
        env=os.environ | {"DEB_BUILD_OPTIONS": "nocheck", "PATH": cached})
    wrong = list(lintian_tags.complaints(run(*lintian_tags.COMMAND, next(options.folder.glob("*.changes")))))
    root = options.folder / "root"
    packages = sorted(options.folder.glob("*.deb"))
    for package in packages:
        run("dpkg-deb", "--extract", package, root)
    answer = run(root / "usr/bin/cudastdenv", *RESOLVE).strip()
    if answer != "gcc-14":
        wrong.append(f"the command in the package answers {answer!r}")
    print("\n".join(wrong) or f"{len(packages)} packages, and nothing wrong")
    return 1 if wrong else 0


sys.exit(main())
