#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""`cudastdenv abi` and binutils' readelf read the same in ELF files.

usage: readelf.py COMMAND               made-up files of both classes and byte orders, and some of this machine
       readelf.py COMMAND FOLDER...     every ELF file in and below these directories

Exits 77 (skipped) without readelf.
"""

import itertools
import json
import pathlib
import re
import shutil
import subprocess
import sys
import tempfile

sys.path.insert(0, str(pathlib.Path(__file__).parent.parent / "machine"))
import elf_image

SKIPPED = 77
SAMPLE = 15
AT_ONCE = 100
MACHINES = {
    "AArch64": "aarch64",
    "ARM": "arm",
    "Advanced Micro Devices X86-64": "x86_64",
    "IBM S/390": "s390x",
    "Intel 80386": "i386",
    "NVIDIA CUDA architecture": "cuda",
}


def begins_elf(path):
    try:
        with path.open("rb") as file:
            return file.read(4) == b"\x7fELF"
    except OSError:
        return False


def elf_files(folders, recursive):
    for folder in folders:
        for path in sorted(folder.rglob("*") if recursive else folder.iterdir()):
            if not path.is_symlink() and path.is_file() and begins_elf(path):
                yield path


def sample():
    folders = [pathlib.Path("/usr/bin"), *pathlib.Path("/usr/lib").glob("*-linux-gnu"),
               *pathlib.Path("/usr/lib/gcc").glob("*/*")]
    for folder in folders:
        yield from itertools.islice(elf_files([folder], False), SAMPLE)


def readelf(paths):
    """Its output for each file, by path."""
    done = subprocess.run(["readelf", "-hlSdVsW", *paths, "/dev/null"], capture_output=True, check=False)
    text = done.stdout.decode(errors="surrogateescape")
    parts = re.split(r"^\nFile: (.*)\n", text, flags=re.MULTILINE)
    return dict(zip(parts[1::2], parts[2::2], strict=True))


def in_brackets(text, tag):
    return re.findall(rf"\({tag}\) .*?\[(.*)\]$", text, re.MULTILINE)


def kind_of(text):
    """As in elf_file.hpp: readelf decides by the file's flag, the kernel by its loader."""
    kind = re.search(r"^  Type: +(\w+)", text, re.MULTILINE)[1]
    if kind == "REL":
        return "object"
    if kind not in ("DYN", "EXEC"):
        return "core" if kind == "CORE" else "other"
    if re.search(r"\] .* NOBITS +\w+ +\w+ +\w+ +\w+ +\w*X\w* ", text):
        return "debug-information"
    asks_for_loader = "[Requesting program interpreter: " in text and not in_brackets(text, "SONAME")
    return "executable" if kind == "EXEC" or asks_for_loader or "(Position-Independent" in text else "shared-library"


def symbol_tables(text):
    """(name of the table, its lines without the leading number)"""
    for name, body in re.findall(r"^Symbol table '(.*)' contains .*:\n.*\n((?: +\d+: .*\n)*)", text, re.MULTILINE):
        yield name, [line.split(":", 1)[1].split(None, 6) for line in body.splitlines()]


def first_symbols(text):
    """The first symbol of each version that is needed, by the version's index."""
    first = {}
    for name, symbols in symbol_tables(text):
        if name == ".symtab":
            continue  # that of the linker
        for symbol in symbols:
            if len(symbol) == 7 and (found := re.fullmatch(r"(.*?)@@?\S* \((\d+)\)", symbol[6])):
                first.setdefault(found[2], found[1])
    return first


def needs_of(text):
    first, library = first_symbols(text), None
    section = re.search(r"^Version needs section .*\n((?: .*\n)*)", text, re.MULTILINE)
    for line in section[1].splitlines() if section else []:
        if found := re.search(r"Version: 1  File: (.*)  Cnt: \d+$", line):
            library = found[1]
        elif found := re.search(r"  Name: (.*)  Flags: .*  Version: (\d+)$", line):
            yield library, found[1], first.get(found[2])


def defines_of(text):
    section = re.search(r"^Version definition section .*\n((?: .*\n)*)", text, re.MULTILINE)
    for flags, name in re.findall(r"Rev: 1  Flags: (.*?)  Index: .*  Name: (.*)$", section[1] if section else "",
                                  re.MULTILINE):
        if "BASE" not in flags:
            yield name


def run_path_of(text):
    found = in_brackets(text, "RUNPATH") or in_brackets(text, "RPATH") or [""]
    entries = found[-1].split(":")
    return entries if entries[-1] else entries[:-1]


def undefined_symbols(text):
    return [symbol[6] for _, symbols in symbol_tables(text) for symbol in symbols if len(symbol) == 7 and symbol[5] == "UND"]


def machine_of(text, bits, big):
    """None: abi has no name for it."""
    name = re.search(r"^  Machine: +(.*)", text, re.MULTILINE)[1]
    if name == "PowerPC64":
        return "ppc64" if big else "ppc64le"
    return f"riscv{bits}" if name == "RISC-V" else MACHINES.get(name)


def expected(text):
    big = "big endian" in re.search(r"^  Data: .*", text, re.MULTILINE)[0]
    bits = 64 if re.search(r"^  Class: +ELF64", text, re.MULTILINE) else 32
    kind = kind_of(text)
    answer = {"kind": kind, "machine": machine_of(text, bits, big), "bits": bits,
              "byteOrder": "big" if big else "little",
              "soname": None, "libraries": [], "needs": [], "defines": [], "runPath": []}
    if kind in ("executable", "shared-library"):
        answer |= {"soname": (in_brackets(text, "SONAME") or [None])[-1], "libraries": in_brackets(text, "NEEDED"),
                   "needs": list(needs_of(text)), "defines": list(defines_of(text)), "runPath": run_path_of(text)}
    return answer


def needs_answered(file):
    return [(n["library"], n["version"], n["symbol"] and n["symbol"]["mangled"]) for n in file["needs"]]


def answered(file):
    return {key: file[key] for key in ("kind", "machine", "bits", "byteOrder", "soname", "libraries", "defines")} | {
        "needs": needs_answered(file), "runPath": [folder["entry"] for folder in file["runPath"]["folders"]]}


class Comparison:
    def __init__(self, command):
        self.command, self.files, self.wrong = command, 0, []
        self.objects = []  # (path, what was answered, undefined symbols)

    def add(self, paths, twins=None):
        """`twins`: files that readelf reads instead, because it needs sections."""
        paths = list(map(str, paths))
        for start in range(0, len(paths), AT_ONCE):
            self.add_some(paths[start:start + AT_ONCE], twins or {})

    def add_some(self, paths, twins):
        done = subprocess.run([self.command, "abi", "--json", *paths], capture_output=True, check=False)
        files = {file["path"]: file for file in json.loads(done.stdout)["files"]}
        texts = readelf(sorted({twins.get(path, path) for path in paths}))
        for path in paths:
            self.files += 1
            if path not in files:
                self.wrong.append(f"{path}: not read: {done.stderr.decode()}")
            else:
                self.compare(path, answered(files[path]), texts[twins.get(path, path)])

    def compare(self, path, answer, text):
        wanted = expected(text)
        if wanted["kind"] == "object":
            self.objects.append((path, answer["needs"], undefined_symbols(text)))
            wanted["needs"] = answer["needs"]
        if wanted["machine"] is None and answer["machine"].startswith("machine "):
            del wanted["machine"]
        for key, value in wanted.items():
            if answer[key] != value:
                self.wrong.append(f"{path}: {key}: {answer[key]}, where readelf says {value}")

    def compare_objects(self):
        """A symbol that determines a version in one object does so in each."""
        telling = {(version, symbol) for _, needs, _ in self.objects for _, version, symbol in needs}
        version_of = {symbol: version for version, symbol in telling}
        for path, needs, undefined in self.objects:
            wanted = [(None, version_of[symbol], symbol) for symbol in undefined if symbol in version_of]
            if needs != wanted:
                self.wrong.append(f"{path}: needs {needs}, where readelf says {wanted}")
        return len(version_of)


def add_made_up(comparison, folder):
    twins = {}
    for name, data in elf_image.of_each_kind():
        (folder / name).write_bytes(data)
        if name.startswith("stripped-"):
            twins[str(folder / name)] = str(folder / name.replace("stripped-", "library-"))
    comparison.add(sorted(folder.iterdir()), twins)


def main():
    if len(sys.argv) < 2:
        sys.exit(__doc__)
    if not shutil.which("readelf"):
        sys.exit(SKIPPED)
    comparison = Comparison(sys.argv[1])
    folders = [pathlib.Path(folder) for folder in sys.argv[2:]]
    with tempfile.TemporaryDirectory(prefix="cudastdenv-readelf-") as folder:
        add_made_up(comparison, pathlib.Path(folder))
    comparison.add(elf_files(folders, True) if folders else sample())
    telling = comparison.compare_objects()
    print(f"{comparison.files} files, {len(comparison.objects)} of them objects with {telling} telling symbols, "
          f"{len(comparison.wrong)} differences")
    print("\n".join(comparison.wrong[:50]))
    # The made-up objects alone are two.
    return 1 if comparison.wrong or telling < 2 else 0


sys.exit(main())
