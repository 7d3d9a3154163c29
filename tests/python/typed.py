#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""mypy --strict and pyright find no errors in the module and in programs that use it, and the expected errors in wrong
programs; vermin finds nothing that pyproject.toml's oldest Python lacks.

usage: typed.py PROJECT PACKAGE FOLDER FILE...

FOLDER has the tools from PyPI.
"""

import json
import os
import pathlib
import re
import sys
import tempfile

import pypi

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parents[1]))
from programs import run  # noqa: E402

TOOLS = ["mypy", "vermin", "basedpyright"]  # pyright's own package fetches pyright from elsewhere


def main():
    project, package, folder, *files = (pathlib.Path(argument).resolve() for argument in sys.argv[1:])
    bin_folder = pypi.environment(folder, TOOLS)
    about = (project / "pyproject.toml").read_text(encoding="utf-8")
    (oldest,) = re.findall(r"^requires-python = '>=([\d.]+)'$", about, re.MULTILINE)
    print(run(bin_folder / "vermin", f"--target={oldest}-", "--violations", *package.glob("*.py"),
              project / "packaging" / "python" / "questions.py"))
    with tempfile.TemporaryDirectory() as scratch:
        settings = pathlib.Path(scratch) / "pyrightconfig.json"
        settings.write_text(json.dumps({
            "include": [str(path) for path in [package, *files]], "extraPaths": [str(package.parent)],
            "typeCheckingMode": "strict", "pythonVersion": "3.9", "reportUnusedExpression": False,
        }), encoding="utf-8")
        environment = os.environ | {"MYPYPATH": str(package.parent)}
        print(run(bin_folder / "mypy", "--strict", "--cache-dir", pathlib.Path(scratch) / "cache", package, *files,
                  env=environment))
        print(run(bin_folder / "basedpyright", "--project", settings))


main()
