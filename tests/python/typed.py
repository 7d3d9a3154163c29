#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""mypy --strict and pyright have nothing to say of the module, of programs that use it, and of what those must not do.

usage: typed.py PACKAGE FOLDER FILE...

FOLDER holds the tools, which PyPI has.
"""

import json
import os
import pathlib
import sys
import tempfile

import pypi

TOOLS = ["mypy", "basedpyright"]  # pyright's own package fetches pyright from elsewhere


def main():
    package, folder, *files = (pathlib.Path(argument).resolve() for argument in sys.argv[1:])
    bin_folder = pypi.environment(folder, TOOLS)
    with tempfile.TemporaryDirectory() as scratch:
        settings = pathlib.Path(scratch) / "pyrightconfig.json"
        settings.write_text(json.dumps({
            "include": [str(path) for path in [package, *files]], "extraPaths": [str(package.parent)],
            "typeCheckingMode": "strict", "pythonVersion": "3.9", "reportUnusedExpression": False,
        }), encoding="utf-8")
        environment = os.environ | {"MYPYPATH": str(package.parent)}
        print(pypi.run(bin_folder / "mypy", "--strict", "--cache-dir", pathlib.Path(scratch) / "cache", package, *files,
                       env=environment))
        print(pypi.run(bin_folder / "basedpyright", "--project", settings))


main()
