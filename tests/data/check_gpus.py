#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""gpus.json agrees with other sources about the same products: the chip in the PCI ID database, the capability on
NVIDIA's pages, the first drivers in NVIDIA's change log and lists."""

import pathlib
import re

from tables import Report, data_directory, driver, load, load_all

HERE = pathlib.Path(__file__).resolve().parent

# The number of rows that are found; it may only grow, because a misspelled name is not found.
IN_PCI_IDS = 362
WITH_DRIVERS = 359

# NVIDIA's page gives the product another capability than the chip of the PCI ID database has.
NOT_THE_CHIPS = {("GeForce 910M", "5.2"), ("GeForce GT 735M", "3.0"), ("Quadro M620", "5.2")}
# NVIDIA's pages contradict the chip, and the table follows the chip (sources.json says so).
NOT_THE_PAGES = {("Quadro M3000M", "5.0"), ("Quadro M4000M", "5.0"), ("Quadro M5000M", "5.0")}
# The first driver of a branch that lists the product is not the first with support.
NOT_THE_FIRST = {
    ("B200", "570.86.15"): "570.133.20",  # required by NVIDIA's GPU operator
    ("GeForce RTX 3050 A Laptop GPU", "550.90.12"): "550.107.02",  # 550.100 lacks it, 550.90.12 came later
    ("GeForce RTX 5060 Ti", "575.51.02"): "575.57.08",  # 575.51.03 lacks it
    ("H100", "520.56.06"): "520.61.07",  # 520.61.05 lacks it
}
OLDEST_BRANCH = 390

LINES = {
    "geforce": r"GeForce .*|TITAN .*",
    "workstation": r"Quadro .*|NVS .*|RTX .*|T\d{3,4}E?( Laptop GPU)?",
    "data-center": r"Tesla .*|GRID .*|(A|AX|B|GB|GH|H|L|T|VR)\d+[A-Z]?",
    "jetson": r"(Jetson|Tegra|IGX) .*",
    "dgx": r"GB10|RTX Spark .*",
}

# The text after a product's name in the PCI ID database: memory, connection, mobile variants.
VARIANT = r"([ -](\d+ ?GB|PCIe|SXM\d?|NVL|CNX|HBM2e|FHHL|DGXS|OEM|Mobile|Max-Q( Refresh)?|Rev\. ?\d|v\d|SE|D|Super))*"


def pci_capabilities(chips, name):
    """The capabilities of the chips that the PCI ID database has under the name or a variant of it."""
    plain = name.removesuffix(" Laptop GPU")
    mobile = rf"|{re.escape(plain)}( Ti)?{VARIANT} (Mobile|Max-Q)" if plain != name else VARIANT
    pattern = re.compile(re.escape(name) + mobile)
    return {row["capability"] for row in chips if any(pattern.fullmatch(product) for product in row["products"])}


def check_chips(rows, chips, report):
    """A row has the capability of a chip with its name."""
    found = 0
    for row in rows:
        theirs = pci_capabilities(chips, row["name"])
        found += bool(theirs)
        agrees = not theirs or row["capability"] in theirs or (row["name"], row["capability"]) in NOT_THE_CHIPS
        report.need(agrees, f"gpus.json, {row['name']}", f"{row['capability']}, but its chips have {sorted(theirs)}")
    report.need(found >= IN_PCI_IDS, "pci_gpus.json", f"has only {found} of {len(rows)} rows, not {IN_PCI_IDS}")
    return found


def page_name(name):
    """The name without what NVIDIA's pages add or leave out."""
    return name.removeprefix("Tesla ").removesuffix(" Generation").removesuffix(" 24GB")


def check_pages(rows, pages, report):
    """The data of NVIDIA's pages about a product is in a row."""
    ours = {}
    for row in rows:
        for name in (row["name"], *row["aliases"]):
            ours.setdefault(page_name(name), set()).add(row["capability"])
    theirs = {(product, entry["capability"]): page["url"]
              for page in pages for entry in page["capabilities"] for product in entry["products"]}
    for (product, capability), url in theirs.items():
        known = ours.get(page_name(product), set())
        report.need(capability in known or (product, capability) in NOT_THE_PAGES, f"gpus.json, {product}",
                    f"has {sorted(known)}, {url} says {capability}")
    return len(theirs)


def expected_drivers(product, branches):
    """The drivers by the rules of data/README.md, from the first ones of each branch."""
    after = min(row["branch"] for row in branches if row["day"] > product["day"])
    first = [NOT_THE_FIRST.get((product["product"], number), number) for number in product["drivers"]]
    return [number for number in first if OLDEST_BRANCH <= driver(number)[0] < after] + [str(after)]


def check_drivers(rows, fixture, report):
    products = {row["product"]: row for row in fixture["products"]}
    found = 0
    for row in rows:
        where = f"gpus.json, {row['name']}, drivers"
        product = products.get(row["name"])
        ours = row["drivers"] and row["drivers"]["from"]
        if not product:
            report.need(ours is None, where, f"{ours}, of which no list says anything")
            continue
        found += 1
        theirs = expected_drivers(product, fixture["branches"])
        report.need(ours == theirs, where, f"{ours}, NVIDIA's change log and lists make it {theirs}")
    report.need(found >= WITH_DRIVERS, "gpu_drivers.json", f"has only {found} of {len(rows)} rows")
    return found


def check_lines(rows, report):
    for row in rows:
        report.need(re.fullmatch(LINES[row["line"]], row["name"]), f"gpus.json, {row['name']}",
                    f"is no name of the line {row['line']}")


def main():
    rows = load_all(data_directory())["gpus"]["gpus"]
    report = Report()
    counts = [check_chips(rows, load(HERE, "pci_gpus")["chips"], report),
              check_pages(rows, load(HERE, "nvidia_gpus")["pages"], report),
              check_drivers(rows, load(HERE, "gpu_drivers"), report)]
    check_lines(rows, report)
    print("of {} rows {} are in the PCI ID database; {} products on NVIDIA's pages, {} rows in its drivers"
          .format(len(rows), *counts))
    report.end()


main()
