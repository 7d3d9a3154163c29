#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""One graph in every form that the real Nix prints: `closure` must read the same. Skipped (77) without Nix.

usage: closure_nix.py COMMAND

The store is a separate directory. Nothing is built: the graph has derivations and sources.
"""

import json
import os
import pathlib
import random
import subprocess
import sys
import tempfile

from nix import Checks, Command, need_nix

# Derivations that refer to each other and share sources, through `inputs`.
GRAPH = """
let
  source = name: builtins.toFile name "hello";
  make =
    name: inputs:
    derivation {
      inherit name inputs;
      system = "x86_64-linux";
      builder = "/bin/sh";
      script = "SCRIPT";
    };
in
rec {
NODES
}.app
"""
PACKAGES = ("cuda_cudart-12.8.90", "cuda_nvcc-12.8.93", "gcc-wrapper-14.3.0", "libfoo-1.0", "plugin-0.3", "torch-2.9.0")


def expression(generator):
    """A random graph, a node for each package and the root."""
    nodes = []
    for number, package in enumerate(PACKAGES):
        inputs = [f"p{other}" for other in range(number) if generator.random() < 0.5]
        inputs.append(f'(source "{generator.choice("abc")}.txt")')
        nodes.append(f'  p{number} = make "{package}" [ {" ".join(inputs)} ];')
    inputs = " ".join(f"p{number}" for number in range(len(PACKAGES)))
    nodes.append(f'  app = make "app-1.0" [ {inputs} ];')
    pieces = ("x", " ", "ä", "€", "\\n", "\\\\", '\\"')
    script = "".join(generator.choice(pieces) for _ in range(generator.choice((10, 5_000, 200_000))))
    return GRAPH.replace("SCRIPT", script).replace("NODES", "\n".join(nodes))


class Store:
    def __init__(self, folder):
        self.environment = {"PATH": os.environ["PATH"], "HOME": folder, "NIX_CONF_DIR": folder,
                            "NIX_REMOTE": f"local?root={folder}/root"}

    def run(self, *arguments, text=""):
        done = subprocess.run(arguments, input=text, capture_output=True, text=True, timeout=300, check=False,
                              env=self.environment)
        if done.returncode != 0:
            raise AssertionError(f"{arguments}: {done.stderr}")
        return done.stdout


def as_before_2_18(derivations):
    """By their paths, with lists of outputs: in 2.18 and later the inputs have dynamic outputs, and version 4 has
    names."""

    def outputs_of(inputs):
        return {drv: outputs["outputs"] if isinstance(outputs, dict) else outputs for drv, outputs in inputs.items()}

    if "version" not in derivations:
        return {path: row | {"inputDrvs": outputs_of(row["inputDrvs"])} for path, row in derivations.items()}
    return {f"/nix/store/{name}": {
        "env": row["env"],
        "inputSrcs": [f"/nix/store/{source}" for source in row["inputs"]["srcs"]],
        "inputDrvs": {f"/nix/store/{drv}": outputs for drv, outputs in outputs_of(row["inputs"]["drvs"]).items()}}
        for name, row in derivations["derivations"].items()}


def check_graph(command, checks, folder, code):
    store = Store(folder)
    app = store.run("nix-instantiate", "-", text=code).strip()
    derivations = store.run("nix", "--extra-experimental-features", "nix-command", "show-derivation", "-r", app)
    texts = {
        "derivations": derivations,
        "registration": store.run("nix-store", "--dump-db"),
        "path-info": store.run("nix", "--extra-experimental-features", "nix-command", "path-info", "--offline", "--json",
                               "-r", "--derivation", app),
    }
    # The output of older and newer versions of Nix for the same graph, by the schemas of its manual.
    by_path = as_before_2_18(json.loads(derivations))
    name = pathlib.PurePath
    texts["derivations 2.8"] = json.dumps(by_path)
    texts["derivations 2.18"] = json.dumps({
        path: row | {"inputDrvs": {drv: {"dynamicOutputs": {}, "outputs": outputs}
                                   for drv, outputs in row["inputDrvs"].items()}}
        for path, row in by_path.items()})
    texts["derivations version 4"] = json.dumps({"version": 4, "derivations": {
        name(path).name: {"version": 4, "env": row["env"],
                          "inputs": {"srcs": [name(source).name for source in row["inputSrcs"]],
                                     "drvs": {name(drv).name: outputs for drv, outputs in row["inputDrvs"].items()}}}
        for path, row in by_path.items()}})

    answers = {}
    for form, text in texts.items():
        file = pathlib.Path(folder) / "graph"
        file.write_text(text, encoding="utf-8")
        done = command.run("closure", "--json", file)
        checks.same(f"{form}: exit", (0, ""), (done.returncode, done.stderr))
        answer = json.loads(done.stdout)
        checks.same(f"{form}: recognised", form.split(" ", maxsplit=1)[0], answer["format"])
        answers[form] = {key: answer[key] for key in ("nodes", "references", "roots", "notListed", "ofBuilds")} | {
            "sets": [(row["set"], row["count"]) for row in answer["cudaPackageSets"]],
            "compilers": [(row["compiler"], row["count"]) for row in answer["hostCompilers"]]}
    checks.same("nodes", sum(len(row["inputSrcs"]) > 0 for row in by_path.values()) > 0, True)
    for form, answer in answers.items():
        checks.same(form, answers["derivations"], answer)
    checks.same("it is of builds", True, answers["derivations"]["ofBuilds"])
    # Paths that are not derivations have a size: the real Nix adds them up in another way.
    sources = sorted({source for row in by_path.values() for source in row["inputSrcs"]})
    sizes = [int(size) for size in store.run("nix-store", "--query", "--size", *sources).split()]
    (pathlib.Path(folder) / "graph").write_text(
        store.run("nix", "--extra-experimental-features", "nix-command", "path-info", "--offline", "--json", "-r",
                  *sources), encoding="utf-8")
    done = command.run("closure", "--json", pathlib.Path(folder) / "graph")
    checks.same("sizes", sum(sizes), json.loads(done.stdout)["narSize"])
    # Without -r, the inputs' derivations are missing.
    (pathlib.Path(folder) / "graph").write_text(json.dumps({app: by_path[app]}), encoding="utf-8")
    done = command.run("closure", "--json", pathlib.Path(folder) / "graph")
    checks.same("one derivation: not known", (1, None), (done.returncode, json.loads(done.stdout)["leakage"]))
    paths = "".join(line for line in texts["registration"].splitlines(keepends=True) if line.startswith("/"))
    (pathlib.Path(folder) / "graph").write_text(paths, encoding="utf-8")
    checks.same("a list of paths is refused", 3, command.run("closure", pathlib.Path(folder) / "graph").returncode)


def main():
    need_nix()
    command, checks = Command(sys.argv[1]), Checks()
    generator = random.Random(11)
    for _ in range(6):
        with tempfile.TemporaryDirectory() as folder:
            check_graph(command, checks, folder, expression(generator))
    checks.finish()


main()
