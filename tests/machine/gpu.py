#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""The output of `cudastdenv flags` runs on a real GPU exactly where `cudastdenv covers` says so.

usage: gpu.py COMMAND             builds and runs here; nvidia-smi reports the GPU
       gpu.py COMMAND build DIR DEVICE    only builds, for a GPU of that capability: `9.0`
       gpu.py run DIR             only runs, on a machine with a GPU and possibly no toolkit; needs no COMMAND

Needs the real nvcc to build and a driver at least as new as the toolkit to run. Exit code 1 on any difference, 77
without a GPU.
"""

import json
import pathlib
import subprocess
import sys
import tempfile

SOURCE = r"""
#include <cstdio>

__global__ void add_one(int* value) { *value += 1; }

int main() {
    int *device = nullptr, value = 41;
    cudaError_t error = cudaMalloc(&device, sizeof value);
    if (error == cudaSuccess) error = cudaMemcpy(device, &value, sizeof value, cudaMemcpyHostToDevice);
    if (error == cudaSuccess) add_one<<<1, 1>>>(device);
    if (error == cudaSuccess) error = cudaGetLastError();
    if (error == cudaSuccess) error = cudaDeviceSynchronize();
    if (error == cudaSuccess) error = cudaMemcpy(&value, device, sizeof value, cudaMemcpyDeviceToHost);
    std::printf("%s\n", error == cudaSuccess ? "ran" : cudaGetErrorName(error));
    return error == cudaSuccess && value == 42 ? 0 : 1;
}
"""

# The driver's error for code that no GPU here can load; any other error proves nothing.
NOT_LOADED = {"cudaErrorNoKernelImageForDevice", "cudaErrorInvalidDeviceFunction", "cudaErrorUnsupportedPtxVersion",
              "cudaErrorInvalidPtx"}


def answer(*command):
    return subprocess.run(command, capture_output=True, text=True, check=True).stdout


def number(capability):
    """(9, 0, 'a') of 9.0a."""
    major, minor = capability.rstrip("af").split(".")
    return int(major), int(minor), capability.lstrip("0123456789.")


def cases(command, device):
    """(name, options for the list): chosen from the release's capabilities, below, at and above the GPU."""
    supported = answer(command, "capabilities", "--cuda", "host", "--all").split()
    baseline = [c for c in supported if c[-1].isdigit()]
    older = [c for c in baseline if number(c) < number(device)]
    newer = [c for c in baseline if number(c) > number(device)]
    lists = {"the default list": [], "the GPU's own": ["--capabilities", device]}
    lists["the GPU's own without PTX"] = ["--capabilities", device, "--no-forward-compat"]
    for capability in older:
        lists[f"PTX of {capability}, which is older"] = ["--capabilities", capability]
        lists[f"machine code of {capability} alone"] = ["--capabilities", capability, "--no-forward-compat"]
    for capability in newer:
        lists[f"{capability} with PTX, which is newer"] = ["--capabilities", capability]
    for capability in supported:
        if not capability[-1].isdigit():
            lists[f"machine code of {capability} alone"] = ["--capabilities", capability, "--no-forward-compat"]
    return lists


def build(command, folder, device):
    folder.mkdir(parents=True, exist_ok=True)
    source = folder / "add_one.cu"
    source.write_text(SOURCE, encoding="utf-8")
    plan = []
    for name, options in cases(command, device).items():
        # The system has no effect here; with Arm, Jetsons' code can be built too.
        flags = subprocess.run([command, "flags", "--cuda", "host", *options], capture_output=True, text=True, check=False)
        if flags.returncode == 2:
            continue  # a Jetson's
        covers = subprocess.run(
            [command, "covers", "--cuda", "host", "--device", device, *options, "--json"],
            capture_output=True, text=True, check=False,
        )
        program = folder / f"case{len(plan)}"
        subprocess.run(["nvcc", *flags.stdout.split(), "-cudart", "static", "-o", program, source], check=True)
        plan.append({"name": name, "flags": flags.stdout.strip(), "program": program.name, "runs": covers.returncode == 0})
    (folder / "plan.json").write_text(json.dumps({"device": device, "cases": plan}, indent=1), encoding="utf-8")


def run(folder):
    plan = json.loads((folder / "plan.json").read_text(encoding="utf-8"))
    differences = 0
    for case in plan["cases"]:
        result = subprocess.run([folder / case["program"]], capture_output=True, text=True, check=False)
        printed = result.stdout.strip()
        seen = result.returncode == 0 and printed == "ran"
        right = seen == case["runs"] and (seen or printed in NOT_LOADED)
        differences += not right
        print(f"{'ok' if right else 'DIFFERS':8}{'runs' if case['runs'] else 'does not':10}{printed:34}{case['name']}")
    print(f"{len(plan['cases'])} lists on a GPU of capability {plan['device']}, {differences} differences")
    return 1 if differences else 0


def own_device():
    try:
        lines = answer("nvidia-smi", "--query-gpu=compute_cap", "--format=csv,noheader").splitlines()
    except (OSError, subprocess.CalledProcessError):
        lines = []
    if not lines:
        print("no GPU here", file=sys.stderr)
        sys.exit(77)
    return lines[0].strip()


def main(arguments):
    if arguments[:1] == ["run"] and len(arguments) == 2:
        return run(pathlib.Path(arguments[1]))
    if len(arguments) == 4 and arguments[1] == "build":
        build(arguments[0], pathlib.Path(arguments[2]), arguments[3])
        return 0
    if len(arguments) != 1:
        print(__doc__, file=sys.stderr)
        return 2
    device = own_device()
    with tempfile.TemporaryDirectory() as folder:
        build(arguments[0], pathlib.Path(folder), device)
        return run(pathlib.Path(folder))


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
