# SPDX-License-Identifier: MIT
"""Graphviz reads the output of `graph coverage` as intended. Skipped (77) without dot.

usage: graphviz.py COMMAND DATA
"""

import json
import pathlib
import shutil
import subprocess
import sys
import tempfile

SKIPPED = 77
HOSTILE = 'Hop"]; x [label=\\N> {'


def drawn(command, *arguments):
    """Nodes by name and edges as pairs of names, as dot reads them."""
    text = subprocess.run([command, "graph", *arguments], capture_output=True, text=True, check=True).stdout
    read = json.loads(subprocess.run(["dot", "-Tdot_json"], input=text, capture_output=True, text=True, check=True,
                                     timeout=1200).stdout)
    nodes = {node["_gvid"]: node for node in read["objects"]}
    edges = [(nodes[edge["tail"]]["name"], nodes[edge["head"]]["name"]) for edge in read.get("edges", [])]
    return {node["name"]: node for node in nodes.values()}, edges


def check_coverage(command):
    nodes, edges = drawn(command, "coverage", "--cuda", "12.8", "--format", "torch", "8.0;9.0;12.0+PTX")
    for device in ["8.9", "9.0", "12.1"]:
        assert any(head == f"device {device}" for _, head in edges), device
        assert nodes[f"device {device}"].get("style") != "dashed", device
    for device in ["7.5", "8.7", "10.0", "10.7"]:
        assert not any(head == f"device {device}" for _, head in edges), device
        assert nodes[f"device {device}"]["style"] == "dashed", device
        assert nodes[f"device {device}"]["tooltip"], device
    assert ("list", "entry 12.0") in edges and ("entry 12.0", "ptx 12.0") in edges


def check_hostile(command, data):
    """Names in the tables can contain Graphviz's syntax."""
    with tempfile.TemporaryDirectory(prefix="cudastdenv-graphviz-") as scratch:
        folder = pathlib.Path(scratch) / "data"
        shutil.copytree(data, folder)
        path = folder / "capabilities.json"
        table = json.loads(path.read_text(encoding="utf-8"))
        for row in table["capabilities"]:
            if row["architecture"] == "Hopper":
                row["architecture"] = HOSTILE
        path.write_text(json.dumps(table), encoding="utf-8")
        before, _ = drawn(command, "coverage", "--cuda", "12.8")
        nodes, _ = drawn(command, "coverage", "--cuda", "12.8", "--data", str(folder))
        assert nodes.keys() == before.keys()
        assert nodes["device 9.0"]["label"].replace("\\\\", "\\") == f"9.0 {HOSTILE}", nodes["device 9.0"]["label"]


def main():
    command, data = sys.argv[1:]
    if not shutil.which("dot"):
        print("no dot: nothing was checked")
        sys.exit(SKIPPED)
    check_coverage(command)
    check_hostile(command, data)
    print("Graphviz reads the graph")


main()
