# SPDX-License-Identifier: MIT
"""Running the checks of the tables inside one process: a new one for each takes many times as long."""

import contextlib
import io
import pathlib
import runpy
import sys

HERE = pathlib.Path(__file__).resolve().parent
SKIPPED = 77


def run_check(script, *arguments):
    """The exit status with which a check judges; one that stumbles does not let pass."""
    before, sys.argv = sys.argv, [str(script), *map(str, arguments)]
    try:
        with contextlib.redirect_stdout(io.StringIO()):
            runpy.run_path(str(script), run_name="__main__")
    except SystemExit as end:
        return int(end.code or 0)
    except Exception:  # whatever the tables made it do
        return 1
    finally:
        sys.argv = before
    return 0


def first_to_notice(checks, directory):
    """The name of the first check that fails on the folder, or None; SKIPPED where one cannot run."""
    for name in checks:
        status = run_check(HERE / f"check_{name}.py", directory)
        if status:
            return SKIPPED if status == SKIPPED else name
    return None
