#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""Measures a release build and compares it with its limits; exits 1 if one is exceeded.

usage: bench.py BENCHMARKS CLOSURE COMMAND
"""

import json
import os
import pathlib
import shutil
import statistics
import subprocess
import sys
import tempfile

import build_log
import whole_process

DATA = pathlib.Path(__file__).resolve().parents[2] / "data"
REPETITIONS = 5
PICK_LIMITS = {"gcc": 100, "clang": 250}  # nanoseconds
RESOLVE_LIMITS = {"gcc": 5, "clang": 7}  # microseconds
UNITS = {"ns": 1, "us": 1e3, "ms": 1e6, "s": 1e9}

missed = 0


def row(what, measured, limit, kept):
    global missed
    missed += not kept
    print(f"{what:<44} {measured:>14}   {limit:<14} {'ok' if kept else 'MISSED'}", flush=True)


def at_most(what, value, limit, unit="", digits=0):
    row(what, f"{value:,.{digits}f}{unit}", f"<= {limit:,g}{unit}" if limit < 1e5 else f"<= {limit:,}{unit}",
        value <= limit)


def at_least(what, value, limit, unit):
    row(what, f"{value:,.1f}{unit}", f">= {limit:,g}{unit}", value >= limit)


def not_measured(what, tool):
    print(f"{what:<44} {'not measured: no ' + tool:>14}")


def in_process(program):
    """Median nanoseconds and allocations of one call, by name."""
    done = subprocess.run(
        [program, "--benchmark_format=json", f"--benchmark_repetitions={REPETITIONS}", "--benchmark_min_time=0.2"],
        stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, check=True)
    times, allocations = {}, {}
    for run in json.loads(done.stdout)["benchmarks"]:
        if run["run_type"] == "iteration":
            times.setdefault(run["run_name"], []).append(run["cpu_time"] * UNITS[run["time_unit"]])
            allocations[run["run_name"]] = run["allocations"]
    return {name: (statistics.median(values), allocations[name]) for name, values in times.items()}


def show_in_process(program):
    measured = in_process(program)
    for family in PICK_LIMITS:
        nanoseconds, allocations = measured[f"pick/{family}"]
        at_most(f"pick_host_compiler, 12.8, {family}", nanoseconds, PICK_LIMITS[family], " ns")
        at_most("  allocations", allocations, 0)
    for family in RESOLVE_LIMITS:
        nanoseconds, _ = measured[f"resolve_one/{family}"]
        at_most(f"resolve, 12.8, {family}", nanoseconds / 1e3, RESOLVE_LIMITS[family], " us", 2)
    at_most("resolve, all releases, stdenvs and policies", measured["resolve_all"][0] / 1e6, 50, " ms", 1)
    at_most("writing all spellings for one request", measured["write_all_spellings"][0] / 1e3, 50, " us", 1)


def show_closure(program):
    """Alternating, so that other work of the machine affects both."""
    def seconds(name):
        done = subprocess.run([program, f"--benchmark_filter=^{name}/1000000$", "--benchmark_format=json"],
                              stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, check=True)
        return json.loads(done.stdout)["benchmarks"][0]["cpu_time"] / 1e6

    pairs = [(seconds("whole"), seconds("only_parse")) for _ in range(REPETITIONS)]
    ours, parser = (statistics.median(times) for times in zip(*pairs))
    at_most("closure of 10^6 references, times the parser", ours / parser, 2, "", 2)
    print(f"  {ours:.2f} s against {parser:.2f} s")


def installed(command, folder):
    """A copy, as after installing: the linker's output is in small pieces in the page cache, and mapping those is
    slower than everything after it."""
    return shutil.copy2(command, folder)


def show_whole_process(command):
    ours = whole_process.ours(command)
    nothing = whole_process.compare(ours, whole_process.nothing())
    at_most("whole process, times /bin/true", nothing.ratio_of_medians, 1.10, "", 3)
    print(f"  {nothing.left / 1e6:.3f} ms against {nothing.right / 1e6:.3f} ms; "
          f"median of the pairs' ratios {nothing.median_of_ratios:.3f}")

    count = whole_process.instructions(ours)
    if count is None:
        not_measured("instructions", "valgrind")
    else:
        at_most("instructions", count, 400_000)

    if whole_process.nix() is None:
        not_measured("nix-instantiate, times cudastdenv", "nix-instantiate")
        return
    whole_process.check_same_answer(command)
    nix = whole_process.compare(whole_process.nix(), ours)
    at_least("nix-instantiate, times cudastdenv", nix.ratio_of_medians, 20, "")
    print(f"  {nix.left / 1e6:.3f} ms against {nix.right / 1e6:.3f} ms; "
          f"median of the pairs' ratios {nix.median_of_ratios:.3f}")


def show_log(command):
    found = build_log.measure(command, DATA)
    if found is None:
        not_measured("diagnose, times grep -F", "grep")
        return
    at_most(f"diagnose of {build_log.MIB} MiB, times grep -F", found.ratio_of_medians, 3, "", 2)
    print(f"  {found.left / 1e6:.0f} ms against {found.right / 1e6:.0f} ms; "
          f"median of the pairs' ratios {found.median_of_ratios:.2f}")


def main():
    if len(sys.argv) != 4:
        sys.exit(__doc__)
    benchmarks, closure, command = map(os.path.abspath, sys.argv[1:])
    whole_process.pin()
    show_in_process(benchmarks)
    show_closure(closure)
    with tempfile.TemporaryDirectory() as folder:
        show_whole_process(installed(command, folder))
        show_log(installed(command, folder))
    return 1 if missed else 0


sys.exit(main())
