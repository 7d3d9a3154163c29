#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""The tables agree with NVIDIA's manifests on cuda_compat, and the command with nixpkgs on redist systems.

usage: check_platforms.py GOLDEN DATA_DIR   GOLDEN: the program that has the command as a function (tests/golden)
"""

import json
import pathlib
import sys

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parents[1]))
from programs import OneProcess  # noqa: E402

HERE = pathlib.Path(__file__).resolve().parent


def load(path):
    return json.loads(path.read_text(encoding="utf-8"))


def compare_packages(data, wrong):
    """Every manifest that was read has exactly the packages of our table."""
    ours = {}
    for row in load(data / "drivers.json")["compatPackages"]:
        packages = ours.setdefault(row["release"], {})
        package = packages.setdefault(row["package"], {"version": row["version"], "redistSystems": []})
        package["redistSystems"].append(row["redist"])
    rows = load(HERE / "cuda_compat.json")["rows"]
    for row in rows:
        theirs = {name: {**package, "redistSystems": sorted(package["redistSystems"])}
                  for name, package in row["packages"].items()}
        if ours.get(row["release"], {}) != theirs:
            wrong.append(f"cuda_compat of {row['release']}: {ours.get(row['release'], {})}, the manifest has {theirs}")
    return len(rows)


def compare_nix_systems(data, wrong):
    """nixpkgs maps the platforms that it packages to the same Nix systems."""
    theirs = load(HERE / "redist.json")["getNixSystems"]
    rows = [row for row in load(data / "redist.json")["systems"] if row["redist"] in theirs]
    for row in rows:
        expected = [row["nix"]] if row["nixpkgs"] else []
        if theirs[row["redist"]] != expected:
            wrong.append(f"{row['redist']}: {expected}, nixpkgs has {theirs[row['redist']]}")
    return len(rows)


def compare_redist_systems(command, wrong):
    """If the command accepts a list for a release, it has the same redist system as nixpkgs."""
    compared = 0
    for system, release, capabilities, expected in load(HERE / "redist.json")["rows"]:
        done = command.run(["resolve", "--nixpkgs-exact", "--json", "--cuda", release, "--system", system,
                               "--capabilities", ",".join(capabilities)])
        if done.returncode == 2:
            continue  # nixpkgs asserts elsewhere what we reject here
        answer = json.loads(done.stdout)["system"]["redist"]
        compared += 1
        if answer != expected:
            wrong.append(f"{system} {release} {capabilities}: {answer}, nixpkgs says {expected}")
    return compared


def main():
    data, wrong = pathlib.Path(sys.argv[2]).resolve(), []
    with OneProcess(sys.argv[1]) as command:
        counts = [compare_packages(data, wrong), compare_nix_systems(data, wrong),
                  compare_redist_systems(command, wrong)]
    print("\n".join(wrong))
    print(f"{len(wrong)} wrong of {counts} compared")
    sys.exit(1 if wrong or not all(counts) else 0)


main()
