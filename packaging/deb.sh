#!/usr/bin/env bash
# SPDX-License-Identifier: MIT
# Makes Debian's source package of this checkout in FOLDER, and builds it there: of what git knows, changed files as
# they are now. What it takes besides git is what Debian's build-essential and debian/control name.
#
# usage: packaging/deb.sh FOLDER [ARGUMENT OF dpkg-buildpackage]...
set -euo pipefail

if (($# == 0)); then
    sed -n '/^# usage/s/^# //p' "$0" >&2
    exit 2
fi
root=$(cd "$(dirname "${BASH_SOURCE[0]}")/.." && pwd)
mkdir -p "$1"
folder=$(cd "$1" && pwd)
shift

version=$(dpkg-parsechangelog -l "$root/packaging/debian/changelog" -S Version)
upstream=${version%-*}
of_project=$(sed -n "s/^  version: '\(.*\)',$/\1/p" "$root/meson.build")
if [[ $upstream != "$of_project" ]]; then
    echo "error: packaging/debian/changelog is about $upstream, and the project is $of_project" >&2
    exit 3
fi

tree=$(git -C "$root" stash create)
sources=$folder/cudastdenv-$upstream
rm -rf "$sources"
# One thread, and no name or time: the same tree is the same archive.
git -C "$root" archive --format=tar --prefix="cudastdenv-$upstream/" "${tree:-HEAD}" |
    xz --threads=1 >"$folder/cudastdenv_$upstream.orig.tar.xz"
tar -xf "$folder/cudastdenv_$upstream.orig.tar.xz" -C "$folder"
cp -a "$sources/packaging/debian" "$sources/debian"
cd "$sources"
exec dpkg-buildpackage --unsigned-source --unsigned-changes "$@"
