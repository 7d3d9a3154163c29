#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""`meson install` installs exactly the files of installed.txt, and copies equal their originals.

usage: installed.py LIST --source DIR --build DIR
       installed.py --self-test    removes, adds and changes files, and checks that it is found

Installed pages may link to each other and to other installed files, as in the sources.
"""

import argparse
import dataclasses
import fnmatch
import json
import os
import pathlib
import re
import shutil
import subprocess
import sys
import tempfile

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parents[1]))
from programs import MESON  # noqa: E402

LINKS = pathlib.Path(__file__).resolve().parents[1] / "links.py"
# Targets of links that are installed elsewhere, or not at all.
ONLY_IN_SOURCES = ("../.github/ISSUE_TEMPLATE/wrong_answer.md", "include/cudastdenv.h")


@dataclasses.dataclass
class Row:
    place: str
    source: str
    builds: tuple  # none: all of them

    def fits(self, name):
        folder, _, pattern = self.place.rpartition("/")
        return pathlib.PurePosixPath(name).parent.as_posix() == folder and fnmatch.fnmatchcase(name.rpartition("/")[2], pattern)

    def originals(self, sources):
        """By installed name."""
        folder = self.place.rpartition("/")[0]
        if "*" not in self.place:
            return {self.place: path for path in sources.glob(self.source)}
        return {f"{folder}/{path.name}": path for pattern in self.source.split() for path in sources.glob(pattern)}


def read_rows(text, values):
    for line in text.splitlines():
        if line and not line.startswith("#"):
            place, source, builds, *_ = *re.split(r"  +", line.format_map(values)), ""
            yield Row(place, source, tuple(builds.split()))


def complaint(row, path, original):
    """The error of an installed file, or None."""
    if row.source.startswith("-> "):
        if not path.is_symlink() or os.readlink(path) != row.source.removeprefix("-> "):
            return f"is no link that says {row.source}"
        return None if path.exists() else "leads nowhere"
    if path.is_symlink() or not path.is_file():
        return "is not a file"
    is_program = "/bin/" in f"/{row.place}" or re.search(r"\.so\.[\d.]+$", row.place)
    expected = 0o755 if is_program else 0o644
    if path.stat().st_mode & 0o777 != expected:
        return f"has the mode {path.stat().st_mode & 0o777:o}, not {expected:o}"
    if row.source == "built":
        return None if path.stat().st_size else "is empty"
    return None if path.read_bytes() == original.read_bytes() else f"is not {original}"


def complaints(rows, root, sources):
    found = {path.relative_to(root).as_posix(): path
             for path in sorted(root.rglob("*")) if path.is_symlink() or not path.is_dir()}
    for row in rows:
        mine = [name for name in found if row.fits(name)]
        is_copy = row.source != "built" and not row.source.startswith("-> ")
        originals = row.originals(sources) if is_copy else dict.fromkeys(mine)
        if not mine or not originals:
            yield f"{row.place}: there is none"
        yield from (f"{name}: is not installed" for name in originals if name not in mine)
        for name in mine:
            path = found.pop(name)
            if name not in originals:
                yield f"{name}: is not in the list"
            elif wrong := complaint(row, path, originals[name]):
                yield f"{name}: {wrong}"
    yield from (f"{name}: is not in the list" for name in found)


def broken_links(pages):
    """The broken links of the pages, with the linked directories in place."""
    with tempfile.TemporaryDirectory(prefix="cudastdenv-pages-") as scratch:
        copy = pathlib.Path(scratch) / "pages"
        shutil.copytree(pages, copy)
        reported = subprocess.run([sys.executable, LINKS, copy], stdout=subprocess.PIPE, text=True, check=False).stdout
    for line in reported.splitlines():
        if line != "nothing wrong" and not any(f" {target}:" in line for target in ONLY_IN_SOURCES):
            yield f"in an installed page: {line}"


def introspect(build, what):
    done = subprocess.run([*MESON, "introspect", build, what], stdout=subprocess.PIPE, text=True, check=True)
    return json.loads(done.stdout)


def check(options):
    values = {option["name"]: option["value"] for option in introspect(options.build, "--buildoptions")}
    values["version"] = introspect(options.build, "--projectinfo")["version"]
    # Before 1.0 a minor version is an ABI (meson.build).
    major, minor, _ = values["version"].split(".")
    values["abi"] = f"0.{minor}" if major == "0" else major
    programs = [target["name"] for target in introspect(options.build, "--targets") if target["installed"]]
    kind = {values["default_library"]} | ({"command"} if programs.count("cudastdenv") > 1 else set())
    if "manual pages" in programs:
        kind.add("manual")
    rows = [row for row in read_rows(options.list.read_text(encoding="utf-8"), values)
            if not row.builds or kind & set(row.builds)]
    with tempfile.TemporaryDirectory(prefix="cudastdenv-installed-") as scratch:
        os.umask(0o022)
        subprocess.run([*MESON, "install", "-C", options.build, "--no-rebuild", "--quiet", "--destdir", scratch],
                       stdout=subprocess.DEVNULL, check=True)
        root = pathlib.Path(scratch + values["prefix"])
        wrong = list(complaints(rows, root, options.source))
        outside = [path for path in pathlib.Path(scratch).rglob("*") if path.is_file() and not path.is_relative_to(root)]
        wrong += [f"{path}: is not below the prefix" for path in outside]
        wrong += broken_links(root / values["datadir"] / "doc" / "cudastdenv")
    return wrong


SELF_TEST_LIST = """
{bindir}/tool    built    command
share/tool/other.json    made/one.json
share/tool/link    -> a.txt
share/tool/*    made/*.txt made/*.md
"""
SELF_TEST_SOURCES = {"made/a.txt": "a", "made/b.md": "b", "made/one.json": "{}"}
SELF_TEST_INSTALLED = {"bin/tool": "x", "share/tool/a.txt": "a", "share/tool/b.md": "b", "share/tool/other.json": "{}"}
# A path and its change: a text, None to remove it, a number for a mode. Then the error.
SELF_TESTS = [
    ("share/tool/a.txt", "A", "share/tool/a.txt: is not "),
    ("share/tool/other.json", "[]", "share/tool/other.json: is not "),
    ("share/tool/b.md", None, "share/tool/b.md: is not installed"),
    ("share/tool/c.txt", "c", "share/tool/c.txt: is not in the list"),
    ("etc/tool", "c", "etc/tool: is not in the list"),
    ("bin/tool", None, "bin/tool: there is none"),
    ("bin/tool", "", "bin/tool: is empty"),
    ("bin/tool", 0o644, "bin/tool: has the mode 644, not 755"),
    ("share/tool/b.md", 0o666, "share/tool/b.md: has the mode 666, not 644"),
    ("share/tool/link", None, "share/tool/link: there is none"),
]


def write(root, files):
    for name, text in files.items():
        path = root / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text, encoding="utf-8")
        path.chmod(0o755 if name.startswith("bin/") else 0o644)


def self_test():
    for name, change, expected in [("", None, ""), *SELF_TESTS]:
        with tempfile.TemporaryDirectory(prefix="cudastdenv-installed-") as scratch:
            sources, root = pathlib.Path(scratch, "sources"), pathlib.Path(scratch, "root")
            write(sources, SELF_TEST_SOURCES)
            write(root, SELF_TEST_INSTALLED)
            (root / "share/tool/link").symlink_to("a.txt")
            if isinstance(change, str):
                write(root, {name: change})
            elif change is None and name:
                (root / name).unlink()
            elif name:
                (root / name).chmod(change)
            rows = list(read_rows(SELF_TEST_LIST, {"bindir": "bin"}))
            reported = list(complaints(rows, root, sources))
            if not (any(line.startswith(expected) for line in reported) if expected else not reported):
                yield f"{name or 'nothing'} changed to {change!r}: expected {expected!r}, got {reported}"
            if len(reported) > 1 and expected:
                yield f"{name} changed to {change!r}: more is said than one thing: {reported}"


def main():
    if sys.argv[1:] == ["--self-test"]:
        wrong = list(self_test())
    else:
        parser = argparse.ArgumentParser()
        parser.add_argument("list", type=pathlib.Path)
        parser.add_argument("--source", type=pathlib.Path, required=True)
        parser.add_argument("--build", type=pathlib.Path, required=True)
        wrong = check(parser.parse_args())
    print("\n".join(wrong) or "nothing wrong")
    return 1 if wrong else 0


sys.exit(main())
