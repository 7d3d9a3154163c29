# SPDX-License-Identifier: MIT
"""Machines of layers: a Debian, its compilers, another glibc's headers, Debian's CUDA."""

import dataclasses
import os
import pathlib
import shutil
import subprocess
import tempfile

import making

BUILDERS = "g++ make cmake ccache python3-minimal"
COMPILERS = {
    "bullseye": "g++-9 g++-10 clang-9 clang-11 clang-13 clang-16",
    "bookworm": "g++-11 g++-12 clang-13 clang-14 clang-15 clang-16 clang-19",
    "trixie": "g++-12 g++-13 g++-14 clang-17 clang-18 clang-19 clang-22",
    "sid": "g++-11 g++-12 g++-13 g++-14 g++-15 g++-16 clang-19 clang-21 clang-22 clang-23",
}
# Clangs that sid does not have any more, with its libstdc++ headers: a pair of two suites.
OLDER_CLANGS = "clang-13 clang-14 clang-15 clang-16 clang-17 clang-18"
OLDER_SUITES = """
for suite in bookworm trixie; do echo "deb {mirror} $suite main"; done >/etc/apt/sources.list.d/old.list
for suite in bookworm trixie; do
    printf 'Package: *\\nPin: release n=%s\\nPin-Priority: %s\\n\\n' $suite $([ $suite = trixie ] && echo 60 || echo 50)
done >/etc/apt/preferences.d/old
"""
GLIBC = {"bullseye": "2.31", "bookworm": "2.36", "trixie": "2.41", "sid": "2.43"}
# From the metadata of cuda-toolkit on PyPI.
NVCC_OF_WHEELS = {"13.0.0": "13.0.48", "13.0.2": "13.0.88", "13.1.0": "13.1.80", "13.1.1": "13.1.115",
                  "13.2.0": "13.2.51", "13.2.1": "13.2.78", "13.2.2": "13.2.86", "13.3.0": "13.3.33",
                  "13.3.1": "13.3.73", "13.4.1.0": "13.4.59", "13.4.2": "13.4.92", "13.5.0": "13.5.37"}


@dataclasses.dataclass(frozen=True)
class Machine:
    suite: str
    glibc: str  # the suite of its headers
    installed: bool = False  # Debian's CUDA is installed, instead of a toolkit in /opt/cuda
    older_clangs: bool = False
    packaged: bool = False  # pip's site-packages instead of a prefix
    fresh: bool = False  # only the suite's default compiler

    def name(self):
        words = [self.suite, self.glibc]
        words += [word for word in ("installed", "older_clangs", "packaged", "fresh") if getattr(self, word)]
        return " ".join(words)


def add_options(parser):
    parser.add_argument("--roots", type=pathlib.Path, default=os.environ.get("CUDASTDENV_ROOTS"),
                        help="folder that keeps roots and what was tried (default: CUDASTDENV_ROOTS)")
    parser.add_argument("--toolkits", type=pathlib.Path, help="folder that keeps toolkits (default: in the roots)")


def check_options(parser, options):
    complaint = making.complaint_of_machine()
    if complaint or not options.roots:
        parser.error(complaint or "needs a folder, by --roots or CUDASTDENV_ROOTS")
    options.roots = pathlib.Path(options.roots).resolve()
    options.toolkits = (options.toolkits or options.roots / "toolkits").resolve()
    for folder in (options.roots, options.toolkits):
        folder.mkdir(parents=True, exist_ok=True)


def add_layer(roots, name, below, script):
    """A layer that a script creates in a root, once."""
    layer, complete = roots / name, roots / f"{name}.complete"
    if not complete.exists():
        print(f"making {layer}", flush=True)
        shutil.rmtree(layer, ignore_errors=True)
        done = making.enter_layers(below, f"set -e\n{making.APT_SETTINGS}\n{script}", upper=layer,
                                   stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True)
        making.need(done, name)
        complete.touch()
    return layer


def install(roots, name, suite, packages):
    """A Debian with packages."""
    below = making.base_root(roots, suite)
    making.join_network(below)
    script = f"apt-get update -qq; apt-get install -y -qq --no-install-recommends {packages}; apt-get clean"
    return [add_layer(roots, f"{name}-{suite}", [below], script), below]


def compilers(roots, suite):
    """A Debian with its compilers."""
    return install(roots, "compilers", suite, f"{BUILDERS} {COMPILERS[suite]}")


def older_clangs(roots):
    below = compilers(roots, "sid")
    script = (OLDER_SUITES.replace("{mirror}", making.MIRROR) +
              f"apt-get update -qq; apt-get install -y -qq --no-install-recommends {OLDER_CLANGS}; apt-get clean")
    return [add_layer(roots, "clangs-sid", below, script), *below]


def glibc_headers(roots, glibc):
    """The files of another suite's libc6-dev only."""
    suite = next(suite for suite, version in GLIBC.items() if version == glibc)
    below = compilers(roots, suite)
    layer, complete = roots / f"glibc-{glibc}", roots / f"glibc-{glibc}.complete"
    if not complete.exists():
        (layer / "usr").mkdir(parents=True, exist_ok=True)
        script = ("cd /tmp && apt-get update -qq; apt-get download -qq -o APT::Sandbox::User=root libc6-dev && "
                  "dpkg-deb -x libc6-dev_*.deb /unpacked")
        making.need(making.enter_layers(below, script, binds=[(layer, "unpacked")]), f"glibc {glibc}")
        complete.touch()
    return layer


def layers(options, machine, toolkit):
    if machine.fresh:
        below = install(options.roots, "fresh", machine.suite, BUILDERS)
    else:
        below = older_clangs(options.roots) if machine.older_clangs else compilers(options.roots, machine.suite)
    above = []
    if machine.installed:
        above.append(toolkit.packaged)
    if machine.glibc != GLIBC[machine.suite]:
        above.append(glibc_headers(options.roots, machine.glibc))
    return above + below


def run(options, machine, toolkit, script, files, command=None):
    """Runs a script in a machine, in /try, with `files`; returns stdout and stderr as text. `command` is on its
    PATH. Packages that it installs are downloaded once for each suite."""
    with tempfile.TemporaryDirectory(prefix="try-", dir=options.roots) as place:
        for name, text in files.items():
            path = pathlib.Path(place) / name
            path.parent.mkdir(parents=True, exist_ok=True)
            path.write_text(text, encoding="utf-8")
        archives = options.roots / f"archives-{machine.suite}"
        (archives / "partial").mkdir(parents=True, exist_ok=True)
        binds = [(place, "try"), (archives, "var/cache/apt/archives")]
        if not machine.installed:
            binds.append((toolkit.packaged if machine.packaged else toolkit.prefix, "opt/cuda"))
        if command:
            shutil.copy(command, pathlib.Path(place) / "cudastdenv")
            script = f"install cudastdenv /usr/local/bin\n{script}"
        return making.enter_layers(layers(options, machine, toolkit), f"cd /try\n{script}", binds=binds,
                                   stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True, errors="replace")
