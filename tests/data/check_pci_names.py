#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""Every product name of the PCI ID database gives the capability of its chip, or is unknown.

usage: check_pci_names.py DATA_DIR GOLDEN
"""

import json
import pathlib
import sys

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parents[1]))
from programs import OneProcess  # noqa: E402

from tables import Report, data_and_golden, load

HERE = pathlib.Path(__file__).resolve().parent

# The number of known names; it may only grow.
UNDERSTOOD = 535
# Chips whose product is in no other list: a device that was only planned, or sold to one maker.
OF_ANOTHER_CHIP = {("GeForce GTX 750 Ti", "GK106"), ("GeForce GT 1030", "GK107"), ("GeForce GT 720", "GK107")}


def capabilities(command, name):
    """The capabilities of the GPUs with that name; empty if it is unknown."""
    done = command.run(["gpu", name, "--json"])
    return {gpu["capability"] for gpu in json.loads(done.stdout)["gpus"]} if done.returncode == 0 else set()


def main():
    _, golden = data_and_golden()
    report, understood = Report(), 0
    with OneProcess(golden) as command:
        for chip in load(HERE, "pci_gpus")["chips"]:
            for product in chip["products"]:
                ours = capabilities(command, product)
                understood += bool(ours)
                agrees = not ours or chip["capability"] in ours or (product, chip["chip"]) in OF_ANOTHER_CHIP
                report.need(agrees, f"PCI ID database, {product}",
                            f"a {chip['chip']} has {chip['capability']}, the name stands for {sorted(ours)}")
    report.need(understood >= UNDERSTOOD, "pci_gpus.json", f"only {understood} names are known, not {UNDERSTOOD}")
    print(f"{understood} names are known")
    report.end()


main()
