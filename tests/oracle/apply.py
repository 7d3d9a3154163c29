#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""The printed commands work with the real tools.

usage: apply.py COMMAND

Each part is skipped without its tool; exits 77 without any tool.
"""

import itertools
import json
import os
import pathlib
import re
import shutil
import subprocess
import sys
import tempfile
import unittest

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parents[1]))
from programs import PLAIN_ENVIRONMENT, buildah  # noqa: E402

SKIPPED = 77
DATA = pathlib.Path(__file__).resolve().parents[2] / "data"
COMMAND = sys.argv.pop(1)
SOURCE = """
#include <string>
__global__ void nothing() {}
int main() { nothing<<<1, 1>>>(); return std::string("some text").empty(); }
"""
MAKEFILE = """
program: program.cu
\tnvcc -ccbin $(CXX) -arch=sm_90 -o $@ $<
"""
CMAKELISTS = """
cmake_minimum_required(VERSION 3.18)
project(program LANGUAGES CXX CUDA)
add_executable(program program.cu)
"""


def lines_for(tool, *options):
    """The answer of `resolve`, and the machine."""
    done = subprocess.run([COMMAND, "resolve", *options, "--for", tool, "--json"], capture_output=True, text=True,
                          check=True)
    (apply,) = json.loads(done.stdout)["apply"]
    assert apply["for"] == tool
    return apply["lines"]


def release_here():
    """The release of the nvcc on PATH, if this machine's compiler works with it directly."""
    if not shutil.which("nvcc"):
        return None
    done = subprocess.run([COMMAND, "resolve", "--cuda", "host", "--stdenv", "host", "--json"], capture_output=True,
                          text=True, check=False)
    answer = json.loads(done.stdout) if done.returncode == 0 else {"broken": True}
    return None if answer["broken"] else answer["cuda"]["release"]


class Typed(unittest.TestCase):
    """A directory with a program, in which lines are run."""

    def setUp(self):
        self.folder = pathlib.Path(tempfile.mkdtemp(prefix="cudastdenv-apply-"))
        self.addCleanup(shutil.rmtree, self.folder)
        (self.folder / "program.cu").write_text(SOURCE)
        self.variables = PLAIN_ENVIRONMENT

    def type(self, *lines):
        done = subprocess.run(["sh", "-e", "-c", "\n".join(lines)], cwd=self.folder, env=self.variables,
                              capture_output=True, text=True, check=False)
        self.assertEqual(done.returncode, 0, done.stdout + done.stderr)
        return done.stdout + done.stderr


@unittest.skipUnless(release_here(), "no nvcc with a compiler that works with it")
class OnThisMachine(Typed):
    HERE = ("--cuda", "host", "--stdenv", "host", "--capabilities", "9.0")

    def compiler(self):
        done = subprocess.run([COMMAND, "resolve", *self.HERE, "--print", "cxx"], capture_output=True, text=True,
                              check=True)
        return done.stdout.rstrip("\n")

    def test_nvcc_builds_with_the_lines(self):
        *variables, compile_line = lines_for("nvcc", *self.HERE)
        output = self.type(*variables, f"{compile_line} --dryrun -o program program.cu")
        self.assertIn(self.compiler(), output)
        self.assertEqual(set(re.findall(r"-arch compute_(\d+)", output)), {"90"})
        self.type(*variables, f"{compile_line} -o program program.cu")
        self.assertTrue((self.folder / "program").is_file())

    def test_the_flag_acts_like_the_variable(self):
        """An older release's line, with this release's nvcc: the compiler is in the flags."""
        named = lines_for("nvcc", "--cuda", "11.8", "--stdenv", "gcc-11", "--available", "")
        self.assertTrue(named[0].startswith("export NVCC_PREPEND_FLAGS="), named)
        line = named[0].replace("g++-11", self.compiler())
        self.assertIn(self.compiler(), self.type(line, "nvcc --dryrun -o program program.cu"))

    def test_links_a_newer_library_from_its_directory(self):
        """Lines for a compiler with an older libstdc++; the newer one is that of this machine."""
        lines = lines_for("nvcc", "--cuda", "12.8", "--stdenv", "gcc-15", "--available", "gcc-14")
        here = [line.replace("g++-14", self.compiler()).replace("g++-15", self.compiler()) for line in lines]
        output = self.type(*here, "nvcc --dryrun -o program program.cu")
        folder = pathlib.Path(subprocess.run([self.compiler(), "-print-file-name=libstdc++.so"], capture_output=True,
                                             text=True, check=True).stdout).parent
        self.assertIn(f"-L{folder}", output.replace('"', "").replace("-L ", "-L"))
        self.assertIn(f"-rpath={folder}", output.replace('"', ""))

    @unittest.skipUnless(shutil.which("cmake"), "no cmake")
    def test_cmake_builds_with_the_lines(self):
        (self.folder / "CMakeLists.txt").write_text(CMAKELISTS)
        self.type(*lines_for("cmake", *self.HERE))
        cache = (self.folder / "build/CMakeCache.txt").read_text()
        self.assertRegex(cache, rf"CMAKE_CUDA_HOST_COMPILER:\w+={re.escape(self.compiler())}\n")
        self.assertRegex(cache, r"CMAKE_CUDA_ARCHITECTURES:\w+=90\n")
        self.type("cmake --build build")
        self.assertTrue((self.folder / "build/program").is_file())

    @unittest.skipUnless(shutil.which("make"), "no make")
    def test_make_builds_with_the_lines(self):
        (self.folder / "Makefile").write_text(MAKEFILE)
        output = self.type(*lines_for("make", *self.HERE))
        self.assertIn(f"-ccbin {self.compiler()}", output)
        self.assertTrue((self.folder / "program").is_file())


@unittest.skipUnless(shutil.which("nix-instantiate"), "no nix-instantiate")
class NixReads(Typed):
    def test_nix_reads_the_lines_as_attributes(self):
        for release, channel in (("12.8", "nixos-26.05"), ("13.0", "nixos-25.11"), ("11.8", "nixos-24.11")):
            with self.subTest(release=release, channel=channel):
                lines = lines_for("nix", "--cuda", release, "--stdenv", channel, "--capabilities", "7.5,8.9")
                package_set = f"cudaPackages_{release.replace('.', '_')}"
                file = self.folder / "lines.nix"
                file.write_text("let pkgs." + package_set + '.backendStdenv = "it"; in {\n' + "\n".join(lines) + "\n}\n")
                done = subprocess.run(["nix-instantiate", "--eval", "--strict", "--json", file], capture_output=True,
                                      text=True, check=False)
                self.assertEqual(done.returncode, 0, done.stderr)
                self.assertEqual(json.loads(done.stdout), {
                    "stdenv": "it",
                    "config": {"cudaSupport": True, "cudaCapabilities": ["7.5", "8.9"], "cudaForwardCompat": True}})



def debian_here():
    """`debian-12`, if apt and its lists exist here."""
    release = pathlib.Path("/etc/os-release")
    text = release.read_text() if release.is_file() else ""
    fields = dict(re.findall(r'^(ID|VERSION_ID)="?([^"\n]*)"?$', text, re.MULTILINE))
    is_listed = shutil.which("apt-cache") and subprocess.run(
        ["apt-cache", "show", "--no-all-versions", "libstdc++6"], capture_output=True, check=False).returncode == 0
    name = f"{fields.get('ID')}-{fields.get('VERSION_ID')}"
    known = subprocess.run([COMMAND, "resolve", "--cuda", "latest", "--stdenv", name], capture_output=True, check=False)
    return name if is_listed and known.returncode in (0, 1) else None


class AptKnows(Typed):
    def setUp(self):
        super().setUp()
        self.here = debian_here()
        if not self.here:
            self.skipTest("no apt, or no lists")

    def test_apt_has_each_named_package(self):
        """The default compiler needs no line; the others that a release accepts do."""
        asked = 0
        for release, compiler in itertools.product(("11.5", "11.8", "12.0", "12.4", "12.8", "13.0"),
                                                   ("gcc-9", "gcc-11", "gcc-12", "clang-14", "clang-16")):
            with self.subTest(release=release, compiler=compiler):
                done = subprocess.run([COMMAND, "resolve", "--cuda", release, "--stdenv", self.here, "--available",
                                       compiler, "--for", "apt", "--json"], capture_output=True, text=True, check=False)
                lines = [line for apply in json.loads(done.stdout)["apply"] for line in apply["lines"]]
                for line in lines:
                    if package := re.fullmatch(r"apt install (\S+)", line):
                        asked += 1
                        shown = subprocess.run(["apt-cache", "show", package[1]], capture_output=True, check=False)
                        self.assertEqual(shown.returncode, 0, package[1])
        self.assertGreater(asked, 2)


def answered(tool, environment, releases):
    """The lines for each release with lines in this environment."""
    answers = {}
    for release in releases:
        done = subprocess.run([COMMAND, "resolve", "--cuda", release, "--stdenv", environment, "--for", tool, "--json"],
                              capture_output=True, text=True, check=False)
        if done.returncode in (0, 1) and (lines := json.loads(done.stdout)["apply"][0]["lines"]):
            answers[release] = lines
    return answers


def minor_releases():
    rows = json.loads((DATA / "releases.json").read_text())["releases"]
    return list(dict.fromkeys(row["release"].rpartition(".")[0] for row in rows))


def environments_of(command):
    """The environments whose packages are installed with that command."""
    tables = json.loads((DATA / "environments.json").read_text())
    distributions = {row["id"]: row["install"].split()[0] for row in tables["distributions"]}
    found = []
    for row in tables["environments"]:
        of = max((id_ for id_ in distributions if f"{row['id']}-".startswith(f"{id_}-")), key=len)
        if distributions[of] == command:
            found.append(row["id"])
    return found


class Manager(Typed):
    """A package manager, a repository with empty packages with the distribution's names, and the line for each release
    in each of its environments."""

    def check_environments(self, command, packages_of, installs):
        releases, tried, seen = minor_releases(), {}, 0
        for environment in environments_of(command):
            for release, lines in answered(command, environment, releases).items():
                with self.subTest(environment=environment, release=release):
                    key = (packages_of(environment), lines[0])
                    if key not in tried:
                        tried[key] = installs(*key)
                    self.assertEqual(tried[key], [lines[0].split()[-1]])
                    seen += 1
        return seen


@unittest.skipUnless(all(map(shutil.which, ("dnf", "createrepo_c", "rpmbuild"))), "no dnf, createrepo_c or rpmbuild")
class DnfInstalls(Manager):
    # Packages in the distributions' own repositories; GCC Toolset begins after the system's GCC.
    PACKAGES = {
        "amazon-2023": ("gcc-c++", "gcc14-c++"),
        "fedora-40": ("gcc-c++",), "fedora-41": ("gcc-c++", "gcc13-c++"),
        "fedora-42": ("gcc-c++", "gcc14-c++"), "fedora-43": ("gcc-c++", "gcc14-c++"),
        "fedora-44": ("gcc-c++", "gcc15-c++"), "fedora-45": ("gcc-c++", "gcc15-c++"),
        "el8": ("gcc-c++", *(f"gcc-toolset-{major}-gcc-c++" for major in range(9, 16))),
        "el9": ("gcc-c++", *(f"gcc-toolset-{major}-gcc-c++" for major in range(12, 16))),
        "el10": ("gcc-c++", "gcc-toolset-15-gcc-c++"),
    }
    ENTERPRISE = {"rhel-8": "el8", "rhel-9": "el9", "rhel-10": "el10", "manylinux-2.28": "el8", "manylinux-2.34": "el9"}

    def repository_of(self, environment):
        for start, name in self.ENTERPRISE.items():
            if f"{environment}-".startswith(f"{start}-"):
                return name
        return environment

    def setUp(self):
        super().setUp()
        built = self.folder / "built"
        for name in {name for names in self.PACKAGES.values() for name in names}:
            spec = self.folder / "package.spec"
            spec.write_text(f"Name: {name}\nVersion: 1\nRelease: 1\nSummary: empty\nLicense: none\n"
                            "BuildArch: noarch\n%description\n%files\n")
            subprocess.run(["rpmbuild", "-bb", "--quiet", "--define", f"_topdir {self.folder / 'rpm'}", "--define",
                            f"_rpmdir {built}", spec], capture_output=True, check=True)
        for repository, names in self.PACKAGES.items():
            (self.folder / repository).mkdir()
            for name in names:
                shutil.copy(built / f"noarch/{name}-1-1.noarch.rpm", self.folder / repository)
            subprocess.run(["createrepo_c", "--quiet", self.folder / repository], check=True)

    def installs(self, repository, line):
        command, *words = line.split()
        done = subprocess.run(
            [command, f"--installroot={self.folder / 'root'}", "--releasever=1", "--setopt=reposdir=/nowhere",
             f"--repofrompath={repository},file://{self.folder / repository}", "--nogpgcheck", "--assumeno", *words],
            capture_output=True, text=True, check=False)
        return re.findall(r"^ (\S+) +noarch ", done.stdout, re.MULTILINE) or done.stderr

    def test_dnf_installs_each_named_package(self):
        self.assertGreater(self.check_environments("dnf", self.repository_of, self.installs), 200)


# repo-add is a script that reads parts of makepkg.
@unittest.skipUnless(shutil.which("pacman") and shutil.which("makepkg"), "no pacman")
class PacmanInstalls(Manager):
    def setUp(self):
        super().setUp()
        for name, version in (("gcc", "16.2.1-1"), ("gcc15", "15.2.1-1")):
            package = self.folder / name
            package.mkdir()
            (package / ".PKGINFO").write_text(f"pkgname = {name}\npkgbase = {name}\npkgver = {version}\narch = any\n")
            subprocess.run(["tar", "-C", package, "-cf", self.folder / f"{name}-{version}-any.pkg.tar", ".PKGINFO"],
                           check=True)
        packages = sorted(self.folder.glob("*.pkg.tar"))
        subprocess.run(["repo-add", "--quiet", self.folder / "core.db.tar.gz", *packages], check=True,
                       capture_output=True)
        (self.folder / "root").mkdir()
        (self.folder / "sync").mkdir()
        shutil.copy(self.folder / "core.db.tar.gz", self.folder / "sync/core.db")
        (self.folder / "pacman.conf").write_text(
            f"[options]\nArchitecture = x86_64\nSigLevel = Never\n[core]\nServer = file://{self.folder}\n")

    def installs(self, _, line):
        command, *words = line.split()
        done = subprocess.run([command, "--config", self.folder / "pacman.conf", "--root", self.folder / "root",
                               "--dbpath", self.folder, "--print", "--print-format", "%n", *words],
                              capture_output=True, text=True, check=False)
        return done.stdout.split() or done.stderr

    def test_pacman_installs_each_named_package(self):
        self.assertGreater(self.check_environments("pacman", lambda environment: environment, self.installs), 5)


def can_build_images():
    """As root, without an engine, and with a static shell."""
    busybox = shutil.which("busybox")
    is_static = busybox and b"INTERP" not in subprocess.run(["readelf", "-l", busybox], capture_output=True,
                                                            check=False).stdout
    return shutil.which("buildah") and is_static and os.geteuid() == 0


@unittest.skipUnless(can_build_images(), "no buildah, or no static busybox")
class ImageIsBuilt(Typed):
    """A base with a shell, and package managers that only print their arguments."""

    MANAGERS = ("apt-get", "dnf", "pacman", "yum", "zypper")
    # Each package manager, and with Debian's and Fedora's glibc the header that is written.
    RELEASES = {"arch": "13.3", "debian-12": "12.4", "debian-13": "12.8", "fedora-44": "13.0", "manylinux-2014": "11.4",
                "opensuse-leap-15.6": "12.4", "rhel-8-gcc-toolset-14": "11.4"}

    def setUp(self):
        super().setUp()
        programs = self.folder / "root/bin"
        programs.mkdir(parents=True)
        shutil.copy(shutil.which("busybox"), programs / "busybox")
        for name in ("sh", "mkdir", "cat", "grep"):
            (programs / name).symlink_to("busybox")
        for name in self.MANAGERS:
            (programs / name).write_text(f'#!/bin/sh\necho "{name} $*" >> /called\n')
            (programs / name).chmod(0o755)
        done = self.built(['RUN ["/bin/busybox", "true"]'])
        if done.returncode != 0:
            self.skipTest(f"buildah builds nothing here: {done.stderr[-200:]}")

    def built(self, lines):
        (self.folder / "Dockerfile").write_text("\n".join(["FROM scratch", "COPY root/ /", *lines, ""]))
        return buildah(self.folder, "build", "--isolation", "chroot", self.folder)

    def build(self, lines):
        done = self.built(lines)
        self.assertEqual(done.returncode, 0, done.stdout + done.stderr)

    def test_settings_reach_the_image(self):
        for environment, release in self.RELEASES.items():
            with self.subTest(environment=environment, release=release):
                lines = lines_for("docker", "--cuda", release, "--stdenv", environment, "--capabilities", "8.0,8.6")
                variables = re.findall(r'(\w+)="([^"]*)"', lines[-1])
                self.assertIn(("CUDAARCHS", "80-real;86"), variables)
                headers = re.findall(r"'(#[^']*)'", "\n".join(lines))
                self.assertEqual(len(headers), 3 if environment in ("debian-13", "fedora-44") else 0)
                # The test relies on the builder's exit code, because some output can get lost.
                self.build([
                    *lines,
                    *(f"""RUN [ "${name}" = '{value}' ]""" for name, value in variables),
                    f"RUN grep -qxF '{lines[0].removeprefix('RUN ').split(' && ')[-1]}' /called",
                    *(f"RUN grep -qxF '{header}' /opt/glibc-shim/bits/libc-header-start.h" for header in headers)])


def main():
    result = unittest.main(exit=False, argv=sys.argv[:1]).result
    if not result.wasSuccessful():
        return 1
    return SKIPPED if len(result.skipped) == result.testsRun else 0


sys.exit(main())
