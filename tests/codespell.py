#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""Runs codespell on pages, data and sources. Skipped (77) without codespell.

usage: codespell.py ROOT
"""

import shutil
import subprocess
import sys

SKIPPED = 77
PATHS = ("README.md", "docs", "data", "src", "include")
# Rust's crate, more than one Debian, Nix's deriver, parts of names in C++ and roff.
WORDS = ("cant", "couldnt", "crate", "debians", "deriver", "doesnt", "isnt", "nd", "nin", "te", "usefulfor", "wont")
# The texts of tools, many in other languages, and NVIDIA's names.
TEXTS = r'"text": ".*"'
NAMES = "data/api.json"


def main():
    if not shutil.which("codespell"):
        print("codespell is not installed")
        return SKIPPED
    arguments = ["--ignore-words-list", ",".join(WORDS), "--ignore-regex", TEXTS, "--skip", NAMES]
    return int(subprocess.run(["codespell", *arguments, *PATHS], cwd=sys.argv[1], check=False).returncode != 0)


sys.exit(main())
