#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""Each nvcc and `resolve` must agree on which C++ standards work with which host compiler.

usage: standards.py COMMAND

Every nvcc that is there, every g++-N and clang++-N on PATH, and every standard. nvcc runs with --dryrun and without its
check of the compiler's version. A standard works if nvcc supports it, passes it to the compiler without a warning, and
the compiler supports it. Older and newer versions of the oldest compiler on PATH are tried by its macros.
"""

import concurrent.futures
import json
import os
import pathlib
import re
import sys
import tempfile

import host_compilers
import toolkit

STANDARDS = ("c++11", "c++14", "c++17", "c++20", "c++23")
# Reasons of `resolve` that concern the standard alone.
REASONS = {"standard-not-taken", "compiler-lacks-standard"}
# nvcc's messages about a standard that it does not support, or not with that compiler.
REFUSALS = re.compile(r"Value 'c\+\+\d+' is not defined for option 'std'|-std=c\+\+\d+ flag is not supported")
UNSUPPORTED = "not in the release"
OLDEST, NEWEST = {"gcc": 5, "clang": 5}, {"gcc": 16, "clang": 22}


class Host:
    """A compiler, or one that poses as another version of its family. Then only nvcc's own rule can be asked."""

    def __init__(self, family, major, path, poses=False):
        self.family, self.major, self.path, self.poses = family, major, path, poses
        self.supported = {standard: poses or self.supports(standard) for standard in STANDARDS}

    def supports(self, standard):
        return toolkit.run([self.path, f"-std={standard}", "-x", "c++", "-E", os.devnull])[0] == 0


def answer_of(command, release, host, standard):
    """Which reasons `resolve` has against the standard, or that the release does not have it."""
    question = ["resolve", "--json", "--cuda", release, "--std", standard]
    compiler = ["--policy", "enforced", "--stdenv", f"{host.family}-{host.major}", "--available", ""]
    code, text = command.ask(*question, *compiler)
    if code == 2:
        if command.ask(*question)[0] != 2:
            sys.exit(f"`resolve` rejects {host.family}-{host.major}")
        return {UNSUPPORTED}
    return {rejection["reason"] for rejection in json.loads(text)["rejected"]} & REASONS


def nvcc_accepts(nvcc, host, standard, folder):
    """Whether nvcc passes the standard on, and its message if it does not."""
    options = ["--dryrun", "-allow-unsupported-compiler", "-ccbin", host.path, f"--std={standard}"]
    code, output = toolkit.run([nvcc, *options, pathlib.Path(folder, "empty.cu")])
    found = REFUSALS.search(output)
    if code and not found:
        sys.exit(f"nvcc fails with {host.path} in unknown words: {output.strip()[-300:]}")
    return not found, found and found[0]


def hosts_of(folder):
    installed = host_compilers.installed()
    hosts = [Host(family, major, path) for family, major, path in installed]
    for family in ("gcc", "clang"):
        own = [(major, path) for found, major, path in installed if found == family]
        known = {major for major, _ in own}
        for major in range(OLDEST[family], NEWEST[family] + 1) if own else []:
            if major not in known:
                path = host_compilers.write_impostor(folder, family, own[0][1], major)
                hosts.append(Host(family, major, path, poses=True))
    return hosts or toolkit.skip("no g++-N and no clang++-N on PATH")


def compare(command, nvcc, hosts, folder, checks):
    release = toolkit.releases_of(command, toolkit.nvcc_build(nvcc))[-1]
    questions = [(host, standard) for host in hosts for standard in STANDARDS]
    counts = {True: 0, False: 0}
    with concurrent.futures.ThreadPoolExecutor(os.cpu_count()) as workers:
        theirs = workers.map(lambda question: nvcc_accepts(nvcc, *question, folder), questions)
        ours = workers.map(lambda question: answer_of(command, release, *question), questions)
        for (host, standard), (accepted, said), reasons in zip(questions, theirs, ours):
            works = accepted and host.supported[standard]
            # What a compiler that only poses supports is unknown.
            reasons -= {"compiler-lacks-standard"} if host.poses else set()
            counts[works] += 1
            where = f"{release}, {host.family}-{host.major}, {standard}"
            checks.expect(works == (not reasons), f"{where}: works is {works} ({said}), `resolve` says {reasons}")
    print(f"nvcc of {release}: {counts[True]} standards of compilers work, {counts[False]} do not", flush=True)
    checks.expect(counts[True] > 0 and counts[False] > 0, f"{release}: both answers occur")


def main():
    command = toolkit.Command(sys.argv[1])
    checks = toolkit.Checks()
    with tempfile.TemporaryDirectory() as folder:
        pathlib.Path(folder, "empty.cu").touch()
        hosts = hosts_of(folder)
        for nvcc in toolkit.find_nvccs():
            compare(command, nvcc, hosts, folder, checks)
    checks.finish()


if __name__ == "__main__":
    main()
