#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""Compares `--version --verbose` with the program: how it is linked, and that every library in it is listed.

usage: version.py COMMAND
"""

import re
import shutil
import subprocess
import sys

LICENCES = {"Boost": "BSL-1.0", "dtl": "BSD-3-Clause", "fmt": "MIT", "nlohmann_json": "MIT", "utfcpp": "BSL-1.0",
            "libstdc++": "GPL-3.0-or-later WITH GCC-exception-3.1", "glibc": "LGPL-2.1-or-later",
            "libarchive": "BSD-2-Clause", "bzip2": "bzip2-1.0.6", "liblzma": "0BSD, before 5.6 public domain",
            "libzstd": "BSD-3-Clause OR GPL-2.0-only", "nettle": "LGPL-3.0-or-later OR GPL-2.0-or-later", "zlib": "Zlib"}
# What a loader may still have to load, and its library; sanitizers have their own.
LOADED = {"libboost_program_options": "Boost", "libfmt": "fmt", "libstdc++": "libstdc++", "libgcc_s": "libstdc++",
          "libarchive": "libarchive", "libnettle": "nettle", "libc": "glibc", "libm": "glibc", "libpthread": "glibc", "ld-linux-x86-64": "glibc", "libasan": None,
          "libubsan": None, "libcudastdenv": None, "linux-vdso": None}


def run(*command):
    return subprocess.run(command, capture_output=True, text=True, check=False)


def main():
    command = sys.argv[1]
    plain, verbose = run(command, "--version"), run(command, "--version", "--verbose")
    assert (plain.returncode, verbose.returncode) == (0, 0), (plain, verbose)
    assert re.fullmatch(r"cudastdenv \d+\.\d+\.\d+, data of \d{4}-\d\d-\d\d.*\n", plain.stdout), plain.stdout
    assert verbose.stdout.startswith(plain.stdout), verbose.stdout
    named = {}
    for line in verbose.stdout.partition("Libraries, with their licences\n")[2].splitlines():
        name, version, licence = re.fullmatch(r"(\S+) +(of GCC \d+|\S+) +(\S.*)", line).groups()
        # The headers of utfcpp do not contain its version.
        assert re.search(r"\d", version) or (name, version) == ("utfcpp", "unknown"), line
        named[name] = licence
    assert named == LICENCES, named

    for wrong in (["--verbose", "x"], ["x"], ["--verbos"]):
        failed = run(command, "--version", *wrong)
        assert (failed.returncode, failed.stdout, failed.stderr.count("\n")) == (2, "", 1), failed

    if not shutil.which("readelf"):
        print("skipped: there is no readelf")
        sys.exit(77)
    needed = re.findall(r"\(NEEDED\).*\[([^\]]+)\]", run("readelf", "-dW", command).stdout)
    interpreter = "INTERP" in run("readelf", "-lW", command).stdout
    linking = re.search(r"linked (statically|dynamically)", verbose.stdout)[1]
    assert linking == ("dynamically" if interpreter else "statically"), (linking, needed)
    for library in needed:
        assert library.partition(".so")[0] in LOADED, library


main()
