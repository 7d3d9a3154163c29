# SPDX-License-Identifier: MIT
"""nixpkgs' two tables written as people might: in every layout, with their comments, quotes, indentation and order.

The rows are the command's; the text around them is generated."""

import random

MODULES = "pkgs/development/cuda-modules"

# Layout: the places of its two files.
LAYOUTS = {
    "bootstrap": (f"{MODULES}/_cuda/db/bootstrap/nvcc.nix", f"{MODULES}/_cuda/db/bootstrap/cuda.nix"),
    "data": (f"{MODULES}/_cuda/data/nvcc.nix", f"{MODULES}/_cuda/data/cuda.nix"),
    "flat": (f"{MODULES}/nvcc-compatibilities.nix", f"{MODULES}/gpus.nix"),
    "chain": (f"{MODULES}/nvcc-compatibilities.nix", f"{MODULES}/gpus.nix"),
}

ROW_FUNCTION = """{ lib%s }:
{
  # Rows say what is particular to them.
  cudaCapabilityToInfo =
    lib.mapAttrs
      (
        cudaCapability:
        {
          archName,
          minCudaMajorMinorVersion,
          maxCudaMajorMinorVersion ? null,
          dontDefaultAfterCudaMajorMinorVersion ? null,
          isJetson ? false,
          isArchitectureSpecific ? (lib.hasSuffix "a" cudaCapability),
          isFamilySpecific ? (lib.hasSuffix "f" cudaCapability),
        }:
        {
          inherit archName cudaCapability isJetson isArchitectureSpecific isFamilySpecific;
          inherit minCudaMajorMinorVersion maxCudaMajorMinorVersion;
          inherit dontDefaultAfterCudaMajorMinorVersion;
        }
      )
      %s;
}
"""


def number(key):
    """The order of releases and capabilities."""
    digits, letter = (key[:-1], key[-1]) if key[-1].isalpha() else (key, "")
    major, minor = digits.split(".")
    return int(major), int(minor), letter


class Style:
    """A style of writing. Without a seed: nixpkgs' style."""

    def __init__(self, seed=None):
        self.random = random.Random(seed)
        self.tidy = seed is None
        pick = (lambda *choices: choices[0]) if self.tidy else lambda *choices: self.random.choice(choices)
        self.step = pick("  ", "    ", "\t", " ")
        self.quote = pick('"', "''")
        self.equals = pick(" = ", "=", "  =  ")
        self.gap = pick("\n", "")
        self.one_line = pick(False, False, True)
        self.dotted = pick(False, True)
        self.newline = pick("\n", "\n", "\r\n")
        self.shuffles = pick(False, True)

    def shuffled(self, items):
        items = list(items)
        if self.shuffles:
            self.random.shuffle(items)
        return items

    def text(self, value):
        if value is None:
            return "null"
        if isinstance(value, bool):
            return "true" if value else "false"
        return f"{self.quote}{value}{self.quote}"

    def remark(self):
        """The text after a field, mostly empty."""
        if self.tidy or self.random.random() < 0.7:
            return ""
        return self.random.choice([" # why not", " /* really */", "  # \"12.8\" = { not a row };"])

    def above(self, key, indent):
        if self.tidy:
            return f"{indent}# What is known of {key}.\n"
        return self.random.choice(["", f"{indent}# {key}: a \"word\" ${{of}} }} warning\n", f"{indent}/* {key} = {{\n{indent}   nothing\n{indent}*/\n",
                                   f"{indent}# {key}\n{indent}# https://example.org/{key}#a;b\n"])

    def set(self, fields, indent):
        """`fields`: name and value, or name and such a list."""
        lines = []
        for name, value in self.shuffled(fields):
            if isinstance(value, list) and self.dotted:
                lines += [f"{name}.{inner}{self.equals}{self.text(one)};" for inner, one in self.shuffled(value)]
            elif isinstance(value, list):
                lines.append(f"{name}{self.equals}{self.set(value, indent + self.step)};")
            else:
                lines.append(f"{name}{self.equals}{self.text(value)};")
        if self.one_line:
            return "{ " + " ".join(lines) + " }"
        inner = "".join(f"{indent}{self.step}{line}{self.remark()}\n" for line in lines)
        return "{\n" + inner + indent + "}"

    def table(self, rows, indent):
        """`rows`: key and fields, or key and code."""
        texts = []
        for key, fields in self.shuffled(rows):
            value = fields if isinstance(fields, str) else self.set(fields, indent + self.step)
            texts.append(f"{self.above(key, indent + self.step)}{indent}{self.step}\"{key}\"{self.equals}{value};{self.remark()}\n")
        return "{\n" + self.gap.join(texts) + indent + "}"

    def list(self, rows):
        texts = [self.above(key, self.step) + self.step + self.set(fields, self.step) + "\n" for key, fields in self.shuffled(rows)]
        return "[\n" + self.gap.join(texts) + "]\n"

    def file(self, text):
        return text.replace("\n", self.newline)


def nvcc_file(layout, rows, style):
    keys = sorted(rows, key=number)
    flat = {key: [(f"{family}{end.capitalize()}MajorVersion", rows[key][family][f"{end}MajorVersion"])
                  for family in ("clang", "gcc") for end in ("max", "min")] for key in keys}
    if layout in ("bootstrap", "data"):
        nested = [(key, [(family, [(f"{end}MajorVersion", rows[key][family][f"{end}MajorVersion"]) for end in ("max", "min")])
                         for family in ("clang", "gcc")]) for key in keys]
        return style.file("{\n" + style.step + "# Closed ranges.\n" + style.step + "nvccCompatibilities" + style.equals
                          + style.table(nested, style.step) + ";\n}\n")
    if layout == "flat":
        return style.file("# Closed ranges.\n" + style.table(flat.items(), "") + "\n")
    chained, before = [], None
    for key in keys:
        changes = [field for field in flat[key] if before is None or field not in flat[before]]
        reference = f'attrs."{before}"'
        value = flat[key] if before is None else reference if not changes else f"{reference} // {style.set(changes, style.step * 2)}"
        chained.append((key, value))
        before = key
    return style.file("let\n" + style.step + "attrs" + style.equals + style.table(chained, style.step) + ";\nin\nattrs\n")


def cuda_file(layout, rows, style):
    keys = sorted(rows, key=number)
    if layout in ("bootstrap", "data"):
        names = ["archName", "minCudaMajorMinorVersion", "maxCudaMajorMinorVersion",
                 "dontDefaultAfterCudaMajorMinorVersion", "isJetson"]
        sparse = [(key, [(name, rows[key][name]) for name in names if rows[key][name] not in (None, False)])
                  for key in keys]
        return style.file(ROW_FUNCTION % (", cudaData" if layout == "data" else "", style.table(sparse, "      ")))
    names = {"archName": "archName", "computeCapability": "cudaCapability", "isJetson": "isJetson",
             "minCudaVersion": "minCudaMajorMinorVersion", "maxCudaVersion": "maxCudaMajorMinorVersion",
             "dontDefaultAfter": "dontDefaultAfterCudaMajorMinorVersion"}
    return style.file("# GPUs\n" + style.list([(key, [(name, rows[key][field]) for name, field in names.items()])
                                               for key in keys]))


def write(folder, layout, nvcc, cuda, style=None):
    """Both files of a checkout."""
    style = style or Style()
    for path, text in zip(LAYOUTS[layout], (nvcc_file(layout, nvcc, style), cuda_file(layout, cuda, style))):
        file = folder / path
        file.parent.mkdir(parents=True, exist_ok=True)
        file.write_bytes(text.encode())
