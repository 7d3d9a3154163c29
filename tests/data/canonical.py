#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""The canonical form of the data files.

Two spaces of indentation. A list of scalars is on one line. So is an object of scalars and lists of scalars, if its
line (with indentation, key and comma) has at most 100 columns. Other values have a line for each part. One newline at
the end; only the escapes that JSON requires.

    canonical.py FILE           prints FILE in canonical form
    canonical.py --write FILE…  rewrites the files that are not in canonical form
"""

import json
import sys

COLUMNS = 100


def scalar(value):
    return not isinstance(value, (list, dict))


def leaf(value):
    """A scalar, a list of scalars, or an object of these two."""
    if isinstance(value, list):
        return all(scalar(item) for item in value)
    if isinstance(value, dict):
        return all(scalar(item) or (isinstance(item, list) and leaf(item)) for item in value.values())
    return True


def one_line(value):
    return json.dumps(value, ensure_ascii=False)


def write(value, indent, key, comma):
    """The lines of one value; `key` is `"name": ` or empty, `comma` is `,` or empty."""
    margin = " " * indent
    flat = margin + key + one_line(value) + comma
    if leaf(value) and (not isinstance(value, dict) or len(flat) <= COLUMNS):
        return [flat]
    opening, closing = ("{", "}") if isinstance(value, dict) else ("[", "]")
    items = ([(one_line(name) + ": ", item) for name, item in value.items()]
             if isinstance(value, dict) else [("", item) for item in value])
    lines = [margin + key + opening]
    for index, (name, item) in enumerate(items):
        lines += write(item, indent + 2, name, "," if index + 1 < len(items) else "")
    lines.append(margin + closing + comma)
    return lines


def canonical(value):
    return "\n".join(write(value, 0, "", "")) + "\n"


def unique_keys(pairs):
    names = [name for name, _ in pairs]
    for name in names:
        if names.count(name) > 1:
            raise ValueError(f"the key {name!r} stands twice in one object")
    return dict(pairs)


def parse(text):
    """Reads JSON, and rejects a duplicate key in an object."""
    return json.loads(text, object_pairs_hook=unique_keys)


def main(arguments):
    rewrite = arguments[:1] == ["--write"]
    files = arguments[1:] if rewrite else arguments
    if not files or (not rewrite and len(files) != 1):
        print(__doc__, file=sys.stderr)
        return 2
    for name in files:
        with open(name, encoding="utf-8") as file:
            before = file.read()
        after = canonical(parse(before))
        if not rewrite:
            sys.stdout.write(after)
        elif after != before:
            with open(name, "w", encoding="utf-8") as file:
                file.write(after)
            print(f"{name}: rewritten")
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
