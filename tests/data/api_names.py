# SPDX-License-Identifier: MIT
"""How api.json writes many names: `cublas{Create Get{Stream Version}}` is three names that begin with `cublas`."""

import collections
import re


def packed(names):
    """The names as one text."""
    left, groups = set(names), []
    counts = collections.Counter(name[:end] for name in left for end in stems(name))
    for stem, _ in sorted(counts.items(), key=lambda item: (-(item[1] - 1) * len(item[0]), item[0])):
        members = [name[len(stem):] for name in left if name.startswith(stem) and name != stem]
        if (len(members) - 1) * len(stem) > 3:
            groups.append(f"{stem}{{{packed(members)}}}")
            left -= {stem + member for member in members}
    return " ".join(sorted([*groups, *left]))


def stems(name):
    """Where a name can be divided: behind an underscore or colon, at a capital letter or number."""
    return [at for at in range(2, len(name))
            if name[at - 1] in "_:" or (name[at].isupper() or name[at].isdigit()) and name[at - 1].islower()]


def unpacked(text):
    """The names in such a text."""
    found, stack = [], [""]
    for word, sign in re.findall(r"([^ {}]*)([ {}]|$)", text):
        if sign == "{":
            stack.append(stack[-1] + word)
            continue
        if word:
            found.append(stack[-1] + word)
        if sign == "}":
            stack.pop()
    return sorted(found)
