# SPDX-License-Identifier: MIT
"""The GPU code in files, as NVIDIA's cuobjdump and as `covers FILE --json` list it."""

import collections
import json
import os
import pathlib
import re
import shutil
import subprocess
import sys

FORMS = {"elf": "cubin", "ptx": "ptx", "nvvm": "lto-ir"}
TOOL = "CUDASTDENV_CUOBJDUMP"  # its path, if it is not on PATH

Code = collections.namedtuple("Code", "form architecture ptx compressed debug")


def find_cuobjdump():
    """None: not found."""
    return os.environ.get(TOOL) or shutil.which("cuobjdump")


def cuobjdump_from_pypi(folder):
    """Installs the newest one into a folder; None: it cannot be had."""
    done = subprocess.run([sys.executable, "-m", "pip", "install", "--quiet", "--no-deps", "--target", folder,
                           "nvidia-cuda-cuobjdump"], capture_output=True, text=True, timeout=600, check=False)
    found = next(pathlib.Path(folder).glob("nvidia/*/bin/cuobjdump"), None)
    if done.returncode != 0 or not found:
        return None
    found.chmod(0o755)
    return str(found)


class Listing:
    """What cuobjdump prints for a file: the number of each Code, and whether it failed on the way."""

    def __init__(self, tool, path):
        # Without -all, it omits the relocatable code of a linked file.
        done = subprocess.run([tool, "-all", path], capture_output=True, text=True, errors="replace", timeout=1800,
                              check=False)
        self.failed = done.returncode != 0
        self.problem = done.stderr.strip()
        self.codes = collections.Counter()
        form, lines = None, []
        for line in done.stdout.splitlines() + ["Fatbin end code:"]:
            begins = re.fullmatch(r"Fatbin (\w+) code:", line)
            if begins and form:
                self.codes[code_of(form, lines)] += 1
            if begins:
                form, lines = begins[1], []
            lines.append(line.strip())


def code_of(form, lines):
    values = dict(line.split(" = ", 1) for line in lines if " = " in line)
    ptx = ".".join(re.findall(r"\d+", values["code version"])) if form == "ptx" else None
    return Code(FORMS.get(form, form), values["arch"].rpartition("sm_")[2], ptx, "compressed" in lines,
                "has debug info" in lines)


def cubin_listed(tool, path):
    """The architecture of a bare cubin, which cuobjdump names only in its list of files, there without `f`."""
    done = subprocess.run([tool, "--list-elf", path], capture_output=True, text=True, timeout=600, check=False)
    return re.findall(r"\.sm_(\d+a?)\.cubin$", done.stdout, re.MULTILINE)


def codes_of(file):
    """The same of a file in our answer."""
    codes = collections.Counter()
    for code in file["codes"]:
        architecture = code["capability"].replace(".", "")
        codes[Code(code["form"], architecture, code["ptxVersion"], code["compressed"], code["debug"])] += code["count"]
    return codes


def answer(command, *arguments):
    """Exit code and answer of `covers`."""
    done = subprocess.run([command, "covers", "--json", *arguments], capture_output=True, text=True, timeout=1800,
                          check=False)
    return done.returncode, json.loads(done.stdout)


def difference(ours, listing):
    """None: equal; or what is not. Where cuobjdump fails, it has only begun its list."""
    missing, more = listing.codes - ours, ours - listing.codes
    if not missing and (not more or listing.failed):
        return None
    return f"cuobjdump alone: {dict(missing)}; covers alone: {dict(more)}"
