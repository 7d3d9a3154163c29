#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""Checks that the target of each link to a file of this tree, or to a heading in one, exists.

usage: links.py ROOT           reads the Markdown files of ROOT, its data/, docs/ and .github/
       links.py --self-test    breaks a link of each kind and checks that it is found
"""

import pathlib
import re
import sys
import tempfile

PAGES = ("*.md", "data/*.md", "docs/*.md", ".github/**/*.md")
CODE = re.compile(r"^(```+)[^\n]*\n.*?^\1$|`[^`\n]*`", re.MULTILINE | re.DOTALL)
LINK = re.compile(r"\[[^\]]*\]\(([^)\s]*)\)")
HEADING = re.compile(r"^#+ (.*)$", re.MULTILINE)
BLOCK = re.compile(r"^(```+)[^\n]*\n.*?^\1$", re.MULTILINE | re.DOTALL)


def anchors(text):
    """Anchors as on public hosts: letters, digits, hyphens; a second one of the same name has a number."""
    found = set()
    for heading in HEADING.findall(BLOCK.sub("", text)):
        anchor = re.sub(r"[^\w\- ]", "", heading.strip().lower()).replace(" ", "-")
        count = 0
        while (numbered := f"{anchor}-{count}" if count else anchor) in found:
            count += 1
        found.add(numbered)
    return found


def links_of(text):
    """(line, target) of each link within the tree."""
    text = CODE.sub(lambda code: "x" + "\n" * code[0].count("\n"), text)
    for link in LINK.finditer(text):
        if not re.match(r"[a-z]+:", link[1]):
            yield text.count("\n", 0, link.end()) + 1, link[1]


def complaint(root, page, target):
    path, _, anchor = target.partition("#")
    file = (page.parent / path).resolve() if path else page.resolve()
    if not file.is_relative_to(root.resolve()):
        return "leads out of the tree"
    if not file.exists():
        return "there is no such file"
    if anchor and anchor not in anchors(file.read_text(encoding="utf-8")):
        return "there is no such heading"
    return None


def check(root):
    pages = sorted({page for pattern in PAGES for page in root.glob(pattern)})
    for page in pages:
        for number, target in links_of(page.read_text(encoding="utf-8")):
            if wrong := complaint(root, page, target):
                yield f"{page.relative_to(root).as_posix()}:{number}: {target}: {wrong}"
    if not pages:
        yield "no pages"


GOOD_TREE = {
    "README.md": "# One\n[a](docs/a.md) [`b`](docs/a.md#how-its-done-here) [c](#one) [d](https://host/x)\n"
                 "`[code](nowhere.md)`\n```\n[code](nowhere.md)\n# no heading\n```\n",
    "docs/a.md": "# A\n## How it's `done`: here\n## A\n[up](../README.md) [second](#a-1)\n",
    "LICENSE": "",
}
# A change of the good tree, and the expected error.
BROKEN = [
    ({"README.md": "\n[a](docs/b.md)\n"}, "README.md:2: docs/b.md: there is no such file"),
    ({"README.md": "[a](docs/a.md#gone)\n"}, "docs/a.md#gone: there is no such heading"),
    ({"README.md": "```\n# One\n```\n[a](#one)\n"}, "README.md:4: #one: there is no such heading"),
    ({"docs/a.md": "[a](../../outside)\n"}, "leads out of the tree"),
    ({"docs/a.md": "[a](README.md)\n"}, "README.md: there is no such file"),
    ({".github/ISSUE_TEMPLATE/a.md": "[a](LICENSE)\n"}, "LICENSE: there is no such file"),
    ({"README.md": "[over two\nlines](docs/b.md)\n"}, "README.md:2: docs/b.md: there is no such file"),
    ({"README.md": "`x` [a](docs/b.md) `y`\n"}, "docs/b.md: there is no such file"),
]


def complaints_of_tree(files):
    with tempfile.TemporaryDirectory(prefix="cudastdenv-links-") as scratch:
        root = pathlib.Path(scratch)
        for name, text in files.items():
            path = root / name
            path.parent.mkdir(parents=True, exist_ok=True)
            path.write_text(text, encoding="utf-8")
        return list(check(root))


def self_test():
    if wrong := complaints_of_tree(GOOD_TREE):
        yield f"the good tree is refused: {wrong}"
    for change, expected in BROKEN:
        wrong = complaints_of_tree(GOOD_TREE | change)
        if not any(expected in line for line in wrong):
            yield f"{change}: expected {expected!r}, got {wrong}"


def main():
    if len(sys.argv) != 2:
        sys.exit(__doc__)
    wrong = list(self_test() if sys.argv[1] == "--self-test" else check(pathlib.Path(sys.argv[1])))
    print("\n".join(wrong) or "nothing wrong")
    return 1 if wrong else 0


sys.exit(main())
