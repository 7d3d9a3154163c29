#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""The steps in docs/nix.md from a wheel to a pull request: every command, in order, on a checkout that lacks the
release. Skipped (77) without Nix.

usage: nix_walk.py COMMAND ROOT
"""

import json
import os
import pathlib
import re
import shutil
import subprocess
import sys
import tempfile

from nix import Checks, Command, need_nix
from nix_files import LAYOUTS, write

RELEASE, NVCC = "13.2", "13.2.78"
SECTION = re.compile(r"^## A new CUDA release in nixpkgs.*?(?=^## )", re.MULTILINE | re.DOTALL)
STEP = re.compile(r"^ *```sh\n(.*?)^ *```$", re.MULTILINE | re.DOTALL)
LOG = ("/nix/store/x-cuda_nvcc-12.8.93/include/crt/host_config.h:143:2: error: #error -- unsupported GNU version! gcc "
       "versions later than 14 are not supported!\n")
# Exit codes that are not 0: something differs, something is found.
EXPECTED = {"nix diff": 1, "nix audit": 1, "ingest": 1}


def lay_out(command, root, folder):
    """A checkout without the release, a wheel, a manifest, and a fake of `nix log`."""
    nvcc = command.json("nix", "nvcc", "--nixpkgs-exact", "--plain")["nvccCompatibilities"]
    cuda = command.json("nix", "cuda")["cudaCapabilityToInfo"]
    write(folder / "src/nixpkgs", "bootstrap", {key: row for key, row in nvcc.items() if key != RELEASE}, cuda)
    header = folder / "wheel/nvidia/cu13/include/crt/host_config.h"
    header.parent.mkdir(parents=True)
    shutil.copy(root / "tests/golden/ingest/gcc-15.h", header)
    metadata = folder / f"wheel/nvidia_cuda_crt-{NVCC}.dist-info/METADATA"
    metadata.parent.mkdir()
    metadata.write_text(f"Metadata-Version: 2.1\nName: nvidia-cuda-crt\nVersion: {NVCC}\n", encoding="utf-8")
    archive = {"relative_path": "cuda_nvcc/a.tar.xz", "sha256": "0" * 64, "md5": "0" * 32, "size": "1"}
    package = {"name": "CUDA NVCC", "license": "CUDA Toolkit", "version": "13.2.86"}
    package |= {system: archive for system in ("linux-x86_64", "linux-sbsa", "windows-x86_64")}
    (folder / "redistrib_13.2.2.json").write_text(
        json.dumps({"release_date": "2026-07-16", "release_label": "13.2.2", "release_product": "cuda",
                    "cuda_nvcc": package}), encoding="utf-8")
    programs = folder / "bin"
    programs.mkdir()
    (programs / "cudastdenv").symlink_to(pathlib.Path(command.path).resolve())
    (programs / "nix").write_text(f"#!/bin/sh\nprintf '%s' '{LOG}'\n", encoding="utf-8")
    (programs / "nix").chmod(0o755)
    return programs


def check_release_of_today(command, root, checks):
    """An unknown release: from NVIDIA's wheel into the tables, and from these into the checkout."""
    with tempfile.TemporaryDirectory() as name:
        folder = pathlib.Path(name)
        lay_out(command, root, folder)
        header = folder / "wheel/nvidia/cu13/include/crt/host_config.h"
        header.write_text(header.read_text(encoding="utf-8").replace("__GNUC__ > 15", "__GNUC__ > 17"), encoding="utf-8")
        metadata = next(folder.glob("wheel/*.dist-info/METADATA"))
        metadata.write_text(metadata.read_text(encoding="utf-8").replace(NVCC, "98.7.20"), encoding="utf-8")
        data = folder / "data"
        shutil.copytree(root / "data", data)
        checkout = folder / "src/nixpkgs"
        command.run("nix", "update", checkout)
        done = command.run("ingest", "--cuda", "98.7.0", "--write", data, folder / "wheel")
        checks.same(f"ingest: {done.stderr[:300]}", 0, done.returncode)
        done = command.run("nix", "update", "--data", data, "--dry-run", checkout)
        checks.same("an update with it", 0, done.returncode)
        added = [line[1:].strip() for line in done.stdout.splitlines() if line.startswith("+") and line[1:].strip()]
        for line in ('"98.7" = {', 'maxMajorVersion = "17";',
                     "# https://pypi.org/project/nvidia-cuda-crt/98.7.20/"):
            checks.need(f"{line} in {added}", line in added)
        checks.need("its TensorRT is asked about", "TensorRT for CUDA 98.7" in done.stderr)


def main():
    need_nix()
    command, checks = Command(sys.argv[1]), Checks()
    root = pathlib.Path(sys.argv[2]).resolve()
    section = SECTION.search((root / "docs/nix.md").read_text(encoding="utf-8"))[0]
    lines = [line.strip() for block in STEP.findall(section) for line in block.splitlines() if line.strip()]
    checks.need("the walk has its steps", len(lines) >= 12)
    with tempfile.TemporaryDirectory() as name:
        folder = pathlib.Path(name)
        programs = lay_out(command, root, folder)
        environment = dict(os.environ, HOME=name, PATH=f"{programs}:{os.environ['PATH']}")
        printed = {}
        for line in lines:
            done = subprocess.run(["bash", "-o", "pipefail", "-c", line], cwd=name, env=environment, capture_output=True,
                                  text=True, stdin=subprocess.DEVNULL, timeout=600, check=False)
            printed[line] = done.stdout
            subject = line.split("cudastdenv ", 1)[1]
            expected = next((code for words, code in EXPECTED.items() if subject.startswith(words)), 0)
            checks.same(f"{line}: {done.stderr[:300]}", expected, done.returncode)
            checks.need(f"{line}: no answer", done.stdout or "--check" in line or " -o " in line)
        texts = {words: text for line, text in printed.items() for words in [line.split("cudastdenv ", 1)[1]]}
        checks.need("the diff adds the release",
                    '+    "13.2" = {' in texts["nix update --dry-run --release 13.2 ~/src/nixpkgs"])
        checks.need("the edit is made", '"13.2" = {' in (folder / "src/nixpkgs" / LAYOUTS["bootstrap"][0]).read_text(encoding="utf-8"))
        checks.need("the notes name the set",
                    "cudaPackages_13_2" in texts["nix update --notes --release 13.2 ~/src/nixpkgs"])
        checks.need("the log is understood", "gcc-too-new" in texts["diagnose --for nix"])
    check_release_of_today(command, root, checks)
    checks.finish()


main()
