#!/usr/bin/env bash
# SPDX-License-Identifier: MIT
# Makes Debian's source package of this checkout in DIRECTORY, and builds it there: of the files in git, with local
# changes. It needs git, and the packages of build-essential and debian/control.
#
# usage: packaging/deb.sh DIRECTORY [ARGUMENT OF dpkg-buildpackage]...
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
    echo "error: packaging/debian/changelog has version $upstream, and the project $of_project" >&2
    exit 3
fi

tree=$(git -C "$root" stash create)
sources=$folder/cudastdenv-$upstream
rm -rf "$sources"
# One thread, without name and time, so that the same tree gives the same archive.
git -C "$root" archive --format=tar --prefix="cudastdenv-$upstream/" "${tree:-HEAD}" |
    xz --threads=1 >"$folder/cudastdenv_$upstream.orig.tar.xz"
tar -xf "$folder/cudastdenv_$upstream.orig.tar.xz" -C "$folder"
cp -a "$sources/packaging/debian" "$sources/debian"
cd "$sources"
exec dpkg-buildpackage --unsigned-source --unsigned-changes "$@"
