#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""Tries a wheel with an older distribution's Python and C library, in an emulator for another architecture: the module
and the command must answer as this machine's command does.

usage: try_wheel.py WHEEL COMMAND FOLDER

FOLDER keeps what is fetched. Exit codes: 0 equal, 1 different.
"""

import json
import pathlib
import platform
import re
import subprocess
import sys
import tempfile
import zipfile

ROOT = pathlib.Path(__file__).resolve().parents[2]
sys.path[:0] = [str(ROOT / "packaging"), str(ROOT / "tests" / "python")]
import debian  # noqa: E402

RELEASE, PYTHON = "bullseye", "python3.9"
PACKAGES = ["python3.9-minimal", "libpython3.9-minimal", "libpython3.9-stdlib", "libc6", "libgcc-s1", "libexpat1",
            "libffi7", "zlib1g"]
DEBIAN_ARCHITECTURES = {"x86_64": "amd64", "aarch64": "arm64"}
LOADERS = {"x86_64": "lib64/ld-linux-x86-64.so.2", "aarch64": "lib/ld-linux-aarch64.so.1"}
QUESTIONS = [
    {"command": "resolve", "cuda": "12.8", "stdenv": "debian-13"},
    {"command": "resolve", "cuda": "11.8", "stdenv": "gcc-14", "available": ""},
    {"command": "resolve", "cuda": "12.10"},
    {"command": "explain", "cuda": "12.8", "compiler": "gcc-15"},
    {"command": "flags", "cuda": "12.8", "format": "cmake", "capabilities": "8.9,9.0a"},
    {"command": "releases", "environment": "ubuntu-24.04", "capabilities": "6.1,12.0"},
    {"command": "compat", "cuda": "13.2", "driver": "535"},
    {"command": "gpu", "name": "RTX 4090"},
    {"command": "wheel", "name": "torch", "gpu": "V100"},
    {"command": "covers", "cuda": "12.8", "format": "torch", "text": "8.0;9.0+PTX", "gpu": "RTX 5090"},
    {"command": "lint", "cuda": "13.0", "text": "80-real;90a;101-real"},
    {"command": "diagnose", "text": "nvcc fatal   : Unsupported gpu architecture 'compute_120'"},
]


def as_words(question):
    """The same with the command."""
    options = [word for key, value in question.items() if key not in ("command", "compiler", "name", "text")
               for word in (f"--{key}", value)]
    nameless = [question[key] for key in ("compiler", "name", "text") if key in question]
    return [question["command"], *options, *nameless, "--json"]


def printed(*command, **options):
    done = subprocess.run([str(word) for word in command], capture_output=True, text=True, check=False, **options)
    return done.returncode, done.stdout, done.stderr


def main():
    wheel, command, folder = (pathlib.Path(argument).resolve() for argument in sys.argv[1:])
    architecture = re.search(r"_(x86_64|aarch64)\.whl$", wheel.name)[1]
    folder = folder / f"{RELEASE}-{PYTHON}-{architecture}"
    if not (root := folder / "unpacked").exists():
        root = debian.unpacked(folder, DEBIAN_ARCHITECTURES[architecture], PACKAGES, RELEASE)
    emulator = [] if architecture == platform.machine() else [f"qemu-{architecture}"]
    folders = [root / place / f"{architecture}-linux-gnu" for place in ("lib", "usr/lib")]
    loaded = [*emulator, root / LOADERS[architecture], "--library-path", ":".join(map(str, folders))]
    with tempfile.TemporaryDirectory() as scratch:
        with zipfile.ZipFile(wheel) as archive:
            archive.extractall(scratch)
        environment = {"PYTHONPATH": scratch, "PYTHONHOME": str(root / "usr"), "PYTHONDONTWRITEBYTECODE": "1"}
        code, replies, output = printed(
            *loaded, root / "usr" / "bin" / PYTHON, ROOT / "tests/python/ask_module.py", env=environment,
            input="".join(json.dumps(question) + "\n" for question in QUESTIONS))
        if code != 0:
            sys.exit(f"{wheel.name} with {PYTHON}: exit code {code}\n{output}")
        (other,) = pathlib.Path(scratch).glob("*.data/scripts/cudastdenv")
        other.chmod(0o755)
        for question, line in zip(QUESTIONS, replies.splitlines(), strict=True):
            reply, here = json.loads(line), printed(command, *as_words(question))
            there = printed(*emulator, other, *as_words(question))
            answered = json.loads(here[1]) if here[1] else None
            message = json.loads(here[2])["message"] if not here[1] else None
            if there != here or (reply["status"], reply["answer"], (reply["error"] or {}).get("message")) != (
                    here[0], answered, message):
                sys.exit(f"{wheel.name}: {question}: {line[:300]}, and not {here}")
    print(f"{wheel.name}: {len(QUESTIONS)} questions, which the module with {PYTHON} of {RELEASE} and the command "
          "answer as this machine's command does")


main()
