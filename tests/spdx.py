#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""Checks that the first comment of each source file has the licence of meson.build.

usage: spdx.py ROOT            lists the files without it
       spdx.py --write ROOT    adds the line
       spdx.py --self-test     removes, misplaces and misspells it in a small tree, and checks that it is found

LICENSE also applies to all other files: JSON has no comments, files that tests compare byte for byte must not change,
and the page's style and script (src/matrix) would copy the line into each page.
"""

import pathlib
import re
import sys
import tempfile

PLACES = ("*", ".ci/*", "data/*", "examples/**/*", "include/**/*", "packaging/**/*", "src/**/*", "tests/**/*")
INPUTS = "tests/golden/*/*"  # of golden tests
HASH, SLASHES, STARS = "# {}", "// {}", "/* {} */"
COMMENTS = {
    "CMakeLists.txt": HASH,
    "meson.build": HASH,
    "meson_options.txt": HASH,
    ".c": STARS,
    ".cmake": HASH,
    ".cpp": SLASHES,
    ".cu": SLASHES,
    ".h": STARS,
    ".hpp": SLASHES,
    ".ld": STARS,
    ".map": STARS,
    ".nix": HASH,
    ".py": HASH,
}


def sources_in(root):
    """(path, form of its comments) of each file that can have the line."""
    for path in sorted({path for place in PLACES for path in root.glob(place) if path.is_file()}):
        if path.relative_to(root).match(INPUTS):
            continue
        template = pathlib.PurePath(path.name.removesuffix(".in"))
        if form := COMMENTS.get(template.name) or COMMENTS.get(template.suffix):
            yield path, form
        elif path.suffix == "" and path.read_bytes().startswith(b"#!"):
            yield path, HASH


def licence_of(root):
    return re.search(r"^  license: '([^']+)',$", (root / "meson.build").read_text(encoding="utf-8"), re.MULTILINE)[1]


def split(text):
    """The text before the line's place, and the text after it."""
    shebang = re.match(r"(#!.*\n)?", text)[0]
    return shebang, text[len(shebang):]


def unmarked(root):
    """(path, text, line) of each file without it."""
    # In two parts, so that this line itself does not match.
    words = "SPDX-License-" + f"Identifier: {licence_of(root)}"
    for path, form in sources_in(root):
        text, line = path.read_text(encoding="utf-8"), form.format(words) + "\n"
        if not split(text)[1].startswith(line):
            yield path, text, line


def check(root):
    for path, _, line in unmarked(root):
        yield f"{path.relative_to(root).as_posix()}: the first comment is not '{line.strip()}'"


def write(root):
    for path, text, line in unmarked(root):
        shebang, rest = split(text)
        path.write_text(shebang + line + rest, encoding="utf-8")


GOOD_TREE = {
    "meson.build": "# SPDX-License-" "Identifier: MIT\nproject(\n  license: 'MIT',\n)\n",
    "dev": "#!/usr/bin/env bash\n# SPDX-License-" "Identifier: MIT\n",
    "src/core/values.hpp": "// SPDX-License-" "Identifier: MIT\n#pragma once\n",
    "include/config.h.in": "/* SPDX-License-" "Identifier: MIT */\n",
    "src/matrix/page.js": '"use strict";\n',
    "data/releases.json": "{}\n",
    "tests/golden/ingest/gcc-14.h": "#if 1\n",
    "tests/golden/golden.py": "#!/usr/bin/env python3\n# SPDX-License-" 'Identifier: MIT\n"""What it is."""\n',
}
# A change of the good tree, and the file that is reported.
BROKEN = [
    ({"src/core/values.hpp": "#pragma once\n"}, "src/core/values.hpp"),
    ({"src/core/values.hpp": "\n// SPDX-License-" "Identifier: MIT\n"}, "src/core/values.hpp"),
    ({"dev": "#!/usr/bin/env bash\n"}, "dev"),
    ({"include/config.h.in": "/* SPDX-License-" "Identifier: GPL-2.0-only */\n"}, "include/config.h.in"),
    ({"meson.build": "project(\n  license: 'MIT',\n)\n"}, "meson.build"),
    ({"tests/golden/golden.py": '"""What it is."""\n'}, "tests/golden/golden.py"),
    ({"examples/c.c": "int main(void) { return 0; }\n"}, "examples/c.c"),
]


def complaints_of_tree(files, *, written=False):
    with tempfile.TemporaryDirectory(prefix="cudastdenv-spdx-") as scratch:
        root = pathlib.Path(scratch)
        for name, text in files.items():
            path = root / name
            path.parent.mkdir(parents=True, exist_ok=True)
            path.write_text(text, encoding="utf-8")
        if written:
            write(root)
        return list(check(root))


def self_test():
    if wrong := complaints_of_tree(GOOD_TREE):
        yield f"the good tree is refused: {wrong}"
    for change, file in BROKEN:
        wrong = complaints_of_tree(GOOD_TREE | change)
        if [line.partition(":")[0] for line in wrong] != [file]:
            yield f"{change}: expected one of {file}, got {wrong}"
        if wrong := complaints_of_tree(GOOD_TREE | change, written=True):
            yield f"{change}: written, and still {wrong}"


def main():
    match sys.argv[1:]:
        case ["--self-test"]:
            wrong = list(self_test())
        case ["--write", root]:
            write(pathlib.Path(root))
            return 0
        case [root]:
            wrong = list(check(pathlib.Path(root)))
        case _:
            sys.exit(__doc__)
    print("\n".join(wrong) or "nothing wrong")
    return 1 if wrong else 0


sys.exit(main())
