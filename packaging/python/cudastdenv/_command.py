# SPDX-License-Identifier: MIT
"""The command that is installed with this module. It examines the machine, which the library never does."""

from __future__ import annotations

import importlib.metadata
import json
import pathlib
import shutil
import subprocess
from typing import Any, Dict, Iterator

from ._errors import Failure, raise_problem

NAME = "cudastdenv"


def _places() -> Iterator[pathlib.Path]:
    try:
        for file in importlib.metadata.files(NAME) or []:
            if file.name == NAME and file.parent.name == "bin":
                yield pathlib.Path(str(file.locate()))
    except importlib.metadata.PackageNotFoundError:
        pass
    # `pip install --target` moves the command there after recording its place.
    yield pathlib.Path(__file__).resolve().parents[1] / "bin" / NAME
    if on_path := shutil.which(NAME):
        yield pathlib.Path(on_path)


def path() -> str:
    """The path of the command."""
    for place in _places():
        if place.is_file():
            return str(place)
    raise Failure(f"the command {NAME} is not there: neither where it was installed with this module, nor on PATH")


def detected() -> Dict[str, Any]:
    """The output of `cudastdenv detect --json` on this machine."""
    command = path()
    try:
        done = subprocess.run([command, "detect", "--json"], stdin=subprocess.DEVNULL, capture_output=True, check=False)
    except OSError as error:
        raise Failure(f"{command} cannot be run: {error.strerror}") from error
    try:
        printed: Dict[str, Any] = json.loads(done.stdout or done.stderr)
    except ValueError as error:
        raise Failure(f"{command} detect --json: exit code {done.returncode}, and no JSON") from error
    if "exitStatus" in printed:
        raise_problem(printed["exitStatus"], printed)
    return printed
