#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""Every wheel of NVIDIA's that has the header or the compiler says what the tables say.

usage: ingest_packages.py CUDASTDENV [FOLDER]

Downloads into FOLDER what it does not have yet; without it, into a temporary one.
"""

import pathlib
import re
import shutil
import subprocess
import sys
import tempfile

PACKAGES = ("nvidia-cuda-nvcc-cu11", "nvidia-cuda-nvcc-cu12", "nvidia-cuda-nvcc", "nvidia-cuda-crt")
PLATFORMS = ("manylinux1_x86_64", "manylinux2010_x86_64", "manylinux2014_x86_64", "manylinux_2_17_x86_64")
SKIPPED = 77


# Debian's own Python has no pip unless it was asked for.
PIP = [shutil.which("pip")] if shutil.which("pip") else [sys.executable, "-m", "pip"]


def pip(*arguments):
    return subprocess.run([*PIP, "--disable-pip-version-check", *arguments], capture_output=True, text=True,
                          timeout=1800)


def versions(package):
    listing = pip("index", "versions", package)
    found = re.search(r"^Available versions: (.*)$", listing.stdout, re.MULTILINE)
    return found[1].split(", ") if found else []


def download(package, version, folder):
    if any(folder.glob(f"{package.replace('-', '_')}-{version}-*x86_64.whl")):
        return True
    platforms = [option for platform in PLATFORMS for option in ("--platform", platform)]
    done = pip("download", "--no-deps", "--only-binary", ":all:", "--python-version", "3.11", "--quiet", *platforms,
               "--dest", str(folder), f"{package}=={version}")
    if done.returncode != 0:
        print(f"{package} {version}: {done.stderr.strip()}")
    return done.returncode == 0


def check(command, folder):
    missing = 0
    for package in PACKAGES:
        known = versions(package)
        if not known:
            print(f"{package}: no package index is reached")
            return SKIPPED
        missing += sum(not download(package, version, folder) for version in known)
    result = subprocess.run([command, "ingest", "--all", folder], capture_output=True, text=True, timeout=1800)
    print(result.stdout, result.stderr)
    return 1 if missing else result.returncode


def main(command, folder=None):
    if folder:
        return check(command, pathlib.Path(folder))
    with tempfile.TemporaryDirectory(prefix="cudastdenv-wheels-") as scratch:
        return check(command, pathlib.Path(scratch))


sys.exit(main(*sys.argv[1:]))
