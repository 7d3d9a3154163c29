#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""Runs each block of Python in a page. The output of a line with `print` must be its comment, after `  # `.

usage: snippets.py FILE
"""

import contextlib
import io
import pathlib
import re
import sys

BLOCK = re.compile(r"^```python\n(.*?)^```$", re.MULTILINE | re.DOTALL)
PRINTED = re.compile(r"print\(.*\)  # (.*)$", re.MULTILINE)


def main():
    page = pathlib.Path(sys.argv[1])
    blocks = BLOCK.findall(page.read_text(encoding="utf-8"))
    wrong = 0
    for block in blocks:
        written = io.StringIO()
        with contextlib.redirect_stdout(written):
            exec(compile(block, page.name, "exec"), {"__name__": "snippet"})
        if (expected := PRINTED.findall(block)) != written.getvalue().splitlines():
            wrong += 1
            print(f"{block}\nprints\n{written.getvalue()}and not\n{chr(10).join(expected)}", file=sys.stderr)
    print(f"{len(blocks)} blocks, {wrong} print something else")
    return 1 if wrong or not blocks else 0


sys.exit(main())
