#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""Each nvcc and `lint` must agree on which lists can be built.

usage: lists.py COMMAND

Every pair of nvcc's architectures, as machine code and as PTX, the words of -arch, and random lists of at most four of
them. nvcc runs with --dryrun. If it accepts a pair that `lint` rejects, ptxas has to reject it.
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
WORDS = ("-arch=all", "-arch=all-major", "-arch=native")
# The messages of nvcc and ptxas when they reject a list; another error would be one of the test.
REFUSALS = re.compile(
    r"Incompatible code generation requested|generated for non family-specific and family-specific"
    r"|Unsupported gpu architecture|cannot be compiled to (?:future|different SM-family) architecture"
    r"|Senseless code generation requested|is not defined for option 'gpu-architecture'"
    r"|-arch=(?:all|all-major|native)' .*-gencode"
)


PTX_VERSIONS = [f"{major}.{minor}" for major in (9, 8, 7) for minor in range(9, -1, -1)]


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
    """nvcc, its ptxas and the command, with lists of options."""

    def __init__(self, nvcc, command, release, folder):
        self.nvcc, self.command, self.release = nvcc, command, release
        self.ptxas = pathlib.Path(nvcc).resolve().with_name("ptxas")
        self.source = pathlib.Path(folder, "one.cu")
        self.source.write_text("__global__ void one(int* out) { *out = 1; }\n")
        self.folder = folder

    def nvcc_error(self, options):
        """nvcc's error, or nothing."""
        code, output = toolkit.run(
            [self.nvcc, "--dryrun", "-c", *options, self.source, "-o", self.source.with_suffix(".o")]
        )
        return output.strip()[:300] if code else ""

    def ptxas_error(self, option):
        """The error of the ptxas of this nvcc for machine code of one pair, or nothing."""
        virtual, number = re.fullmatch(r"-gencode=arch=compute_(\w+),code=sm_(\w+)", option).groups()
        with tempfile.TemporaryDirectory(dir=self.folder) as place:
            for version in PTX_VERSIONS:
                ptx = pathlib.Path(place, "one.ptx")
                ptx.write_text(f".version {version}\n.target sm_{virtual}\n.address_size 64\n.entry one() {{ ret; }}\n")
                code, output = toolkit.run([self.ptxas, "-arch", f"sm_{number}", ptx, "-o", ptx.with_suffix(".cubin")])
                if "Unsupported .version" not in output:
                    return output.strip()[:300] if code else ""
        sys.exit(f"{self.ptxas} supports no version of PTX up to {PTX_VERSIONS[0]}")

    def lint_errors(self, options):
        question = ["lint", "--cuda", self.release, "--format", "gencode", "--json", " ".join(options)]
        code, text = self.command.ask(*question)
        if code not in (0, 1):
            sys.exit(f"`{' '.join(question)}` ends with {code}")
        return [found["code"] for found in json.loads(text)["findings"] if found["severity"] == "error"]


def compare_build(nvcc, command, checks):
    """Returns whether its targets are so that a list can be in conflict."""
    release = toolkit.releases_of(command, toolkit.nvcc_build(nvcc))[-1]
    numbers = architectures(nvcc)
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
                    if errors and len(options) == 1 and ",code=sm_" in options[0]:
                        refusal = asked.ptxas_error(options[0])
                known = not refusal or REFUSALS.search(refusal)
                checks.expect(known, f"nvcc of {release} refuses {options} in unknown words: {refusal}")
                both = f"nvcc says {refusal!r}, lint {errors}"
                checks.expect(bool(refusal) == bool(errors), f"{release} {options}: {both}")
            return passed

        passed = [options[0] for options in compare([[option] for option in [*WORDS, *pairs]])]
        sound = [option for option in passed if not asked.lint_errors([option])]
        lists = [chance.sample(sound, chance.randint(2, 4)) for _ in range(LISTS)]
        lists = [options for options in lists if sum(option in WORDS for option in options) < 2]
        conflicts = len(lists) - len(compare(lists))

    print(f"nvcc of {release}: {len(pairs)} pairs; {len(lists)} lists, {conflicts} of them refused", flush=True)
    has_families = any(number.endswith("f") for number in numbers)
    checks.expect((conflicts > 0) == has_families, f"{release}: {conflicts} random lists were refused")


def main():
    command = toolkit.Command(sys.argv[1])
    checks = toolkit.Checks()
    for nvcc in toolkit.find_nvccs():
        compare_build(nvcc, command, checks)
    checks.finish()


if __name__ == "__main__":
    main()
