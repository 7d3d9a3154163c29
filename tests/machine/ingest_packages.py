#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""Every wheel of NVIDIA's with the header or the compiler agrees with the tables. So does every meta package
cuda-toolkit, which also has the releases without a new nvcc.

usage: ingest_packages.py CUDASTDENV [FOLDER]

Downloads into FOLDER what is missing there; without FOLDER, into a temporary directory.
"""

import json
import pathlib
import re
import shutil
import subprocess
import sys
import tempfile

META_PACKAGE = "cuda-toolkit"
# A permanent error: the release whose meta package pins the parts of another one.
KNOWN_WRONG = {"12.5.1": "12.5.1: nvcc is 12.5.40 here, 12.5.82 in the tables"}
PACKAGES = ("nvidia-cuda-nvcc-cu11", "nvidia-cuda-nvcc-cu12", "nvidia-cuda-nvcc", "nvidia-cuda-crt")
PLATFORMS = ("manylinux1_x86_64", "manylinux2010_x86_64", "manylinux2014_x86_64", "manylinux_2_17_x86_64")
SKIPPED = 77


# Debian's Python has pip only if its package is installed.
PIP = [shutil.which("pip")] if shutil.which("pip") else [sys.executable, "-m", "pip"]


def pip(*arguments):
    return subprocess.run([*PIP, "--disable-pip-version-check", *arguments], capture_output=True, text=True,
                          timeout=1800)


def versions(package):
    listing = pip("index", "versions", package)
    found = re.search(r"^Available versions: (.*)$", listing.stdout, re.MULTILINE)
    return found[1].split(", ") if found else []


def download(package, version, folder):
    if any(folder.glob(f"{package.replace('-', '_')}-{version}-*.whl")):
        return True
    platforms = [option for platform in PLATFORMS for option in ("--platform", platform)]
    done = pip("download", "--no-deps", "--only-binary", ":all:", "--python-version", "3.11", "--quiet", *platforms,
               "--dest", str(folder), f"{package}=={version}")
    if done.returncode != 0:
        print(f"{package} {version}: {done.stderr.strip()}")
    return done.returncode == 0


def check_meta_packages(command, folder):
    """How many differ from the tables, or could not be fetched."""
    known = versions(META_PACKAGE)
    wrong = sum(not download(META_PACKAGE, version, folder) for version in known)
    result = subprocess.run([command, "ingest", "--all", "--json", folder], capture_output=True, text=True, timeout=1800)
    toolkits = json.loads(result.stdout)["toolkits"]
    for toolkit in toolkits:
        output = [problem["message"] for problem in toolkit["problems"] + toolkit["differences"]]
        expected = [KNOWN_WRONG[release] for release in toolkit["releases"] if release in KNOWN_WRONG]
        if output != expected:
            print(f"{toolkit['path']}: {output}")
            wrong += 1
    print(f"{len(toolkits)} meta packages, {wrong} wrong")
    return wrong if len(toolkits) == len(known) else wrong + 1


def check(command, folder):
    meta_packages, wheels = folder / META_PACKAGE, folder / "wheels"
    for part in (meta_packages, wheels):
        part.mkdir(exist_ok=True)
    missing = 0
    for package in PACKAGES:
        known = versions(package)
        if not known:
            print(f"{package}: no package index is reached")
            return SKIPPED
        missing += sum(not download(package, version, wheels) for version in known)
    missing += check_meta_packages(command, meta_packages)
    result = subprocess.run([command, "ingest", "--all", wheels], capture_output=True, text=True, timeout=1800)
    print(result.stdout, result.stderr)
    return 1 if missing else result.returncode


def main(command, folder=None):
    if folder:
        return check(command, pathlib.Path(folder))
    with tempfile.TemporaryDirectory(prefix="cudastdenv-wheels-") as scratch:
        return check(command, pathlib.Path(scratch))


sys.exit(main(*sys.argv[1:]))
