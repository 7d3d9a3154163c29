#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""The version check in nvcc's own header and the command's enforced range must agree.

usage: host_compilers.py COMMAND

Every g++-N and clang++-N on PATH compiles an empty file. Then the ends of the range are tried: one compiler of each
family poses as every major version, by defining the macro that the header reads. Nothing is linked.
"""

import json
import os
import pathlib
import re
import sys
import tempfile

import toolkit

REFUSALS = ("unsupported GNU version", "unsupported clang version")
FAMILIES = {"g++": "gcc", "clang++": "clang"}


def installed():
    """(family, major, path) of each g++-N and clang++-N on PATH, each path once."""
    found = {}
    for folder in os.get_exec_path():
        if not os.path.isdir(folder):
            continue
        for name in sorted(os.listdir(folder)):
            match = re.fullmatch(r"(g\+\+|clang\+\+)-(\d+)", name)
            path = os.path.realpath(os.path.join(folder, name))
            if match and os.access(path, os.X_OK):
                found.setdefault(path, (FAMILIES[match[1]], int(match[2]), os.path.join(folder, name)))
    return sorted(found.values())


def in_range(command, release, family, major):
    """Whether the command says that the compiler is in the enforced range; None if it is too new to be known."""
    question = ["--cuda", release, "--policy", "enforced", "--stdenv", f"{family}-{major}", "--available", ""]
    code, text = command.ask("resolve", "--json", *question)
    if code == 2:
        return None
    if code not in (0, 1):
        sys.exit(f"`resolve` ends with {code} for {family}-{major}")
    reasons = {rejection["reason"] for rejection in json.loads(text)["rejected"]}
    return not reasons & {"too-new", "too-old"}


def write_impostor(folder, family, compiler, major):
    """A compiler with another version number. Its minor version is 9, because Clang has to be newer than 3.2."""
    macros = {"gcc": {"__GNUC__": major}, "clang": {"__clang_major__": major, "__clang_minor__": 9}}[family]
    arguments = "".join(f" -U{macro} -D{macro}={value}" for macro, value in macros.items())
    quiet = " -Wno-builtin-macro-redefined" if family == "clang" else ""
    path = pathlib.Path(folder) / f"{'g++' if family == 'gcc' else 'clang++'}-that-is-{major}"
    path.write_text(f'#!/bin/sh\nexec "{compiler}"{quiet}{arguments} "$@"\n')
    path.chmod(0o755)
    return path


def main():
    command = toolkit.Command(sys.argv[1])
    nvcc = toolkit.find_nvcc()
    releases = toolkit.releases_of(command, toolkit.nvcc_build(nvcc))
    compilers = installed()
    if not compilers:
        toolkit.skip("no g++-N and no clang++-N on PATH")
    checks = toolkit.Checks()

    with tempfile.TemporaryDirectory() as folder:
        source = pathlib.Path(folder) / "empty.cu"
        source.touch()
        output = pathlib.Path(folder) / "output"

        def passes(compiler, step):
            """Whether the header accepts the compiler, and nvcc's exit code and output."""
            code, text = toolkit.run([nvcc, "-ccbin", compiler, step, source, "-o", output])
            return not any(refusal in text for refusal in REFUSALS), code, text

        for family, major, path in compilers:
            passed, code, text = passes(path, "-c")
            for release in releases:
                expected = in_range(command, release, family, major)
                differs = f"in range is {expected}, nvcc's check says {passed}"
                checks.expect(passed == expected, f"{release} and {path}: {differs}")
            checks.expect((code == 0) == passed, f"nvcc ends with {code} for {path}: {text.strip()[:500]}")
            print(f"{path}: {'passes' if passed else 'refused'}")

        answers = set()
        for family in FAMILIES.values():
            own = [(major, path) for found, major, path in compilers if found == family]
            for major in range(3, 30) if own else []:
                expected = in_range(command, releases[-1], family, major)
                if expected is None:
                    break
                output.unlink(missing_ok=True)
                passed, _, text = passes(write_impostor(folder, family, own[-1][1], major), "-E")
                differs = f"in range is {expected}, nvcc's check says {passed}"
                checks.expect(passed == expected, f"{family} {major}: {differs}")
                # The header must have been read without an error, not skipped.
                reached = output.read_text(errors="replace") if output.exists() else text
                checks.expect("host_config.h" in reached, f"{family} {major} never reached the header: {text[:300]}")
                answers.add((family, passed))
            if own:
                checks.expect({(family, True), (family, False)} <= answers, f"both answers occur for {family}")
    checks.finish()


if __name__ == "__main__":
    main()
