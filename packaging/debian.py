# SPDX-License-Identifier: MIT
"""Debian's packages of another architecture or release, unpacked in a directory.

apt uses separate lists, so the machine does not change.
"""

import pathlib
import subprocess

# The libraries with which a static command reads archives.
ARCHIVE_PACKAGES = ["libarchive-dev", "libbz2-dev", "liblzma-dev", "libzstd-dev", "nettle-dev", "zlib1g-dev"]
PROGRAMS = ["apt-get", "dpkg-deb", "dpkg-query"]
KEYRING = "/usr/share/keyrings/debian-archive-keyring.gpg"
MIRROR = "http://deb.debian.org/debian"


class NotFetched(Exception):
    """A list of packages, or a package, cannot be fetched."""


def _run(command, **options):
    try:
        done = subprocess.run([str(part) for part in command], stdin=subprocess.DEVNULL, stdout=subprocess.PIPE,
                              stderr=subprocess.STDOUT, text=True, check=False, **options)
    except FileNotFoundError as error:
        raise NotFetched(f"{command[0]} is not installed") from error
    if done.returncode != 0:
        raise NotFetched(f"{command[0]}: exit code {done.returncode}\n{done.stdout}")
    return done.stdout


def unpacked(folder, architecture, packages, release=None):
    """A directory with the packages' files, like a root. Without a release: that of this machine."""
    folder = pathlib.Path(folder).resolve()
    root = folder / "unpacked"
    for below in ("lists/partial", "cache/archives/partial", "unpacked"):
        (folder / below).mkdir(parents=True, exist_ok=True)
    (folder / "status").touch()
    settings = [f"APT::Architecture={architecture}", f"APT::Architectures::={architecture}", f"Dir::State={folder}",
                f"Dir::State::status={folder / 'status'}", f"Dir::Cache={folder / 'cache'}", "APT::Sandbox::User=root"]
    if release:
        (folder / "sources.list").write_text(f"deb [signed-by={KEYRING}] {MIRROR} {release} main\n", encoding="utf-8")
        settings += [f"Dir::Etc::sourcelist={folder / 'sources.list'}", "Dir::Etc::sourceparts=/dev/null"]
    apt = ["apt-get", *(part for setting in settings for part in ("-o", setting))]
    _run([*apt, "update"])
    _run([*apt, "download", *packages], cwd=folder)
    for package in folder.glob("*.deb"):
        _run(["dpkg-deb", "--extract", package, root])
    # A link to /lib/... must lead into this root, also outside of a chroot.
    for link in root.rglob("*"):
        if link.is_symlink() and (target := link.readlink()).is_absolute():
            link.unlink()
            link.symlink_to(root / target.relative_to("/"))
    return root


def command_libraries(folder, architecture):
    """The libraries of the command for another architecture. Boost's release is that of the headers."""
    owner = _run(["dpkg-query", "--search", "*/libboost_program_options.a"]).split(":")[0]
    return unpacked(folder, architecture, [owner, *ARCHIVE_PACKAGES])
