#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""Builds and tries the Debian packages in new Debian systems.

usage: debian.py [OPTIONS] [SUITE...]      default: bookworm and trixie

In each: makes the source package of this checkout with local changes (packaging/deb.sh), and builds and tests it with
only its build dependencies and no network; runs lintian with all checks; builds again in another directory with another
umask, locale, time zone and day, for the same bytes; runs the packages' tests (autopkgtest) with nothing more
installed; installs and purges them, and expects the root's files to be unchanged. The exit code is 1 if any of that
failed. The packages are in ROOTS/packages-SUITE.

Needs root, debootstrap, git, a package mirror, 3 GB and half an hour for each suite.
"""

import argparse
import os
import pathlib
import shutil
import subprocess
import sys
import time

import making

SOURCE = pathlib.Path(__file__).resolve().parents[2]
sys.path.insert(0, str(SOURCE / "tests/install"))
import lintian_tags
BUILD = "/build/one"
AGAIN = "/build/quite/another/folder"
TOOLS = "lintian autopkgtest faketime locales-all"
# Files that change with any installation.
CHANGING = r"^/(proc|dev|sys|tmp|run|build|out|ccache|var/(cache|log)|var/lib/(apt|dpkg))(/|$)"
LIST_FILES = f"find / -xdev -printf '%p %y %m %u %g %l\\n' | grep -vE '{CHANGING}' | sort"


class Failed(Exception):
    pass


class Trial:
    def __init__(self, options, suite):
        self.options, self.suite = options, suite
        self.roots = options.roots
        self.out = self.roots / f"packages-{suite}"
        shutil.rmtree(self.out, ignore_errors=True)
        self.out.mkdir(parents=True)
        self.base = making.base_root(self.roots, suite, options.mirror)
        making.join_network(self.base)

    def run(self, layers, script, upper=None, network=True):
        archives = self.roots / f"archives-{self.suite}"
        (archives / "partial").mkdir(parents=True, exist_ok=True)
        binds = [(self.out, "out"), *([(archives, "var/cache/apt/archives")] if network else [])]
        environment = {"DEB_BUILD_OPTIONS": f"parallel={self.options.jobs}"}
        if self.options.ccache:
            binds.append((self.options.ccache, "ccache"))
            environment |= {"CCACHE_DIR": "/ccache", "PATH": f"/usr/lib/ccache:{making.ENVIRONMENT['PATH']}"}
        done = making.enter_layers(layers, "set -e\n" + script, upper, binds=binds, network=network, environment=environment,
                                   stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True)
        with open(self.out / "log", "a", encoding="utf-8") as log:
            log.write(f"$ {script}\n{done.stdout}\nexit {done.returncode}\n")
        if done.returncode != 0:
            raise Failed(f"exit {done.returncode}, see {self.out}/log\n" + "\n".join(done.stdout.splitlines()[-30:]))
        return done.stdout

    def prepare(self):
        """The source package, made in its own layer, and a layer with its build dependencies."""
        self.builder, self.checker = self.layer("builder"), self.layer("checker")
        commit = subprocess.run(["git", "-C", SOURCE, "stash", "create"], check=True, stdout=subprocess.PIPE, text=True).stdout
        subprocess.run(["git", "clone", "--quiet", "--no-hardlinks", SOURCE, self.out / "checkout"], check=True)
        if commit.strip():
            subprocess.run(["git", "-C", self.out / "checkout", "fetch", "--quiet", SOURCE, commit.strip()], check=True)
            subprocess.run(["git", "-C", self.out / "checkout", "checkout", "--quiet", commit.strip()], check=True)
        cached = "ccache" if self.options.ccache else ""
        self.run([self.base], f"""{making.APT_SETTINGS}
            apt-get update -qq
            apt-get install -y -qq --no-install-recommends build-essential git""", self.layer("source"))
        self.run([self.roots / f"source-{self.suite}", self.base], """
            git config --global --add safe.directory '*'
            /out/checkout/packaging/deb.sh /out/source --build=source --no-check-builddeps --no-pre-clean""")
        # As on a build daemon: only these packages.
        self.run([self.base], f"""{making.APT_SETTINGS}
            apt-get update -qq
            apt-get install -y -qq --no-install-recommends build-essential fakeroot {cached}
            apt-get build-dep -y -qq --no-install-recommends /out/source/*.dsc""", self.builder)
        self.run([self.builder, self.base], f"apt-get install -y -qq --no-install-recommends {TOOLS}", self.checker)
        shutil.rmtree(self.out / "checkout")

    def layer(self, name):
        folder = self.roots / f"{name}-{self.suite}"
        shutil.rmtree(folder, ignore_errors=True)
        folder.mkdir(parents=True)
        return folder

    def build(self):
        self.run([self.builder, self.base], f"""
            mkdir -p {BUILD} && cd {BUILD} && cp /out/source/*.dsc /out/source/*.tar.* .
            dpkg-source --extract *.dsc tree && cd tree
            dpkg-buildpackage --unsigned-source --unsigned-changes
            mkdir /out/packages && cp ../*.deb ../*.changes ../*.buildinfo ../*.dsc ../*.tar.* /out/packages""", network=False)
        return ", ".join(f"{path.name.split('_')[0]} {path.stat().st_size // 1024} kB" for path in self.packages())

    def packages(self):
        return sorted((self.out / "packages").glob("*.deb"))

    def lintian(self):
        output = self.run([self.checker, self.builder, self.base],
                          f"cd /out && {' '.join(lintian_tags.COMMAND)} packages/*.changes source/*.changes")
        if wrong := list(lintian_tags.complaints(output)):
            raise Failed("\n".join(wrong))
        return f"nothing but {', '.join(lintian_tags.EXPECTED)}"

    def build_again(self):
        """Without a compiler cache, which would return the first build's objects."""
        self.run([self.checker, self.builder, self.base], f"""
            umask 0077; export LC_ALL=tr_TR.UTF-8 TZ=Pacific/Kiritimati HOME=/nowhere CCACHE_DISABLE=1
            mkdir -p {AGAIN} && cd {AGAIN} && cp /out/source/*.dsc /out/source/*.tar.* .
            (umask 0022; dpkg-source --extract *.dsc tree) && cd tree
            export DEB_BUILD_OPTIONS="$DEB_BUILD_OPTIONS nocheck"
            faketime -f +400d dpkg-buildpackage --unsigned-source --unsigned-changes --build=binary
            cd .. && for package in *.deb; do cmp "$package" "/out/packages/$package"; done
            [ "$(ls *.deb)" = "$(cd /out/packages && ls *.deb)" ]""", network=False)
        return "the same bytes"

    def autopkgtest(self):
        output = self.run([self.base], f"""{making.APT_SETTINGS}
            apt-get update -qq
            apt-get install -y -qq --no-install-recommends autopkgtest dpkg-dev
            status=0
            autopkgtest --no-built-binaries /out/packages/*.deb /out/packages/*.dsc -- null || status=$?
            exit $status""")
        passed = sorted({line.split()[0] for line in output.splitlines() if line.split()[1:2] == ["PASS"]})
        if not passed:
            raise Failed("no test passed")
        return f"passed: {', '.join(passed)}"

    def install_and_purge(self):
        names = " ".join(path.name.split("_")[0] for path in self.packages() if "dbgsym" not in path.name)
        self.run([self.base], f"""{making.APT_SETTINGS}
            apt-get update -qq
            {LIST_FILES} >/tmp/before
            apt-get install -y -qq --no-install-recommends $(ls /out/packages/*.deb | grep -v dbgsym)
            cudastdenv resolve --cuda 12.8 --stdenv {'debian-13' if self.suite == 'trixie' else 'debian-12'}
            apt-get purge -y -qq {names}
            apt-get purge -y -qq --autoremove
            {LIST_FILES} >/tmp/after
            diff /tmp/before /tmp/after""")
        return "nothing is left behind"


STEPS = ("prepare", "build", "lintian", "autopkgtest", "install_and_purge", "build_again")


def run_suite(options, suite):
    trial, rows = Trial(options, suite), []
    for step in STEPS:
        begin = time.monotonic()
        try:
            outcome, good = getattr(trial, step)() or "done", True
        except Failed as reason:
            outcome, good = str(reason), False
        rows.append((suite, step.replace("_", " "), outcome.splitlines()[0], good, time.monotonic() - begin))
        print(f"{suite}: {rows[-1][1]}: {outcome} ({rows[-1][4]:.0f} s)", flush=True)
        if not good and step in ("prepare", "build"):
            break
    return rows


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("suites", nargs="*", metavar="SUITE", default=["bookworm", "trixie"])
    parser.add_argument("--roots", type=pathlib.Path, default=os.environ.get("CUDASTDENV_ROOTS"),
                        help="folder that keeps base roots and packages (default: CUDASTDENV_ROOTS)")
    parser.add_argument("--mirror", default=making.MIRROR)
    parser.add_argument("--jobs", type=int, default=os.cpu_count(), help="compilers at a time")
    parser.add_argument("--ccache", type=pathlib.Path, help="a compiler cache for the first build")
    options = parser.parse_args()
    complaint = making.complaint_of_machine() or ("" if options.roots else "say where the roots may lie: --roots FOLDER")
    if complaint:
        parser.error(complaint)
    options.roots = options.roots.resolve()
    options.roots.mkdir(parents=True, exist_ok=True)
    rows = [row for suite in options.suites for row in run_suite(options, suite)]
    print("\n| suite | step | outcome | seconds |\n|---|---|---|---|")
    for suite, step, outcome, _, seconds in rows:
        print(f"| {suite} | {step} | {outcome} | {seconds:.0f} |")
    return 0 if all(row[3] for row in rows) else 1


sys.exit(main())
