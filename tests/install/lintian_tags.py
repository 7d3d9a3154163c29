# SPDX-License-Identifier: MIT
"""The tags that lintian reports for the Debian packages, with all checks, and the expected ones."""

COMMAND = ("lintian", "--allow-root", "--fail-on", "none", "--tag-display-limit", "0", "-EviIL", "+pedantic")
# A first upload lacks the number of an ITP bug.
EXPECTED = ("initial-upload-closes-no-bugs",)
# Overrides that only some versions of lintian need: Debian 12's does not know the version of Policy, and a later one
# reads pyproject.toml.
UNUSED_BY_SOME = ("newer-standards-version", "missing-prerequisite-for-pyproject-backend")


def is_unused_by_some(line):
    return any(f"unused-override {tag}" in line for tag in UNUSED_BY_SOME)


def complaints(output):
    """Each line with an unexpected tag, and each expected tag that is in no line."""
    tags = [line for line in output.splitlines() if line[:3] in ("E: ", "W: ", "I: ", "P: ", "X: ")]
    yield from (line for line in tags if not is_unused_by_some(line) and not any(tag in line.split() for tag in EXPECTED))
    yield from (f"{tag} is expected and is no longer said" for tag in EXPECTED
                if not any(tag in line.split() for line in tags))
