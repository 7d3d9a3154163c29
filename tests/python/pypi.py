# SPDX-License-Identifier: MIT
"""Tools from PyPI, in their own directory."""

import pathlib
import subprocess
import sys
import venv

SKIPPED = 77


def environment(folder, packages):
    """The programs of an environment with these packages, made once; if that fails, the test is skipped."""
    folder = pathlib.Path(folder)
    complete = folder / "complete"
    if not complete.exists() or complete.read_text(encoding="utf-8") != " ".join(packages):
        try:
            venv.create(folder, with_pip=True, clear=True)
            subprocess.run([folder / "bin" / "python", "-m", "pip", "install", "--quiet", "--upgrade", *packages],
                           check=True, stdin=subprocess.DEVNULL)
        except (OSError, subprocess.CalledProcessError) as error:
            print(f"skipped: {error}")
            sys.exit(SKIPPED)
        complete.write_text(" ".join(packages), encoding="utf-8")
    return folder / "bin"
