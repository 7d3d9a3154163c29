#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""Checks that the real consumers accept the output of `cudastdenv flags`, and build what was requested.

Each list is written in each format and passed to the consumer. It must be accepted; without a warning, the consumer
must build exactly the request. A consumer that does not support an architecture of another CUDA release's list may
reject that list, but not all of them. See asking.py for how the consumers are found.

usage: writers.py COMMAND SPELLING...

Exit codes: 0 all as requested, 1 not (a line for each on stderr), 77 a consumer is missing.
"""

import importlib
import json
import subprocess
import sys

import asking

EXAMPLE = "8.0,9.0a,10.0f,12.0"
# The release of the list, and its options.
LISTS = [("13.0", ["--capabilities", EXAMPLE]), ("13.0", ["--capabilities", EXAMPLE, "--no-forward-compat"])]
LISTS += [("13.0", ["--capabilities", one]) for one in ("7.5", "8.0", "8.6", "8.9", "9.0", "10.0", "12.0", "12.1")]
LISTS += [("13.0", ["--capabilities", one, "--no-forward-compat"]) for one in ("8.0", "9.0a", "10.0f", "12.1")]
LISTS += [("13.0", ["--capabilities", several]) for several in ("8.0,8.6", "9.0a,10.0a", "10.0f,12.0f", "8.9,12.1")]
LISTS += [(release, ["--system", "aarch64-linux", "--capabilities", jetsons])
          for release, jetsons in (("12.9", "8.7"), ("13.0", "11.0"), ("13.2", "8.7,11.0"))]
LISTS += [(release, []) for release in ("11.8", "12.8", "12.9", "13.0")]

# The release of the nvcc on PATH, which some consumers use.
RELEASE = "13.0"
UNKNOWN = ("Unsupported gpu architecture", "unsupported CUDA gpu architecture", "unknown architecture")
NEWEST_CLANG, OLDEST_CLANG = 23, 14


def written(command, spelling, release, options):
    """The text, what it should build as (real, ptx), and whether a loss was announced."""
    question = ["flags", "--cuda", release, "--policy", "enforced", *options]
    done = subprocess.run([command, *question, "--format", spelling, "--json"], stdout=subprocess.PIPE,
                          stderr=subprocess.PIPE, text=True, check=False)
    if done.returncode not in (0, 1):  # 1: the format cannot express the list
        raise SystemExit(f"{' '.join(question)}: {done.stderr}")
    answer = json.loads(done.stdout)
    arches = answer["flags"]["arches"]
    real = asking.in_order(asking.dotted(name) for name in arches if name.startswith("sm_"))
    ptx = asking.in_order(asking.dotted(name) for name in arches if name.startswith("compute_"))
    return answer["text"], (real, ptx), bool(answer["losses"])


def argument(spelling, text):
    """The consumer's input from the text: the value of the variable, the arguments of the call."""
    if spelling in ("meson", "xmake"):
        inside = text[text.index("(") + 1 : text.rindex(")")]
        return inside.partition(",")[2].strip() if spelling == "meson" else inside
    if spelling in ("clang", "gencode") or "=" not in text:
        return text
    name, _, value = text.partition("=")
    return value.strip('"') if name.strip("-").replace("_", "").replace("-", "").isalnum() else text


def given_to(spelling, release):
    """The consumer's input besides the text."""
    if spelling == "clang":
        for release in range(NEWEST_CLANG, OLDEST_CLANG - 1, -1):
            try:
                asking.program(f"clang-{release}")
            except asking.Unavailable:
                continue
            return {"clang": str(release)}
        raise asking.Unavailable("there is no clang on PATH")
    return {"cuda": release} if spelling in ("meson", "flash-attn") else {}


def check(command, spelling):
    """The number of accepted lists, and the errors."""
    ask = importlib.import_module(spelling).ask
    taken, exact, wrong = 0, 0, []
    for release, options in LISTS:
        text, wanted, loses = written(command, spelling, release, options)
        if not text:
            continue
        put = argument(spelling, text)
        if not put:
            continue
        answer = ask(put, given_to(spelling, release))
        what = f"{spelling} {release} {' '.join(options)}: {text}"
        if answer.error:
            may_refuse = release != RELEASE or spelling == "clang"
            if not (may_refuse and any(word in answer.error for word in UNKNOWN)):
                wrong.append(f"{what}: refused: {answer.error}")
            continue
        taken += 1
        if loses:
            continue
        exact += 1
        if (answer.real, answer.ptx) != wanted:
            wrong.append(f"{what}: real {answer.real} ptx {answer.ptx}, asked for {wanted[0]} and {wanted[1]}")
    # Numba builds only PTX, which no list here requests, so each has a warning.
    if not taken or (not exact and spelling != "numba"):
        wrong.append(f"{spelling}: {taken} lists were taken, {exact} of them without a loss")
    print(f"{spelling}: {taken} of {len(LISTS)} lists taken, {exact} compared {given_to(spelling, RELEASE) or ''}")
    return wrong


def main():
    if len(sys.argv) < 3:
        sys.exit("usage: writers.py COMMAND SPELLING...")
    command, *names = sys.argv[1:]
    wrong, missing = [], []
    for spelling in names:
        try:
            wrong += check(command, spelling)
        except asking.Unavailable as reason:
            missing.append(f"{spelling}: {reason}")
    for line in wrong + missing:
        print(line, file=sys.stderr)
    sys.exit(1 if wrong else asking.SKIPPED if missing else 0)


if __name__ == "__main__":
    main()
