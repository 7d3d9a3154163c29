#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""`cudastdenv abi` on real and made-up binaries: its answers, and that no input makes it crash, hang or print nothing.

usage: abi.py COMMAND

Exits 77 (skipped) without a C++ compiler or binutils.
"""

import json
import os
import pathlib
import shutil
import socket
import subprocess
import sys
import tempfile
import unittest

import elf_image
from elf_image import LIBRARIES, NEEDS

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parents[1]))
from answer_schemas import read_answer  # noqa: E402
from programs import run_unwrapped  # noqa: E402
from sampling import sample_of_today  # noqa: E402

SKIPPED = 77
SAMPLE = sample_of_today(5)
COMMAND = None
COMPILER = shutil.which("g++-12") or shutil.which("g++") or shutil.which("c++")

SOURCE = """
#include <condition_variable>
#include <string>
#include <vector>
std::mutex m; std::condition_variable c;
int wait(std::vector<std::string>& v) { std::unique_lock l(m); c.wait(l); v.emplace_back("x"); return 1; }
"""


class Done:
    def __init__(self, done):
        self.code, self.out, self.err = done.returncode, done.stdout, done.stderr

    def json(self):
        return read_answer("abi", self.out)


def abi(*arguments, stdin=None, env=None):
    environment = {**os.environ, **(env or {})}
    done = run_unwrapped([COMMAND, "abi", *map(str, arguments)], input=stdin, capture_output=True, timeout=1200,
                          env=environment, check=False)
    done.stdout, done.stderr = done.stdout.decode(errors="replace"), done.stderr.decode(errors="replace")
    return Done(done)


def compile_with(*arguments, source=SOURCE, cwd=None):
    subprocess.run([COMPILER, "-std=c++17", *map(str, arguments), "-x", "c++", "-"], input=source, text=True,
                   cwd=cwd, check=True, capture_output=True)


class WithFolder(unittest.TestCase):
    def setUp(self):
        self.temporary = tempfile.TemporaryDirectory(prefix="cudastdenv-abi-")
        self.addCleanup(self.temporary.cleanup)
        # $ORIGIN of a program is its real directory.
        self.folder = pathlib.Path(self.temporary.name).resolve()

    def write(self, name, data):
        path = self.folder / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_bytes(data)
        return path

    def fails(self, *arguments, message, code=3, lines=1):
        """One clear line for each bad file, and never a crash."""
        done = abi(*arguments)
        self.assertEqual(done.code, code, done.err)
        self.assertEqual(done.err.count("\n"), lines, done.err)
        self.assertTrue(done.err.startswith("error: "), done.err)
        self.assertRegex(done.err, message)
        return done


class MadeUp(WithFolder):
    def test_reads_each_class_and_byte_order(self):
        for bits in (64, 32):
            for big_endian in (False, True):
                for sections in (True, False):
                    with self.subTest(bits=bits, big_endian=big_endian, sections=sections):
                        path = self.write("x.so", elf_image.image(bits, big_endian, NEEDS, LIBRARIES, "/a:/b", sections))
                        file = abi("--json", path).json()["files"][0]
                        self.assertEqual(file["bits"], bits)
                        self.assertEqual(file["byteOrder"], "big" if big_endian else "little")
                        self.assertEqual(file["libraries"], LIBRARIES)
                        self.assertEqual([(n["library"], n["version"], n["symbol"]["mangled"]) for n in file["needs"]], NEEDS)
                        self.assertEqual(file["newest"]["glibcxx"]["version"], "GLIBCXX_3.4.30")
                        self.assertEqual(file["newest"]["glibcxx"]["firstGcc"], "12.1")
                        self.assertEqual(file["newest"]["cxxabi"]["firstGcc"], "11.1")
                        self.assertEqual([f["entry"] for f in file["runPath"]["folders"]], ["/a", "/b"])

    def test_prints_verdicts_and_exit_codes(self):
        path = self.write("x.so", elf_image.image(needs=NEEDS, libraries=LIBRARIES))
        self.assertEqual(abi(path).code, 0)
        for option, value, code in [("--stdenv", "debian-12", 0), ("--environment", "debian-12", 0),
                                    ("--stdenv", "debian-11", 1), ("--stdenv", "gcc-12", 0), ("--stdenv", "gcc-11", 1),
                                    ("--libstdcxx", "gcc-13", 0), ("--glibc", "2.33", 1), ("--glibc", "2.34", 0)]:
            done = abi("--json", option, value, path)
            self.assertEqual(done.code, code, (option, value, done.out))
            self.assertEqual(done.json()["files"][0]["verdict"], "not-satisfied" if code else "satisfied")
        changes = abi("--json", "--stdenv", "debian-11", path).json()["files"][0]["changes"]
        self.assertEqual([c["change"] for c in changes], ["compile-with-gcc", "run-with-libstdcxx", "build-with-glibc"])

    def test_rejects_bad_usage(self):
        path = self.write("x.so", elf_image.image(needs=NEEDS))
        for arguments, says in [([], "missing file"), (["--stdenv", "debian-1", path], "abi --stdenv debian-11"),
                                (["--environment", "debian-1", path], "abi --environment debian-11"),
                                (["--stdenv", "clang-19", path], "the libstdc++ of a clang-19 environment is unknown"),
                                (["--stdenv", "gcc-12", "--environment", "debian-12", path], "given twice"),
                                (["--libstdcxx", "clang-19", path], "has no libstdc"),
                                (["--glibc", "new", path], "not a glibc version"), (["--jsn", path], "--json"),
                                (["-", path], "cannot be combined with other files")]:
            done = abi(*arguments)
            self.assertEqual((done.code, done.out), (2, ""), arguments)
            self.assertIn(says, done.err)

    def test_reports_versions_newer_than_the_tables(self):
        needs = [("libstdc++.so.6", "GLIBCXX_3.4.999", "f")]
        path = self.write("x.so", elf_image.image(needs=needs))
        done = abi("--stdenv", "nixos-unstable", path)
        self.assertEqual(done.code, 1)
        self.assertIn("newer than every libstdc++ in the tables", " ".join(done.out.split()))
        self.assertIn("none in the tables", done.out)

    def test_accepts_the_host_as_environment(self):
        done = abi("--json", "--stdenv", "host", COMMAND)
        self.assertEqual(done.code, 0, done.err)
        self.assertEqual(done.json()["stdenv"]["name"], "host")
        needs = [("libc.so.6", "GLIBC_2.999", "f")]
        self.assertEqual(abi("--stdenv", "host", self.write("x.so", elf_image.image(needs=needs))).code, 1)

    def test_rejects_truncated_files(self):
        for bits in (64, 32):
            whole = elf_image.image(bits, needs=NEEDS, libraries=LIBRARIES, runpath="$ORIGIN")
            for size in SAMPLE.of([*range(0, len(whole), 7), len(whole) - 1]):
                path = self.write("x.so", whole[:size])
                self.fails(path, message=r"x\.so: is (truncated|empty|not an ELF file)")

    def test_survives_each_changed_byte(self):
        """No value of any byte makes it crash or hang, and each file is reported or rejected."""
        whole = elf_image.image(needs=NEEDS, libraries=LIBRARIES, runpath="$ORIGIN")
        paths = []
        for at in SAMPLE.of(range(len(whole))):
            for value in {0x00, 0xFF, whole[at] ^ 0x80}:
                paths.append(self.write(f"{at}-{value}.so", whole[:at] + bytes([value]) + whole[at + 1:]))
        done = abi("--json", self.folder)
        self.assertIn(done.code, (0, 3))
        not_elf = sum(path.read_bytes()[:4] != b"\x7fELF" for path in paths)
        answer = json.loads(done.out)
        self.assertEqual(len(answer["files"]) + len(answer["unreadable"]) + not_elf, len(paths))
        # One file of each form, because jsonschema needs ten seconds for all of them.
        forms = {tuple((key, bool(value)) for key, value in file.items()): file for file in answer["files"]}
        read_answer("abi", json.dumps(answer | {"files": list(forms.values())}))
        self.assertEqual(done.err.count("\n"), min(len(answer["unreadable"]), 21))

    def test_limits_the_number_of_versions(self):
        path = self.write("x.so", elf_image.image(needs=NEEDS, reps=2000))
        self.fails(path, message="is not a valid ELF file: it needs versions of too many libraries")

    def test_reads_names_that_share_bytes_in_linear_time(self):
        """The time is proportional to the size of the file."""
        strings = b"\0" + b"x" * (1 << 20) + b"\0"
        data = elf_image.object_image(strings=strings, offsets=[1], reps=2_000_000)
        self.assertEqual(abi(self.write("x.o", data)).code, 0)

    def test_limits_the_size_of_a_file(self):
        path = self.write("x.so", elf_image.image(needs=NEEDS, libraries=LIBRARIES))
        os.truncate(path, 5 << 30)
        self.assertEqual(abi(path).code, 0)
        os.truncate(path, 17 << 30)
        self.fails(path, message="larger than 16 GiB")

    def test_rejects_paths_that_are_not_files(self):
        os.mkfifo(self.folder / "pipe")
        with socket.socket(socket.AF_UNIX) as server:
            server.bind(str(self.folder / "socket"))
        self.fails(self.folder / "pipe", message="is a pipe")
        self.fails(self.folder / "socket", message="is a pipe, socket or device")
        self.fails("/dev/zero", message="is a pipe, socket or device")
        self.fails(self.folder / "nowhere", message="no such file")
        self.fails(self.write("text", b"GROUP ( libc.so.6 )\n"), message="is not an ELF file or an archive")
        self.fails(self.write("empty", b""), message="is empty")
        self.fails("", code=2, message="name is empty")
        # In a directory they are skipped without a message.
        done = abi(self.folder)
        self.assertEqual((done.code, done.err), (0, ""))

    def test_reports_the_other_files_after_a_failure(self):
        good = self.write("good.so", elf_image.image(needs=NEEDS))
        done = self.fails(self.write("bad", b"x"), good, self.folder / "none", message="bad: is not an ELF", lines=2)
        self.assertIn("good.so: shared library", done.out)
        # An unsatisfied file does not hide one that could not be read.
        self.assertEqual(abi("--stdenv", "debian-11", good, self.folder / "none").code, 3)

    def test_prints_names_in_one_line(self):
        name = "a\nb\x1b[31m\x07.so"
        path = self.write(name, elf_image.image(needs=[("libc.so.6", "GLIBC_2.34", "a\nb\x1b[31m")], runpath="/\x1b[1m\n"))
        done = abi(path)
        self.assertEqual(done.code, 0)
        self.assertNotIn("\x1b", done.out)
        self.assertIn("\\x1b", done.out)
        bad = self.write("c\n\x1b.so", b"x")
        self.assertNotIn("\x1b", self.fails(bad, message="not an ELF").err)

    def test_escapes_names_that_are_not_text(self):
        path = os.fsencode(self.folder) + b"/\xff\xfe.so"
        with open(path, "wb") as file:
            file.write(elf_image.image(needs=NEEDS))
        done = abi("--json", self.folder)
        self.assertEqual(done.code, 0)
        self.assertEqual(len(done.json()["files"]), 1)

    def test_limits_names_that_expand_beyond_memory(self):
        digits = "123456789ABCDEFGHIJKLMNOPQRSTUVWXYZ"
        bomb = "_Z1f1AI1BS0_E" + "".join(f"S_IS{d}_S{d}_E" for d in digits)
        path = self.write("x.so", elf_image.image(needs=[("libc.so.6", "GLIBC_2.34", bomb)]))
        for option in ([], ["--json"]):
            self.assertIn("_Z1f1AI1BS0_E", abi(*option, path).out)

    def test_reads_standard_input(self):
        whole = elf_image.image(needs=NEEDS, libraries=LIBRARIES, runpath="$ORIGIN")
        done = abi("-", stdin=whole)
        self.assertEqual(done.code, 0)
        self.assertTrue(done.out.startswith("standard input: shared library"))
        self.assertIn("depends on where it is started", done.out)
        for data in (b"", b"x", whole[:100]):
            done = abi("-", stdin=data)
            self.assertEqual((done.code, done.err.count("\n")), (3, 1), data)


class Folders(WithFolder):
    def test_reads_each_file_once_in_order(self):
        for name in ("z.so", "b/a.so", "b/c.so", "a.so"):
            self.write(name, elf_image.image(needs=NEEDS))
        self.write("script.py", b"#!/usr/bin/python3\n")
        os.symlink("z.so", self.folder / "0.so")
        os.link(self.folder / "z.so", self.folder / "zz.so")
        os.symlink(".", self.folder / "b" / "loop")
        os.symlink("../b", self.folder / "b" / "up")
        os.symlink("self", self.folder / "self")
        os.symlink("/nowhere", self.folder / "dangling")
        done = abi("--json", self.folder)
        self.assertEqual((done.code, done.err), (0, ""))
        self.assertEqual([pathlib.Path(f["path"]).relative_to(self.folder).as_posix() for f in done.json()["files"]],
                         ["a.so", "b/a.so", "b/c.so", "z.so"])
        self.assertEqual(done.out, abi("--json", self.folder).out)

    def test_counts_a_link_outside_once(self):
        self.write("out/x.so", elf_image.image(needs=NEEDS))
        (self.folder / "in").mkdir()
        for name in ("one.so", "two.so"):
            os.symlink("../out/x.so", self.folder / "in" / name)
        self.assertEqual(len(abi("--json", self.folder / "in").json()["files"]), 1)

    def test_reports_an_unreadable_directory(self):
        self.write("x.so", elf_image.image(needs=NEEDS))
        closed = self.write("closed/y.so", elf_image.image(needs=NEEDS)).parent
        closed.chmod(0)
        self.addCleanup(closed.chmod, 0o700)
        if os.access(closed, os.R_OK):
            self.skipTest("root reads everything")
        done = self.fails(self.folder, message="closed: cannot be read")
        self.assertIn("x.so", done.out)

    def test_accepts_an_empty_directory(self):
        done = abi(self.folder)
        self.assertEqual((done.code, done.out), (0, "no ELF file and no archive found\n"))

    def test_reports_a_directory_that_is_too_deep(self):
        here = os.open(self.folder, os.O_RDONLY)
        try:
            for _ in range(200):
                os.mkdir("d" * 100, dir_fd=here)
                here, last = os.open("d" * 100, os.O_RDONLY, dir_fd=here), here
                os.close(last)
        finally:
            os.close(here)
        done = abi(self.folder)
        self.assertEqual((done.code, done.err.count("\n")), (3, 1))


class Archives(WithFolder):
    def member(self, name, data, field_size=None):
        head = f"{name:<16}{0:<12}{0:<6}{0:<6}{'644':<8}{len(data) if field_size is None else field_size:<10}`\n"
        return head.encode() + data + (b"\n" if len(data) % 2 else b"")

    def test_objects_have_no_versions(self):
        archive = self.folder / "x.a"
        compile_with("-c", "-o", self.folder / "a.o")
        subprocess.run(["ar", "rcs", archive, self.folder / "a.o"], check=True)
        done = abi("--stdenv", "debian-13", archive)
        self.assertEqual(done.code, 0, done.err)
        self.assertIn("the linker adds symbol versions", " ".join(done.out.split()))
        self.assertIn("archive of 1 ELF file,", done.out)

    def test_infers_versions_from_symbols(self):
        for name in ("long_name_of_a_member_1.o", "b.o"):
            subprocess.run([COMPILER, "-c", "-x", "c", "-o", self.folder / name, "-"], check=True, text=True,
                           input="void __cxa_call_terminate(void); void f(void) { __cxa_call_terminate(); }")
        objects = ["long_name_of_a_member_1.o", "b.o"]
        for kind, flags in (("normal", "rcs"), ("thin", "rcsT")):
            archive = self.folder / f"{kind}.a"
            subprocess.run(["ar", flags, archive.name, *objects], cwd=self.folder, check=True)
            done = abi("--json", "--stdenv", "debian-12", archive)
            self.assertEqual(done.code, 1, done.err)
            file = done.json()["files"][0]
            self.assertEqual(file["archive"], {"thin": kind == "thin", "elfMembers": 2, "otherMembers": 0})
            self.assertEqual(file["newest"]["cxxabi"]["version"], "CXXABI_1.3.15")
            self.assertEqual(file["newest"]["cxxabi"]["member"], objects[0])
            self.assertEqual(abi("--stdenv", "debian-13", archive).code, 0)
        (self.folder / "b.o").unlink()
        self.fails(self.folder / "thin.a", message=r"b\.o: no such file")

    def test_ignores_symbols_that_another_member_defines(self):
        needs = "void _ZSt21ios_base_library_initv(void); void f(void) { _ZSt21ios_base_library_initv(); }"
        has = "void _ZSt21ios_base_library_initv(void) {}"
        weak = "__attribute__((weak)) void __cxa_call_terminate(void); void* g(void) { return __cxa_call_terminate; }"
        for name, text in (("needs.o", needs), ("has.o", has), ("weak.o", weak)):
            subprocess.run([COMPILER, "-c", "-x", "c", "-o", self.folder / name, "-"], check=True, text=True, input=text)
        for members, version in ((["needs.o"], "GLIBCXX_3.4.32"), (["needs.o", "has.o"], None), (["weak.o"], None)):
            archive = self.folder / "x.a"
            archive.unlink(missing_ok=True)
            subprocess.run(["ar", "rcs", archive.name, *members], cwd=self.folder, check=True)
            file = abi("--json", archive).json()["files"][0]
            self.assertEqual(file["restsOn"], "undefined-symbols")
            self.assertEqual([need["version"] for need in file["needs"]], [version] if version else [])

    def test_an_object_needs_its_linked_programs_versions(self):
        """For libstdc++, with the real compiler and linker."""
        source = self.folder / "p.cpp"
        source.write_text("#include <filesystem>\n#include <iostream>\n#include <regex>\n#include <thread>\n"
                          "int main() { std::thread([] { std::cout << std::filesystem::current_path(); }).join();\n"
                          "  return std::regex_match(\"a\", std::regex(\"a\")); }\n", encoding="utf-8")
        subprocess.run([COMPILER, "-std=c++17", "-c", source, "-o", self.folder / "p.o"], check=True)
        subprocess.run([COMPILER, self.folder / "p.o", "-o", self.folder / "p", "-pthread"], check=True)
        newest = [abi("--json", self.folder / name).json()["files"][0]["newest"] for name in ("p.o", "p")]
        for part in ("glibcxx", "cxxabi"):
            self.assertEqual(newest[0][part]["version"], newest[1][part]["version"])

    def test_skips_members_of_other_kinds(self):
        elf = elf_image.image(needs=NEEDS)
        data = b"!<arch>\n" + self.member("x.so/", elf) + self.member("README/", b"text") + self.member("e/", b"")
        data += self.member("#1/8", b"bsd.so\0\0" + elf)
        file = abi("--json", self.write("x.a", data)).json()["files"][0]
        self.assertEqual((file["archive"]["elfMembers"], file["archive"]["otherMembers"]), (2, 2))
        self.assertEqual(file["newest"]["glibcxx"]["version"], "GLIBCXX_3.4.30")

    def test_reports_broken_members(self):
        elf = elf_image.image(needs=NEEDS)
        good = self.member("good.so/", elf)
        data = b"!<arch>\n" + self.member("bad.so/", elf[:200]) + good
        done = self.fails(self.write("x.a", data), message=r"x\.a\(bad\.so\): is truncated")
        self.assertIn("GLIBCXX_3.4.30", done.out)
        data = b"!<arch>\n" + self.member("bad.so/", elf[:200]) * 100 + good
        self.fails(self.write("x.a", data), message="84 more members cannot be read", lines=17)

    def test_rejects_broken_archives(self):
        good = b"!<arch>\n" + self.member("//", b"a_very_long_name_indeed.o/\n") + self.member("/0", b"text")
        self.assertEqual(abi(self.write("x.a", good)).code, 0)
        for data in (good[:-3], good[:70], b"!<arch>\n" + b"x" * 60, b"!<arch>\n" + self.member("/7", b""),
                     b"!<arch>\n" + self.member("/x", b""), b"!<arch>\n" + self.member("a/", b"", "-1"),
                     b"!<arch>\n" + self.member("a/", b"", "9999999999"), b"!<arch>\n" + self.member("#1/99", b"a"),
                     b"!<thin>\n" + self.member("/dev/zero/", b""), b"!<arch>\n" + self.member("//", b"x") + self.member("/0", b"")):
            self.fails(self.write("x.a", data), message=r"x\.a")

    def test_rejects_truncated_archives(self):
        data = b"!<arch>\n" + self.member("x.so/", elf_image.image(needs=NEEDS)) + self.member("y/", b"text")
        for size in SAMPLE.of(range(9, len(data), 13)):
            done = abi(self.write("x.a", data[:size]))
            self.assertIn(done.code, (0, 3), size)
            self.assertEqual(done.err.count("\n"), 1 if done.code else 0)


class Real(WithFolder):
    def test_reads_a_library_of_this_compiler(self):
        path = self.folder / "lib.so"
        compile_with("-shared", "-fPIC", "-D_GLIBCXX_ASSERTIONS", "-o", path)
        for strip in (None, ["strip"], ["strip", "--strip-section-headers"]):
            if strip and subprocess.run([*strip, path], check=False, capture_output=True).returncode != 0:
                continue  # an older strip
            file = abi("--json", path).json()["files"][0]
            self.assertEqual(file["kind"], "shared-library")
            glibcxx = file["newest"]["glibcxx"]
            self.assertGreaterEqual(int(glibcxx["version"].rsplit(".", 1)[1]), 30)
            self.assertNotEqual(glibcxx["symbol"]["mangled"], glibcxx["symbol"]["demangled"])
            self.assertTrue(glibcxx["symbol"]["demangled"].startswith("std::"))
            self.assertEqual(file["search"][0]["name"], "libstdc++.so.6")
            self.assertTrue(file["search"][0]["path"], file["search"])
            self.assertTrue(file["search"][0]["newEnough"])

    def test_ignores_debug_information(self):
        path = self.folder / "lib.so"
        compile_with("-shared", "-fPIC", "-g", "-o", path)
        subprocess.run(["objcopy", "--only-keep-debug", path, self.folder / "lib.debug"], check=True)
        done = abi("--json", "--stdenv", "debian-11", self.folder / "lib.debug")
        self.assertEqual((done.code, done.json()["files"][0]["kind"]), (0, "debug-information"))

    def test_reads_static_and_position_independent_programs(self):
        for flags, needs in ((["-static"], False), (["-static-pie"], False), (["-pie"], True), (["-no-pie"], True)):
            path = self.folder / "app"
            compile_with(*flags, "-o", path, source=SOURCE + "int main() { std::vector<std::string> v; return v.size(); }")
            file = abi("--json", path).json()["files"][0]
            self.assertEqual(file["kind"], "executable", flags)
            self.assertEqual(bool(file["newest"]["glibc"]), needs, flags)


class RunPaths(WithFolder):
    STORE = "/nix/store/00000000000000000000000000000000-cuda12.2-cuda_compat-12.2.34/compat"

    def file(self, runpath, *options, libraries=LIBRARIES, env=None, name="bin/x.so"):
        path = self.write(name, elf_image.image(needs=NEEDS, libraries=libraries, runpath=runpath))
        done = abi("--json", *options, path, env=env)
        return done.json()["files"][0]

    def library(self, name, glibcxx="GLIBCXX_3.4.30"):
        """A libstdc++.so.6 that defines one version."""
        path = self.folder / name
        path.parent.mkdir(parents=True, exist_ok=True)
        script = self.write("versions", f"{glibcxx} {{ global: f; }}; CXXABI_1.3.13 {{ global: g; }};".encode())
        subprocess.run([COMPILER, "-shared", "-nostdlib", "-fPIC", "-x", "c", "-o", path, "-", f"-Wl,--version-script={script}",
                        "-Wl,-soname,libstdc++.so.6"], input="void f(void) {} void g(void) {}", text=True, check=True)
        return path

    def test_expands_origin(self):
        lib = self.library("lib/libstdc++.so.6")
        for entry in ("$ORIGIN/../lib", "${ORIGIN}/../lib", f"/nowhere:{lib.parent}"):
            file = self.file(entry)
            found = file["search"][0]
            self.assertEqual((found["path"], found["by"], found["glibcxx"], found["newEnough"]),
                             (str(lib), "run-path", "GLIBCXX_3.4.30", True), entry)

    def test_reports_a_too_old_libstdcxx(self):
        self.library("lib/libstdc++.so.6", "GLIBCXX_3.4.29")
        self.assertFalse(self.file("$ORIGIN/../lib")["search"][0]["newEnough"])

    def test_skips_files_that_cannot_be_loaded(self):
        self.write("lib/libstdc++.so.6", elf_image.image(32))
        self.write("lib2/libstdc++.so.6", b"INPUT(-lstdc++)")
        os.makedirs(self.folder / "lib3/libstdc++.so.6")
        lib = self.library("lib4/libstdc++.so.6")
        self.assertEqual(self.file("$ORIGIN/../lib:$ORIGIN/../lib2:$ORIGIN/../lib3:$ORIGIN/../lib4")["search"][0]["path"], str(lib))

    def test_reports_ld_library_path_separately(self):
        # The real one: a dynamically linked command loads it itself.
        real = subprocess.run([COMPILER, "-print-file-name=libstdc++.so.6"], capture_output=True, text=True, check=True)
        lib = self.folder / "lib/libstdc++.so.6"
        lib.parent.mkdir()
        shutil.copy(real.stdout.strip(), lib)
        found = self.file("/nowhere", env={"LD_LIBRARY_PATH": f"/x:{lib.parent}"})["search"][0]
        self.assertEqual(found["ldLibraryPath"], str(lib))
        self.assertNotEqual(found["path"], str(lib))

    def test_searches_no_directory_relative_to_the_caller(self):
        folders = self.file("lib:$LIB/x::$ORIGIN")["runPath"]["folders"]
        self.assertEqual([f["folder"] for f in folders], [None, None, None, str(self.folder / "bin")])

    def test_recognizes_rpath(self):
        whole = elf_image.image(needs=NEEDS, runpath="/a").replace(b"\x1d\0\0\0\0\0\0\0", b"\x0f\0\0\0\0\0\0\0")
        file = abi("--json", self.write("x.so", whole)).json()["files"][0]
        self.assertEqual(file["runPath"]["tag"], "RPATH")

    def test_reports_the_order_of_cuda_compat_and_driver(self):
        driver = "/run/opengl-driver/lib"
        for entries, order in (([], "neither"), ([driver], "no-compat"), ([self.STORE], "no-driver"),
                               ([self.STORE, driver], "compat-first"), ([driver, self.STORE], "driver-first")):
            file = self.file(":".join(["$ORIGIN", *entries]))
            self.assertEqual(file["runPath"]["cudaCompat"], order)
            self.assertEqual([l["name"] for l in file["search"]], ["libstdc++.so.6"] + (["libcuda.so.1"] if entries else []))
        path = self.write("y.so", elf_image.image(needs=NEEDS, runpath=f"{driver}:{self.STORE}"))
        self.assertIn("it must come first", " ".join(abi(path).out.split()))

    def test_finds_cudart(self):
        needs = [*NEEDS, ("libcudart.so.12", "libcudart.so.12", "cudaMalloc")]
        path = self.write("x.so", elf_image.image(needs=needs, libraries=[*LIBRARIES, "libcudart.so.12", "libcudart.so.11.0"]))
        file = abi("--json", path).json()["files"][0]
        self.assertEqual([(c["library"], c["version"]) for c in file["libcudart"]],
                         [("libcudart.so.12", "libcudart.so.12"), ("libcudart.so.11.0", None)])
        self.assertEqual(file["search"][1]["name"], "libcuda.so.1")
        self.assertFalse(file["search"][1]["needed"])
        self.assertIn("cudaMalloc", abi(path).out)

    def test_searches_only_the_nix_store(self):
        """Its loader searches no system directory."""
        path = self.folder / "app"
        compile_with("-o", path, "-Wl,--dynamic-linker=/nix/store/0-glibc/lib/ld-linux-x86-64.so.2", "-Wl,--no-as-needed",
                     source=SOURCE + "int main() {}")
        found = abi("--json", path).json()["files"][0]["search"][0]
        self.assertEqual((found["name"], found["path"]), ("libstdc++.so.6", None))


if __name__ == "__main__":
    if len(sys.argv) < 2:
        sys.exit(__doc__)
    COMMAND = sys.argv.pop(1)
    if not COMPILER or not all(map(shutil.which, ("ar", "objcopy", "strip"))):
        sys.exit(SKIPPED)
    unittest.main()
