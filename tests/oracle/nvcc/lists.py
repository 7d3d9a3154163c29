#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""nvcc and `lint` must agree on which lists can be built.

usage: lists.py COMMAND

Every pair of nvcc's architectures, as machine code and as PTX, and random lists of at most four pairs. nvcc runs with
--dryrun. If it accepts a pair that `lint` rejects, ptxas has to reject it: those pairs are compiled.
"""

import concurrent.futures
import itertools
import json
import os
import pathlib
import random
import re
import sys
import tempfile

import toolkit

LISTS = 500
# The messages of nvcc and ptxas when they reject a list; another error would be one of the test.
REFUSALS = re.compile(
    r"Incompatible code generation requested|generated for non family-specific and family-specific"
    r"|Unsupported gpu architecture|cannot be compiled to (?:future|different SM-family) architecture"
)


def architectures(nvcc):
    """Numbers of all targets, including `a` and `f`, from nvcc's help."""
    help_text = toolkit.run([nvcc, "--help"])[1]
    return sorted(set(re.findall(r"'compute_(\d+[af]?)'", help_text)), key=lambda name: (int(name.rstrip("af")), name))


def gencode(virtual, code):
    return f"-gencode=arch=compute_{virtual},code={code}"


def pairs_of(numbers):
    """Every pair as options: those for machine code, and those for PTX."""
    return [
        gencode(virtual, f"{kind}_{number}")
        for kind in ("sm", "compute")
        for virtual, number in itertools.product(numbers, repeat=2)
    ]


class Asked:
    """nvcc and the command, with lists of options."""

    def __init__(self, nvcc, command, release, folder):
        self.nvcc, self.command, self.release = nvcc, command, release
        self.source = pathlib.Path(folder, "one.cu")
        self.source.write_text("__global__ void one(int* out) { *out = 1; }\n")
        self.folder = folder

    def nvcc_error(self, options, *, compiled=False):
        """nvcc's error, or nothing."""
        with tempfile.TemporaryDirectory(dir=self.folder) as place:
            only_shown = [] if compiled else ["--dryrun"]
            code, output = toolkit.run(
                [self.nvcc, *only_shown, "-c", *options, self.source, "-o", pathlib.Path(place, "one.o")]
            )
        return output.strip()[:300] if code else ""

    def lint_errors(self, options):
        question = ["lint", "--cuda", self.release, "--format", "gencode", "--json", " ".join(options)]
        code, text = self.command.ask(*question)
        if code not in (0, 1):
            sys.exit(f"`{' '.join(question)}` ends with {code}")
        return [found["code"] for found in json.loads(text)["findings"] if found["severity"] == "error"]


def main():
    command = toolkit.Command(sys.argv[1])
    nvcc = toolkit.find_nvcc()
    release = toolkit.releases_of(command, toolkit.nvcc_build(nvcc))[-1]
    numbers = architectures(nvcc)
    checks = toolkit.Checks()
    checks.expect(len(numbers) >= 10, f"nvcc's help names {numbers}")
    chance = random.Random(11)
    pairs = pairs_of(numbers)

    with tempfile.TemporaryDirectory() as folder, concurrent.futures.ThreadPoolExecutor(os.cpu_count()) as workers:
        asked = Asked(nvcc, command, release, folder)

        def compare(lists):
            """The lists that nvcc accepts with --dryrun; single pairs that only `lint` rejects are compiled."""
            answers = zip(lists, workers.map(asked.nvcc_error, lists), workers.map(asked.lint_errors, lists))
            passed = []
            for options, refusal, errors in list(answers):
                if not refusal:
                    passed.append(options)
                    if errors:
                        refusal = asked.nvcc_error(options, compiled=True)
                known = not refusal or REFUSALS.search(refusal)
                checks.expect(known, f"nvcc refuses {options} in unknown words: {refusal}")
                checks.expect(bool(refusal) == bool(errors), f"{options}: nvcc says {refusal!r}, lint {errors}")
            return passed

        passed = [options[0] for options in compare([[pair] for pair in pairs])]
        sound = [pair for pair in passed if not asked.lint_errors([pair])]
        lists = [chance.sample(sound, chance.randint(2, 4)) for _ in range(LISTS)]
        conflicts = len(lists) - len(compare(lists))
        checks.expect(conflicts > 0, "no random list was refused: conflicts were not asked about")

    print(f"nvcc of {release}: {len(pairs)} pairs; {LISTS} lists, {conflicts} of them refused")
    checks.finish()


if __name__ == "__main__":
    main()
