#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""Runs an example and compares what it prints.

usage: check.py [--json] EXPECTED PROGRAM [ARGUMENT...]

With --json only the host compiler of the answer is compared.
"""

import json
import pathlib
import subprocess
import sys

arguments = sys.argv[1:]
as_json = arguments[0] == "--json"
expected, *command = arguments[1:] if as_json else arguments
printed = subprocess.run(command, capture_output=True, text=True, check=True).stdout
if as_json:
    printed = json.loads(printed)["answer"]["hostCompiler"]["compiler"] + "\n"
if printed != pathlib.Path(expected).read_text(encoding="utf-8"):
    sys.exit(f"{' '.join(command)} printed\n{printed}")
