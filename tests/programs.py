# SPDX-License-Identifier: MIT
"""How tests start the programs that they are made of."""

import os
import shlex
import subprocess
import sys

# The Meson that runs this test; it need not be on PATH.
MESON = shlex.split(os.environ.get("MESONINTROSPECT", "meson introspect"))[:-1]


def run(*command, **options):
    """What a program prints, both streams; anything but exit code 0 ends the test."""
    command = [str(part) for part in command]
    done = subprocess.run(command, stdin=subprocess.DEVNULL, stdout=subprocess.PIPE, stderr=subprocess.STDOUT,
                          text=True, check=False, **options)
    if done.returncode != 0:
        sys.exit(f"{shlex.join(command)}: exit code {done.returncode}\n{done.stdout}")
    return done.stdout
