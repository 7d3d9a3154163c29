# SPDX-License-Identifier: MIT
"""Runs the checks of the tables in one process, which is many times faster than one for each."""

import contextlib
import io
import pathlib
import runpy
import sys

HERE = pathlib.Path(__file__).resolve().parent
SKIPPED = 77


def run_check(script, *arguments):
    """The exit status of a check; an exception is a failure."""
    before, sys.argv = sys.argv, [str(script), *map(str, arguments)]
    try:
        with contextlib.redirect_stdout(io.StringIO()):
            runpy.run_path(str(script), run_name="__main__")
    except SystemExit as end:
        return int(end.code or 0)
    except Exception:  # any error that the tables cause
        return 1
    finally:
        sys.argv = before
    return 0


def first_to_notice(checks, directory):
    """The name of the first check that fails on the directory, or None; SKIPPED if one cannot run."""
    for name in checks:
        status = run_check(HERE / f"check_{name}.py", directory)
        if status:
            return SKIPPED if status == SKIPPED else name
    return None
