#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""Lists of real projects, with `lint` and `covers`.

usage: real_lists.py COMMAND

The texts are those of tests/oracle/consumers that the consumer accepts, and lists of projects with Jetsons and other
GPUs. If `lint` reads a list, `covers` judges it, unless the compiler rejects the list or it depends on the machine. The
list of `lint --fix` runs on every GPU of the original, and has no findings.
"""

import json
import pathlib
import subprocess
import sys

CONSUMERS = pathlib.Path(__file__).resolve().parent / "consumers"
RELEASES = ("11.8", "12.6", "12.9", "13.0", "13.4")
# Format and text: each has a Jetson's target.
WITH_JETSONS = (
    # NCCL in Arch Linux.
    (
        "gencode",
        " ".join(
            f"-gencode=arch=compute_{n},code=sm_{n}"
            for n in (75, 80, 86, 87, 88, 89, 90, 100, 103, 110, 120, 121)
        )
        + " -gencode=arch=compute_121,code=compute_121",
    ),
    # Presets of Ollama.
    ("cmake", "50-virtual;52-virtual;60-virtual;61-virtual;70-virtual;75-virtual;80-virtual;86-virtual;87-virtual;"
     "89-virtual;90-virtual"),
    ("cmake", "75-virtual;80-virtual;86-virtual;87-virtual;89-virtual;90-virtual;90a-virtual;100-virtual;103-virtual;"
     "110-virtual;120-virtual;121-virtual"),
    # llama.cpp for all GPUs, JAX for Arm.
    ("cmake", "75-real;80-real;86-real;89-real;90-real;100-real;110-real;120-real;75-virtual;80-virtual;86-virtual;"
     "89-virtual;90-virtual;100-virtual;110-virtual;120-virtual"),
    ("hermetic", "sm_80,sm_86,sm_87,sm_90,sm_100,sm_103"),
    ("hermetic", "sm_75,sm_80,sm_87,sm_90,sm_100,sm_110,compute_120"),
    # Jetsons alone.
    ("gencode", "-gencode=arch=compute_87,code=sm_87 -gencode=arch=compute_110,code=sm_110"),
    ("torch", "8.7"),
    ("torch", "8.7;11.0"),
    ("cmake", "110"),
    ("cmake", "72;87"),
)  # fmt: skip


def texts():
    """Format and text, each pair once."""
    found = dict.fromkeys(WITH_JETSONS)
    for path in sorted(CONSUMERS.glob("*.json")):
        kept = json.loads(path.read_text(encoding="utf-8"))
        spelling = path.stem.removesuffix("-next")
        found.update(dict.fromkeys((spelling, case["text"]) for case in kept["cases"] if case["text"].strip()))
    return list(found)


class Judge:
    def __init__(self, command):
        self.command = command
        self.failures = []
        self.counts = {"read": 0, "judged": 0, "corrected": 0}

    def ask(self, *arguments):
        done = subprocess.run([self.command, *arguments], capture_output=True, timeout=120, check=False, text=True)
        return done.returncode, done.stdout, done.stderr

    def covers(self, release, spelling, text):
        """GPUs that the list runs on, or the error."""
        question = ("covers", "--cuda", release, "--format", spelling, "--all-devices", "--json", "--", text)
        code, answer, error = self.ask(*question)
        if code == 2:
            return None, error.strip()
        return {device["capability"] for device in json.loads(answer)["devices"] if device["runs"]}, ""

    def judge(self, release, spelling, text):
        where = f"{release} {spelling} {text!r}"
        code, answer, _ = self.ask("lint", "--cuda", release, "--format", spelling, "--json", "--", text)
        if code == 2:
            return
        self.counts["read"] += 1
        lint = json.loads(answer)
        codes = {found["code"] for found in lint["findings"]}
        refused = any(found["severity"] == "error" for found in lint["findings"])
        reached, error = self.covers(release, spelling, text)
        expected = refused or "depends-on-machine" in codes
        if (reached is None) != expected:
            self.failures.append(f"{where}: lint finds {sorted(codes)}, covers says {error!r}")
        if code == 0 and lint["fixed"] != text:
            self.failures.append(f"{where}: a clean list is changed to {lint['fixed']!r}")
        if reached is None:
            return
        self.counts["judged"] += 1
        if lint["fixed"] is None:
            self.failures.append(f"{where}: nothing is left of a list that can be built")
            return
        self.judge_fixed(where, release, spelling, lint["fixed"], reached)

    def judge_fixed(self, where, release, spelling, fixed, reached):
        self.counts["corrected"] += 1
        after, error = self.covers(release, spelling, fixed)
        if after is None or not reached <= after:
            self.failures.append(f"{where}: {fixed!r} loses {sorted(reached - (after or set()))} {error}")
        code, answer, _ = self.ask("lint", "--cuda", release, "--format", spelling, "--json", "--", fixed)
        found = json.loads(answer) if code != 2 else {"fixed": None, "findings": [{"code": "unreadable"}]}
        left = [f["code"] for f in found["findings"] if f.get("severity") != "note" and f["code"] != "uncovered"]
        if left or found["fixed"] != fixed:
            self.failures.append(f"{where}: {fixed!r} still has {left}, and becomes {found['fixed']!r}")


def main():
    judge = Judge(sys.argv[1])
    for number, (spelling, text) in enumerate(texts()):
        of_jetsons = (spelling, text) in WITH_JETSONS
        for release in RELEASES if of_jetsons else (RELEASES[number % len(RELEASES)],):
            judge.judge(release, spelling, text)
    for failure in judge.failures[:40]:
        print(f"FAILED: {failure}")
    print(", ".join(f"{count} {what}" for what, count in judge.counts.items()), f"{len(judge.failures)} failed")
    sys.exit(1 if judge.failures or judge.counts["judged"] < 200 else 0)


if __name__ == "__main__":
    main()
