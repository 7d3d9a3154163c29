#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""Measures `cudastdenv resolve --cuda 12.8` as a whole process, compared with /bin/true and with Nix.

usage: whole_process.py COMMAND [PAIRS]

The two programs of a comparison alternate, so that other work of the machine affects both.
"""

import dataclasses
import os
import pathlib
import re
import shutil
import statistics
import subprocess
import sys
import time

PAIRS = 201
WARM_UP = 20
QUESTION = pathlib.Path(__file__).resolve().parent / "question.nix"
ENVIRONMENT = {"HOME": os.environ.get("HOME", "/"), "PATH": os.environ.get("PATH", "/usr/bin:/bin")}


def output_to(path):
    return [(os.POSIX_SPAWN_OPEN, descriptor, path, os.O_WRONLY, 0) for descriptor in (1, 2)]


def ours(command):
    return [command, "resolve", "--cuda", "12.8"]


def nothing():
    return ["/bin/true"]


def nix():
    """None without Nix. With the dummy store it does not open a real one, which is slower."""
    program = shutil.which("nix-instantiate")
    return program and [program, "--store", "dummy://", "--eval", "--strict", "--expr", QUESTION.read_text()]


@dataclasses.dataclass
class Comparison:
    """Nanoseconds."""

    left: float
    right: float
    ratio_of_medians: float  # left / right
    median_of_ratios: float  # of the pairs


def nanoseconds(arguments, output):
    begin = time.perf_counter_ns()
    process = os.posix_spawn(arguments[0], arguments, ENVIRONMENT, file_actions=output_to(output))
    _, status, _ = os.wait4(process, 0)
    end = time.perf_counter_ns()
    if status != 0:
        sys.exit(f"{arguments[0]} failed: {os.waitstatus_to_exitcode(status)}")
    return end - begin


def compare(left, right, pairs=PAIRS, warm_up=WARM_UP, output=os.devnull):
    lefts, rights = [], []
    for number in range(-warm_up, pairs):
        # The second program finds warmer caches, so the order alternates too.
        if number % 2:
            one, other = nanoseconds(left, output), nanoseconds(right, output)
        else:
            other, one = nanoseconds(right, output), nanoseconds(left, output)
        if number >= 0:
            lefts.append(one)
            rights.append(other)
    return Comparison(
        statistics.median(lefts),
        statistics.median(rights),
        statistics.median(lefts) / statistics.median(rights),
        statistics.median(one / other for one, other in zip(lefts, rights)),
    )


def instructions(arguments):
    """How many instructions the program executes, or None without valgrind."""
    if shutil.which("valgrind") is None:
        return None
    done = subprocess.run(
        ["valgrind", "--tool=callgrind", "--callgrind-out-file=/dev/null", *arguments],
        env=ENVIRONMENT, stdout=subprocess.DEVNULL, stderr=subprocess.PIPE, text=True, check=True)
    return int(re.search(r"Collected : (\d+)", done.stderr)[1])


def check_same_answer(command):
    """Both must answer the same question. In a Nix shell the command answers for nixpkgs."""
    in_nix = {**ENVIRONMENT, "IN_NIX_SHELL": "pure"}
    answer = subprocess.run(ours(command), env=in_nix, capture_output=True, text=True, check=True).stdout
    their_answer = subprocess.run(nix(), env=ENVIRONMENT, capture_output=True, text=True, check=True).stdout.strip()
    if not re.search(rf"\bgcc-{their_answer}\b", answer):
        sys.exit(f"Nix answers gcc-{their_answer}, cudastdenv does not")


def pin():
    """Keeps all runs on one core, so that none is slowed by a move."""
    if hasattr(os, "sched_setaffinity"):
        os.sched_setaffinity(0, {max(os.sched_getaffinity(0))})


def show(name, comparison):
    print(f"{name}: {comparison.left / 1e6:.3f} ms against {comparison.right / 1e6:.3f} ms (medians); "
          f"ratio of medians {comparison.ratio_of_medians:.3f}, median of ratios {comparison.median_of_ratios:.3f}")


def main():
    if not 2 <= len(sys.argv) <= 3:
        sys.exit(__doc__)
    command = os.path.abspath(sys.argv[1])
    pairs = int(sys.argv[2]) if len(sys.argv) == 3 else PAIRS
    pin()
    show("cudastdenv against /bin/true", compare(ours(command), nothing(), pairs))
    if nix():
        check_same_answer(command)
        show("nix-instantiate against cudastdenv", compare(nix(), ours(command), pairs))
    print(f"instructions: {instructions(ours(command))}")


if __name__ == "__main__":
    main()
