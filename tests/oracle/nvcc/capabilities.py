#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""nvcc and the command must agree on which capabilities go into one build.

usage: capabilities.py COMMAND

Both get every capability of the tables alone, and every pair without Jetsons' capabilities. nvcc runs with --dryrun, so
nothing is compiled and only nvcc is needed. nvcc gets accepted lists as the command writes them, with PTX, and rejected
ones as plain machine code.
"""

import itertools
import pathlib
import sys
import tempfile

import toolkit

# nvcc's messages when it rejects a list; another error would be one of the test.
REFUSALS = ("Unsupported gpu architecture", "generated for non family-specific and family-specific")


def plain_gencode(capability):
    number = capability.replace(".", "")
    return f"-gencode=arch=compute_{number},code=sm_{number}"


def main():
    command = toolkit.Command(sys.argv[1])
    nvcc = toolkit.find_nvcc()
    releases = toolkit.releases_of(command, toolkit.nvcc_build(nvcc))
    # nvcc builds for GPUs that its toolkit does not support on the platform.
    excepted = {row["capability"] for row in command.table("redist", "exceptions")}
    rows = [row for row in command.table("capabilities", "capabilities") if row["capability"] not in excepted]
    checks = toolkit.Checks()
    counts = {True: 0, False: 0}

    with tempfile.TemporaryDirectory() as folder:
        source = pathlib.Path(folder) / "empty.cu"
        source.touch()

        def nvcc_takes(gencode):
            compile_it = ["-c", source, "-o", source.with_suffix(".o")]
            code, output = toolkit.run([nvcc, "--dryrun", *gencode, *compile_it])
            if code != 0:
                known = any(refusal in output for refusal in REFUSALS)
                checks.expect(known, f"nvcc refuses {gencode} in unknown words: {output.strip()[:300]}")
            return code == 0

        def compare(release, capabilities, jetson=False):
            # nvcc does not check the platform, nor whether a JetPack runs the release.
            question = ["--cuda", release, "--system", "aarch64-linux", "--capabilities", ",".join(capabilities)]
            code, gencode = command.ask("flags", *question, "--format", "gencode")
            if code not in (0, 2):
                sys.exit(f"`flags {' '.join(question)}` ends with {code}")
            accepted = code == 0
            counts[accepted] += 1
            plain = nvcc_takes([plain_gencode(capability) for capability in capabilities])
            ours = "accepts" if accepted else "refuses"
            names = " ".join(capabilities)
            checks.expect(accepted == plain or (jetson and plain), f"{release} {names}: the command {ours} it, nvcc does not")
            if accepted:
                written = nvcc_takes(gencode.split())
                checks.expect(written, f"{release}: nvcc refuses what the command writes: {gencode}")

        for release in releases:
            for row in rows:
                compare(release, [row["capability"]], row["jetson"])
            code, gencode = command.ask("flags", "--cuda", release, "--format", "gencode")
            checks.expect(code == 0 and nvcc_takes(gencode.split()), f"{release}: nvcc refuses the default list")
        desktop = [row["capability"] for row in rows if not row["jetson"] and row["nvcc"]["last"] is None]
        for pair in itertools.combinations(desktop, 2):
            compare(releases[-1], pair)
        for triple in (["10.0", "10.0a", "10.0f"], ["12.0f", "12.0a", "12.0"], ["10.0a", "10.3f", "12.0f"]):
            compare(releases[-1], triple)

    print(f"nvcc of CUDA {', '.join(releases)}: {counts[True]} lists accepted, {counts[False]} refused")
    checks.expect(counts[True] > 50 and counts[False] > 20, "both answers occur often")
    checks.finish()


main()
