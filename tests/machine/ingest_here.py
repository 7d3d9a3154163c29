#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""The toolkit of this machine agrees with the tables, its programs included.

usage: ingest_here.py CUDASTDENV
"""

import pathlib
import shutil
import subprocess
import sys

SKIPPED = 77


def main(command):
    nvcc = shutil.which("nvcc")
    if not nvcc:
        print("no nvcc on PATH")
        return SKIPPED
    root = pathlib.Path(nvcc).resolve().parent.parent
    # Debian's nvcc is a script in /usr/bin.
    if not any((root / place).exists() for place in ("include/crt/host_config.h", "include/cuda_runtime_api.h")):
        print(f"no toolkit in {root}")
        return SKIPPED
    result = subprocess.run([command, "ingest", "--run", root], capture_output=True, text=True, timeout=1200)
    print(result.stdout, result.stderr)
    return result.returncode


sys.exit(main(*sys.argv[1:]))
