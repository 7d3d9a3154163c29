#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""How nvcc reads its architecture options.

It is run with --dryrun, so nothing is compiled; the content of the fat binary is in the line that would build it. The
recorded `keywords` have the meaning of -arch=all and similar in other releases, whose nvcc is in the consumers'
directory. Most wheels before 13.0 have only ptxas, which has the list of architectures; Debian's package has some
nvccs. See asking.py for the use.
"""

import json
import pathlib
import re
import shlex
import tempfile

import asking

IMAGE = re.compile(r"--image3=kind=(\w+),sm=(\w+),")
# The link step makes machine code of `nvvm`.
KINDS = {"elf": "real", "ptx": "ptx", "nvvm": "lto"}
# Messages about architectures: any other would mean that the test is wrong.
REFUSAL = re.compile(r"^nvcc (?:fatal|error)\s*:\s*(.*)$", re.MULTILINE)
WARNING = re.compile(r"^nvcc warning\s*:\s*(.*)$", re.MULTILINE)


def fetched_toolkits():
    try:
        folders = asking.fetched("nvcc").iterdir()
    except asking.Unavailable:
        return {}
    return {folder.name: folder for folder in folders}


def release_of(name):
    return [int(number) for number in name.split(".")]


def tool_of(folder, name):
    """A program of one toolkit, in wheels or in Debian's package nvidia-cuda-toolkit."""
    places = ("nvidia/*/bin", "usr/lib/nvidia-cuda-toolkit/bin", "bin")
    return next((found for place in places for found in sorted(folder.glob(f"{place}/{name}"))), None)


def ask_ptxas(ptxas):
    """The real architectures that a ptxas assembles for, `a` and `f` among them."""
    help_text = asking.run([ptxas, "--help"])[1]
    return asking.in_order(asking.dotted(name) for name in re.findall(r"'(sm_\d+[af]?)'", help_text))


def by_rule(architectures):
    """The meaning of the keywords if only ptxas exists.

    By the text of `nvcc --help`, which every tested nvcc follows: `all` is every baseline, `all-major`
    those with minor number 0 and the lowest of all, both with PTX of the highest of them with minor number 0.
    """
    baselines = [name for name in architectures if name[-1].isdigit()]
    majors = [name for name in baselines if name.endswith(".0")]
    lowest = [name for name in baselines[:1] if name not in majors]
    ptx = majors[-1:]
    expected = {"all": baselines, "all-major": lowest + majors}
    return {keyword: {"real": real, "ptx": ptx, "error": None} for keyword, real in expected.items()}


def keywords():
    """By release: the architectures, and the meaning of the keywords and of no option; `measured` is the source."""
    toolkits = fetched_toolkits()
    if not toolkits:
        # If only the nvcc on PATH exists, the other answers stay.
        return {}
    toolkits[version()] = asking.program("nvcc").resolve().parent.parent
    kept = json.loads(asking.HERE.joinpath("gencode.json").read_text()).get("keywords", {})
    asked = {}
    for name, folder in sorted(toolkits.items(), key=lambda item: release_of(item[0])):
        release = ".".join(name.split(".")[:2])
        nvcc = tool_of(folder, "nvcc")
        architectures = ask_ptxas(tool_of(folder, "ptxas"))
        entry = {"version": name, "architectures": architectures, "measured": nvcc is not None}
        if nvcc:
            for keyword in ("all", "all-major", "default"):
                answer = ask_nvcc(nvcc, [] if keyword == "default" else [f"-arch={keyword}"])
                entry[keyword] = {"real": answer.real, "ptx": answer.ptx, "error": answer.error}
            for keyword, expected in by_rule(architectures).items():
                if expected != entry[keyword]:
                    raise SystemExit(f"nvcc {name} does not follow the rule for {keyword}")
        elif kept.get(release, {}).get("measured") and kept[release]["architectures"] == architectures:
            entry = kept[release]
        else:
            entry.update(by_rule(architectures))
        asked[release] = entry
    return {"keywords": asked}


def ask_nvcc(nvcc, flags):
    with tempfile.TemporaryDirectory() as folder:
        source = pathlib.Path(folder, "empty.cu")
        source.touch()
        # `native` means the GPUs of the machine, and the answers were recorded without one.
        code, output = asking.run(["env", "CUDA_VISIBLE_DEVICES=", nvcc, "--dryrun", "-c", *flags, source, "-o", source.with_suffix(".o")])
    if code:
        refusal = REFUSAL.search(output)
        return asking.Answer(error=asking.one_line(refusal[1] if refusal else output))
    images = [line for line in output.splitlines() if "fatbinary" in line and "--image3=" in line][-1]
    answer = asking.Answer()
    for kind, number in IMAGE.findall(images):
        getattr(answer, KINDS[kind]).append(asking.dotted(number))
    warning = WARNING.search(output)
    answer.warning = asking.one_line(warning[1]) if warning else None
    return asking.tidy(answer)


def ask(text, _given):
    return ask_nvcc(asking.program("nvcc"), shlex.split(text))


def version():
    return re.search(r"V(\d+\.\d+\.\d+)", asking.run([asking.program("nvcc"), "--version"])[1])[1]


if __name__ == "__main__":
    asking.main("gencode", ask, version, keywords, at_once=True)
