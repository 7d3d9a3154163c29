#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""Every name that the PCI ID database has for a product stands for its chip's capability, or is not known.

usage: check_pci_names.py DATA_DIR COMMAND
"""

import json
import pathlib
import subprocess

from tables import Report, data_and_command, load

HERE = pathlib.Path(__file__).resolve().parent

# So many are known, which may only grow.
UNDERSTOOD = 535
# Chips of which no other list has a product of that name: a device that was planned, or sold to one maker only.
OF_ANOTHER_CHIP = {("GeForce GTX 750 Ti", "GK106"), ("GeForce GT 1030", "GK107"), ("GeForce GT 720", "GK107")}


def capabilities(data, command, name):
    """Those of the GPUs that the name can mean; none where it is not known."""
    done = subprocess.run([command, "gpu", name, "--json", "--data", data], capture_output=True, text=True, check=False)
    return {gpu["capability"] for gpu in json.loads(done.stdout)["gpus"]} if done.returncode == 0 else set()


def main():
    data, command = data_and_command()
    report, understood = Report(), 0
    for chip in load(HERE, "pci_gpus")["chips"]:
        for product in chip["products"]:
            ours = capabilities(data, command, product)
            understood += bool(ours)
            agrees = not ours or chip["capability"] in ours or (product, chip["chip"]) in OF_ANOTHER_CHIP
            report.need(agrees, f"PCI ID database, {product}",
                        f"a {chip['chip']} has {chip['capability']}, the name stands for {sorted(ours)}")
    report.need(understood >= UNDERSTOOD, "pci_gpus.json", f"only {understood} names are known, not {UNDERSTOOD}")
    print(f"{understood} names are known")
    report.end()


main()
