#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""Real wheels: `covers WHEEL` lists the GPU code that NVIDIA's cuobjdump lists in each of its files.

usage: wheels.py CUDASTDENV [--record FILE] [--platform PLATFORM] [PROJECT[==VERSION]...]

Downloads one wheel after the other from PyPI and deletes it, into CUDASTDENV_WHEELS or a temporary directory. --record
appends a line of JSON for each file with GPU code. Needs network and disk for the largest wheel, unpacked file by file.
"""

import argparse
import json
import os
import pathlib
import re
import subprocess
import sys
import tempfile
import time
import zipfile

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parent / "nvcc"))
import code_lists  # noqa: E402  pylint: disable=wrong-import-position

SKIPPED = 77
PROJECTS = ["bitsandbytes", "nvidia-nccl-cu12", "nvidia-cufft-cu12", "nvidia-curand-cu12", "nvidia-cusparse-cu12",
            "nvidia-cusolver-cu12", "nvidia-npp-cu12", "nvidia-nvjpeg-cu12", "nvidia-cuda-cupti-cu12",
            "nvidia-cusparselt-cu12", "nvidia-nvshmem-cu12", "nvidia-cudnn-cu12", "nvidia-cublas-cu12",
            "cupy-cuda12x", "torchvision", "torchaudio", "torchcodec", "xformers", "jax-cuda12-plugin",
            "jax-cuda13-plugin", "jaxlib", "onnxruntime-gpu", "tensorflow", "vllm", "sgl-kernel", "flashinfer-cubin",
            "flashinfer-python", "torch", "triton", "numba-cuda", "tensorrt-cu12-libs", "cuml-cu12", "libcudf-cu12",
            "libcuvs-cu12", "librmm-cu12", "xgboost", "lightgbm", "faiss-gpu-cu12", "ctranslate2", "warp-lang"]
STARTS = (b"\x7fELF", b"MZ", b"!<arch>\n", b"\x50\xed\x55\xba")
PLATFORMS = ("manylinux1_x86_64", "manylinux2010_x86_64", "manylinux2014_x86_64", "manylinux_2_17_x86_64",
             "manylinux_2_24_x86_64", "manylinux_2_27_x86_64", "manylinux_2_28_x86_64", "manylinux_2_31_x86_64",
             "manylinux_2_34_x86_64", "manylinux_2_35_x86_64")


def download(project, folder, platforms):
    """The wheel; None: it cannot be had."""
    for python in ("3.12", "3.11"):
        options = [option for platform in platforms for option in ("--platform", platform)]
        done = subprocess.run([sys.executable, "-m", "pip", "download", "--quiet", "--no-deps", "--only-binary", ":all:",
                               "--python-version", python, *options, "--dest", folder, project],
                              capture_output=True, text=True, timeout=3600, check=False)
        if wheel := next(pathlib.Path(folder).glob("*.whl"), None):
            return wheel
    print(f"{project}: {done.stderr.strip().splitlines()[-1:]}", flush=True)
    return None


def nvidia_packages(archive):
    """The packages of NVIDIA that the wheel requires."""
    metadata = next(name for name in archive.namelist() if name.endswith(".dist-info/METADATA"))
    required = re.findall(r"^Requires-Dist: *(nvidia[-_].*|cuda-.*)$", archive.read(metadata).decode(), re.MULTILINE)
    return [line.strip() for line in required]


def compare(command, tool, wheel, record):
    """How many files differ."""
    start = time.monotonic()
    _, answer = code_lists.answer(command, "--quiet", wheel)
    seconds = time.monotonic() - start
    ours = {file["file"].partition(":")[2]: file for file in answer["files"]}
    wrong = [f"{wheel.name}: {line}" for line in answer["unreadable"]]
    compared = failed = 0
    with zipfile.ZipFile(wheel) as archive, tempfile.TemporaryDirectory(dir=wheel.parent) as folder:
        required = nvidia_packages(archive)
        for member in archive.infolist():
            with archive.open(member) as opened:
                start = opened.read(8)
            if member.is_dir() or not start.startswith(STARTS):
                continue
            path = archive.extract(member, folder)
            file = ours.get(member.filename, {"codes": []})
            if start.startswith(b"\x7fELF") and cubin_machine(path):
                listed = [code.architecture.rstrip("f") for code in code_lists.codes_of(file)]
                problem = None if code_lists.cubin_listed(tool, path) == listed else f"covers: {listed}"
            else:
                listing = code_lists.Listing(tool, path)
                problem = code_lists.difference(code_lists.codes_of(file), listing)
                failed += listing.failed and bool(file["codes"])
            os.unlink(path)
            compared += 1
            wrong += [f"{wheel.name}:{member.filename}: {problem}"] if problem else []
    name, version = wheel.name.split("-")[:2]
    if record:
        with open(record, "a", encoding="utf-8") as lines:
            for file, code in ours.items() or [(None, {"machineCode": [], "ptx": [], "ptxVersion": None})]:
                lines.write(json.dumps({"project": name, "version": version, "wheel": wheel.name, "file": file,
                                        "machineCode": code["machineCode"], "ptx": code["ptx"],
                                        "ptxVersion": code["ptxVersion"], "requires": required}) + "\n")
    print(f"{wheel.name}: {compared} files, {len(ours)} with GPU code, {len(wrong)} different, {failed} that cuobjdump "
          f"cannot read; {wheel.stat().st_size >> 20} MiB in {seconds:.1f} s", flush=True)
    for line in wrong:
        print("  " + line, flush=True)
    return len(wrong)


def cubin_machine(path):
    """Whether an ELF file is a cubin."""
    with open(path, "rb") as opened:
        return int.from_bytes(opened.read(20)[18:], "little") == 190


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("command")
    parser.add_argument("--record")
    parser.add_argument("--platform", action="append")
    parser.add_argument("projects", nargs="*")
    arguments = parser.parse_intermixed_args()
    read = wrong = 0
    with tempfile.TemporaryDirectory(dir=os.environ.get("CUDASTDENV_WHEELS")) as folder:
        tool = code_lists.find_cuobjdump() or code_lists.cuobjdump_from_pypi(pathlib.Path(folder, "cuobjdump"))
        if not tool:
            print("skipped: no cuobjdump, neither on PATH nor on PyPI")
            sys.exit(SKIPPED)
        for project in arguments.projects or PROJECTS:
            with tempfile.TemporaryDirectory(dir=folder) as own:
                wheel = download(project, own, arguments.platform or PLATFORMS)
                read += wheel is not None
                wrong += compare(arguments.command, tool, wheel, arguments.record) if wheel else 0
    print(f"{read} wheels read, {wrong} files differ")
    sys.exit(1 if wrong or not read else 0)


if __name__ == "__main__":
    main()
