# SPDX-License-Identifier: MIT
"""What lintian says of the Debian packages, with nothing left out, and what of it is expected."""

COMMAND = ("lintian", "--allow-root", "--fail-on", "none", "--tag-display-limit", "0", "-EviIL", "+pedantic")
# What the first upload of a package lacks is the number of a bug in which somebody says that he packages it.
EXPECTED = ("initial-upload-closes-no-bugs",)
# Overrides that one lintian needs and another has no use for: Debian 12's does not know the version of Policy that is
# named, and a later one knows more of pyproject.toml.
UNUSED_BY_SOME = ("newer-standards-version", "missing-prerequisite-for-pyproject-backend")


def is_unused_by_some(line):
    return any(f"unused-override {tag}" in line for tag in UNUSED_BY_SOME)


def complaints(said):
    """Each line with a tag that is not expected, and each expected tag that is in no line."""
    tags = [line for line in said.splitlines() if line[:3] in ("E: ", "W: ", "I: ", "P: ", "X: ")]
    yield from (line for line in tags if not is_unused_by_some(line) and not any(tag in line.split() for tag in EXPECTED))
    yield from (f"{tag} is expected and is no longer said" for tag in EXPECTED
                if not any(tag in line.split() for line in tags))
