#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""Text from outside in every output: it moves no cursor, ends no line and does not change the direction of text.

usage: foreign_text.py COMMAND GOLDEN   in a sample, each command and option gets some of the hostile texts

Everything from outside is hostile here: each argument of each command, names of files and directories, variables, other
programs' output, and the content of files.
"""

import itertools
import json
import os
import pathlib
import re
import shutil
import subprocess
import sys
import tarfile
import tempfile
import unittest

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parents[1]))
from programs import OneProcess, one_line_each  # noqa: E402
from sampling import sample_of_today  # noqa: E402

import elf_image
import fakes
from toolkits import header, write

COMMAND = PROCESS = None
SAMPLE = sample_of_today(13)

EVERY = HOSTILE = [b"\x1b[2J\x1b[31m", "\u009b2J".encode(), b"\x9b2J", b"\xff\xfe", "a\u202etxt.exe".encode(), "\u2066x".encode(),
           "one\u2028two\u2029".encode(), "\u200f\u061c\u200e".encode(), b"\x07\x08\x7f", b"a\rb\tc", b"\xed\xa0\x80", b"\xc0\xae",
           b"two\nlines"]
# C0 and C1 controls, DEL, line separators, direction marks.
DISTURBING = re.compile("[\x00-\x1f\x7f-\x9f\u061c\u200e\u200f\u2028-\u202e\u2066-\u2069\ufeff]")


def commands():
    """Each command with its options that have a value, from the command's description."""
    printed = json.loads(PROCESS.run(["--help", "--json"]).stdout)["commands"]
    for command in printed:
        if not any(other["name"].startswith(command["name"] + " ") for other in printed):
            yield command["name"].split(), [option["name"] for option in command["options"] if option["value"]]


class ForeignText(unittest.TestCase):
    count = 0

    def setUp(self):
        self.folder = pathlib.Path(tempfile.mkdtemp(prefix="cudastdenv-foreign-"))
        self.addCleanup(shutil.rmtree, self.folder, ignore_errors=True)
        self.bin = self.folder / "bin"
        self.bin.mkdir()
        self.variables = {"PATH": str(self.bin), "HOME": str(self.folder)}

    def start(self, arguments, read, variables):
        variables = {os.fsdecode(name): os.fsdecode(value) for name, value in variables.items()}
        return PROCESS.run(arguments, stdin=read, cwd=self.folder, env=variables)

    def start_of_its_own(self, arguments, read, variables):
        """Only so are streams visible that it passes to other programs."""
        return subprocess.run([COMMAND, *arguments], input=read, capture_output=True, check=False, cwd=self.folder,
                              env=variables, timeout=600)

    def ask(self, *arguments, read=b"", variables=None):
        done = self.start(arguments, read, variables or self.variables)
        type(self).count += 1
        with self.subTest(arguments=arguments):
            self.assertIn(done.returncode, (0, 1, 2, 3), done.stderr)
            self.need_plain("stderr", done.stderr)
            self.need_plain("stdout", done.stdout)
            if done.returncode in (2, 3) and done.stderr.startswith(b"{\n"):
                self.assertIn("--json", arguments)
                self.assertEqual(json.loads(done.stderr)["exitStatus"], done.returncode)
            elif done.returncode in (2, 3):
                lines = set(one_line_each(done.stderr).splitlines(keepends=True))
                self.assertEqual([line.count(b"\n") for line in lines], [1], done.stderr)
                self.assertLess(len(min(lines)), 5000)
            if "--json" in arguments and done.stdout:
                json.loads(done.stdout)
        return done

    def need_plain(self, what, text):
        for line in text.decode("utf-8").split("\n"):
            self.assertIsNone(DISTURBING.search(line), f"{what}: {line!r}")

    def file(self, name, content):
        path = os.path.join(os.fsencode(self.folder), name)
        with open(path, "wb") as file:
            file.write(content)
        return path

    def test_escapes_each_argument(self):
        given = {"cuda": "12.8", "capabilities": "9.0", "device": "9.0", "driver": "560.28.03", "available": "gcc-13"}
        for (words, options), hostile in SAMPLE.of(itertools.product(commands(), EVERY),
                                                   kind=lambda pair: " ".join(pair[0][0])):
            for option in options:
                others = [part for name in ("cuda",) if name in options and name != option
                          for part in (f"--{name}", given[name])]
                self.ask(*words, *others, f"--{option}", hostile)
                self.ask(*words, f"--{option}=".encode() + hostile)
            cuda = ["--cuda", "12.8"] if "cuda" in options else []
            self.ask(*words, *cuda, hostile)
            self.ask(*words, *cuda, b"--" + hostile)
            self.ask(*words, hostile, hostile)
        for hostile in HOSTILE:
            self.ask(hostile)
            self.ask("nix", hostile)

    def test_shortens_long_arguments(self):
        for (words, options), long in itertools.product(commands(), ("x" * 100_000, "/" + "y/" * 50_000, "\u202e" * 40_000)):
            cuda = ["--cuda", "12.8"] if "cuda" in options else []
            self.ask(*words, *cuda, long)
            self.ask(*words, *cuda, "--" + long)
            for option in options:
                self.ask(*words, f"--{option}", long)

    def test_escapes_names_of_files(self):
        image = elf_image.image(needs=elf_image.NEEDS, libraries=elf_image.LIBRARIES)
        for hostile in HOSTILE:
            program = self.file(hostile, image)
            for more in ([], ["--json"]):
                for command in (["abi"], ["closure"], ["manifest"], ["ingest"], ["nix", "diff"]):
                    self.ask(*command, *more, program)
                    self.ask(*command, *more, program + b"/none")
                    self.ask(*command, *more, os.fsencode(self.folder))
            self.ask("resolve", "--cuda", "12.8", "--data", program)
            self.ask("nix", "nvcc", "-o", program + b"/none")
            os.unlink(program)
            os.mkdir(program)
            for name, text in (("version.json", '{"cuda": {"version": "13.6.0"}}'),
                               ("include/crt/host_config.h", header().replace("__GNUC__ > 14", "__GNUC__ > X"))):
                write(pathlib.Path(os.fsdecode(program)), {name: text})
            for command in (["ingest"], ["ingest", "--all"], ["ingest", "--json"], ["ingest", "--all", "--json"],
                            ["ingest", "--json", "--all"], ["ingest", "--write"], ["nix", "diff"], ["abi"], ["closure"]):
                self.ask(*command, program)
            shutil.rmtree(program)

    def test_prints_the_same_name_for_a_file(self):
        for hostile in HOSTILE:
            program = self.file(hostile, elf_image.image(needs=elf_image.NEEDS, libraries=elf_image.LIBRARIES))
            answer = json.loads(self.ask("abi", "--json", program).stdout)
            named = answer["files"][0]["path"]
            self.assertEqual(bytes(named) if isinstance(named, list) else named.encode(), program)
            os.unlink(program)

    def test_escapes_text_from_binaries(self):
        for text in HOSTILE:
            hostile = text.decode("latin-1")
            image = elf_image.image(needs=[(hostile, hostile, hostile), *elf_image.NEEDS],
                                    libraries=[hostile, *elf_image.LIBRARIES], runpath=hostile + ":/usr/lib")
            file = self.file(b"program", image)
            archive = self.file(b"library.a", elf_image.archive([(hostile[:10], elf_image.object_image(symbols=[hostile]))]))
            for arguments in ([], ["--json"], ["--stdenv", "debian-12"], ["--verbose"]):
                self.ask("abi", *arguments, file, archive)

    def test_escapes_text_from_json(self):
        for text in HOSTILE:
            hostile = text.decode("utf-8", "replace")
            manifest = {"release_date": hostile, "release_label": hostile, hostile: {
                "name": hostile, "license": hostile, "version": hostile, hostile: hostile,
                "linux-x86_64": {"relative_path": hostile, "sha256": hostile, "md5": hostile, "size": hostile}}}
            closure = {f"/nix/store/{'a' * 32}-{hostile}": {"references": [f"/nix/store/{'b' * 32}-gcc-12{hostile}"]},
                       hostile: {"references": [hostile]}}
            for more in ([], ["--json"]):
                self.ask("manifest", *more, "-", read=json.dumps(manifest).encode())
                self.ask("closure", *more, "-", read=json.dumps(closure).encode())
                self.ask("closure", *more, "-", read=text)
                self.ask("lint", *more, "--cuda", "12.8", "-", read=text)
                for format_ in ("cmake", "gencode", "torch", "nix"):
                    self.ask("lint", *more, "--cuda", "12.8", "--format", format_, "-", read=b"90" + text + b";80")

    def test_escapes_text_from_tables(self):
        for text in HOSTILE:
            hostile = text.decode("utf-8", "replace")
            data = self.folder / "data"
            shutil.copytree(pathlib.Path(__file__).parents[2] / "data", data, ignore=shutil.ignore_patterns("schema"))
            for file in sorted(data.glob("*.json")):
                whole = file.read_text(encoding="utf-8")
                rows = json.loads(whole)
                kind = next(key for key, value in rows.items() if isinstance(value, list))
                first = rows[kind][0]
                for key in list(first)[:6]:
                    rows[kind][0] = first | {key: hostile}
                    file.write_text(json.dumps(rows), encoding="utf-8")
                    self.ask("resolve", "--cuda", "12.8", "--data", str(data))
                rows[kind][0] = first | {hostile: 1}
                file.write_text(json.dumps(rows), encoding="utf-8")
                self.ask("resolve", "--cuda", "12.8", "--data", str(data))
                file.write_text(whole, encoding="utf-8")
            shutil.rmtree(data)

    def test_escapes_text_from_programs_and_variables(self):
        self.start = self.start_of_its_own
        checkout = self.folder / "checkout/pkgs/development/cuda-modules/_cuda/db/bootstrap"
        checkout.mkdir(parents=True)
        for file in ("nvcc.nix", "cuda.nix"):
            (checkout / file).write_text("{ }", encoding="utf-8")
        archive = self.folder / "package.tar"
        for text in HOSTILE:
            with tarfile.open(archive, "w") as members:
                for name in ("", "include/crt/host_config.h", "cuda_nvcc-linux-x86_64-12.8.93-archive/bin/nvcc"):
                    members.addfile(tarfile.TarInfo(os.fsdecode(text).replace("\0", "") + name))
            printed = self.file(b"said", text + b"\n")
            for out in ("", " >&2"):
                for status in (0, 1):
                    body = f"/bin/cat {os.fsdecode(printed)}{out}; exit {status}"
                    for name in ("g++-13", "nvidia-smi", "nix-instantiate", "getconf"):
                        fakes.program(self.bin / name, body)
                    fakes.program(self.bin / "nvcc", "case \"$*\" in *--version*) echo 'release 13.0, V13.0.88'; exit 0;; esac\n" + body)
                    fakes.gcc(self.bin / "c++", 12)
                    for more in ([], ["--json"]):
                        self.ask("detect", *more)
                        self.ask("nix", "diff", *more, str(self.folder / "checkout"))
                        self.ask("ingest", *more, str(archive))
                        self.ask("verify", *more)
            smi = b"GPU " + text.replace(b"\n", b"") + b", 9.0, 550.54.15\n"
            fakes.program(self.bin / "nvidia-smi", f"/bin/cat {os.fsdecode(self.file(b'smi', smi))}")
            nix = json.dumps({text.decode("utf-8", "replace"): {"a": text.decode("utf-8", "replace")}}).encode()
            fakes.program(self.bin / "nix-instantiate", f"/bin/cat {os.fsdecode(self.file(b'nix', nix))}")
            hostile_bin = os.fsencode(self.folder) + b"/bin-" + text
            os.mkdir(hostile_bin)
            fakes.gcc(os.fsdecode(hostile_bin + b"/g++-14"), 14)
            fakes.program(os.fsdecode(hostile_bin + b"/g++-15"), "exit 1")
            variables = {os.fsencode(key): os.fsencode(value) for key, value in self.variables.items()}
            variables[b"PATH"] += b":" + hostile_bin
            for name in (b"CUDA_HOME", b"CUDACXX", b"NVCC_CCBIN", b"CXX", b"TMPDIR", b"VIRTUAL_ENV", b"CONDA_PREFIX"):
                variables[name] = b"/none" + text
            for more in ([], ["--json"]):
                self.ask("detect", *more, variables=variables)
                self.ask("verify", *more, variables=variables)
                self.ask("resolve", "--cuda", "host", *more, variables=variables)
                self.ask("nix", "diff", *more, str(self.folder / "checkout"), variables=variables)
                self.ask("nix", "diff", *more, str(self.folder / "checkout"))
            self.ask("env", "--json", variables=variables)
            shutil.rmtree(hostile_bin)


def tearDownModule():
    print(f"{ForeignText.count} outputs", file=sys.stderr)


if __name__ == "__main__":
    COMMAND, golden = os.path.abspath(sys.argv.pop(1)), sys.argv.pop(1)
    HOSTILE = SAMPLE.of(EVERY)
    with OneProcess(golden) as PROCESS:
        unittest.main()
