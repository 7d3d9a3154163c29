#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""`cudastdenv detect`, and `host` in other commands: a machine of fakes, and the real one.

usage: detect.py COMMAND
"""

import json
import os
import pathlib
import shutil
import subprocess
import sys
import tempfile
import time
import unittest

import fakes

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parents[1]))
from answer_schemas import read_answer  # noqa: E402
from programs import run_unwrapped  # noqa: E402

COMMAND = None


def run(*arguments, variables=None, expect=0):
    result = run_unwrapped([COMMAND, *arguments], env=variables, capture_output=True, text=True, check=False)
    assert result.returncode == expect, result
    return result


class Fakes(unittest.TestCase):
    def setUp(self):
        self.folder = pathlib.Path(tempfile.mkdtemp(prefix="cudastdenv-detect-"))
        self.addCleanup(shutil.rmtree, self.folder)
        self.bin = self.folder / "it's \033[31m a folder"
        self.bin.mkdir()
        self.variables = {"PATH": str(self.bin), "HOME": str(self.folder), "IN_NIX_SHELL": "pure"}

    def ask(self, *arguments, expect=0):
        return run(*arguments, variables=self.variables, expect=expect)

    def test_prints_no_control_characters(self):
        fakes.gcc(self.bin / "g++-12", 12)
        fakes.program(self.bin / "g++-13", "echo")
        out = self.ask("detect").stdout
        self.assertNotIn("\033", out)
        self.assertIn("ignoring ", out)

    def test_answers_without_a_compiler(self):
        answer = read_answer("detect", self.ask("detect", "--json").stdout)
        self.assertEqual(answer["schemaVersion"], 2)
        self.assertEqual(answer["compilers"], [])
        self.assertIn("none: no g++", self.ask("detect").stdout)

    def test_escapes_bytes_that_are_not_text(self):
        folder = os.fsencode(self.folder) + b"/\xff"
        os.mkdir(folder)
        fakes.gcc(os.fsdecode(folder) + "/g++-12", 12)
        self.variables["PATH"] = os.fsdecode(folder)
        answer = read_answer("detect", self.ask("detect", "--json").stdout)
        self.assertEqual([c["compiler"] for c in answer["compilers"]], ["gcc-12"])

    def test_reports_missing_parts_of_a_toolkit(self):
        for lacks in ((), ("cicc",), ("link-stub",), ("cudart",), ("cicc", "link-stub", "cudart")):
            shutil.rmtree(self.folder / "cu13", ignore_errors=True)
            root = fakes.pips_toolkit(self.folder / "cu13", "13.0.48", lacks=lacks)
            self.variables["CUDA_HOME"] = str(root)
            toolkit = read_answer("detect", self.ask("detect", "--json").stdout)["toolkits"][0]
            self.assertEqual(toolkit["root"], str(root))
            self.assertEqual([lack["lack"] for lack in toolkit["lacks"]], ["library-folder", *lacks])
            self.assertIn("linking fails without the -L", " ".join(self.ask("detect").stdout.split()))

    def test_a_cicc_where_only_another_compiler_than_the_usual_one_is_installed(self):
        fakes.gcc(self.bin / "g++-12", 12)
        root = fakes.pips_toolkit(self.folder / "cu13", "13.0.48", lacks=("cicc",))
        fakes.nvcc(root / "bin/nvcc", "13.0.48", needs_compiler=True)
        self.variables["CUDA_HOME"] = str(root)
        toolkit = read_answer("detect", self.ask("detect", "--json").stdout)["toolkits"][0]
        self.assertEqual([lack["lack"] for lack in toolkit["lacks"]], ["library-folder", "cicc"])

    def test_an_older_nvcc_finds_cicc_in_path(self):
        """So Debian packages 12.5.40, with the same line in its profile."""
        fakes.pips_toolkit(self.folder / "cuda", "12.5.40", lacks=("cicc",))
        self.variables["CUDA_HOME"] = str(self.folder / "cuda")
        toolkit = read_answer("detect", self.ask("detect", "--json").stdout)["toolkits"][0]
        self.assertEqual([lack["lack"] for lack in toolkit["lacks"]], ["library-folder"])

    def test_accepts_closed_descriptors(self):
        fakes.gcc(self.bin / "c++", 12)
        fakes.nvcc(self.bin / "nvcc", "13.0.88")
        for arguments in (["detect"], ["env"]):
            open_ones = run_unwrapped([COMMAND, *arguments], env=self.variables, stdin=subprocess.DEVNULL,
                                       capture_output=True, text=True, check=False)
            self.assertEqual(open_ones.returncode, 0, open_ones)
            for closed in ([0], [2], [0, 2], [1], [0, 1], [1, 2], [0, 1, 2]):
                with self.subTest(arguments, closed=closed):
                    done = run_unwrapped([COMMAND, *arguments], env=self.variables, capture_output=True, text=True,
                                          check=False, preexec_fn=lambda: [os.close(fd) for fd in closed])
                    self.assertEqual(done.returncode, 3 if 1 in closed else 0, done)
                    self.assertEqual(done.stdout, "" if 1 in closed else open_ones.stdout)
                    if 2 not in closed:
                        self.assertEqual(done.stderr.count("\n"), 1 if 1 in closed else open_ones.stderr.count("\n"))

    def test_hanging_compilers_share_one_time_limit(self):
        fakes.gcc(self.bin / "c++", 12)
        for major in range(7, 13):
            fakes.program(self.bin / f"g++-{major}", "/bin/sleep 600")
        fakes.program(self.bin / "nvcc", "/bin/sleep 600")
        fakes.program(self.bin / "nvidia-smi", "/bin/sleep 600")
        started = time.monotonic()
        answer = read_answer("detect", self.ask("detect", "--json").stdout)
        self.assertLess(time.monotonic() - started, 40, "a limit is 10 s")
        self.assertEqual(len(answer["notes"]), 8)
        self.assertEqual([compiler["compiler"] for compiler in answer["compilers"]], ["gcc-12"])

    @unittest.skipIf(fakes.HAS_DRIVER, "this machine's driver answers without nvidia-smi")
    def test_reports_failed_queries_as_unknown(self):
        # The toolkits of this machine are also found without PATH.
        for body in ("exit 1", "kill -9 $$", "echo nonsense", ":"):
            for name in ("nvidia-smi", "c++"):
                fakes.program(self.bin / name, body)
            with self.subTest(body):
                answer = read_answer("detect", self.ask("detect", "--json").stdout)
                self.assertEqual([answer[key] for key in ("compilers", "gpus", "driver")], [None] * 3)
                text = self.ask("detect").stdout
                self.assertEqual(text.count("unknown: "), 3, text)
        for name in ("nvidia-smi", "c++"):
            (self.bin / name).unlink()
        answer = read_answer("detect", self.ask("detect", "--json").stdout)
        self.assertEqual([answer[key] for key in ("compilers", "gpus")], [[], []])

    def test_runs_no_program_of_the_current_directory(self):
        here = self.folder / "here"
        for name in ("nix-instantiate", "g++", "c++", "nvcc", "nvidia-smi", "getconf"):
            fakes.program(here / name, f"/bin/touch '{self.folder}/was-run'")
        fakes.gcc(self.bin / "c++", 12)
        archive = self.folder / "package.tar"
        archive.write_bytes(b"\0" * 257 + b"ustar" + b"\0" * 1000)
        checkout = self.folder / "checkout/pkgs/development/cuda-modules/_cuda/db/bootstrap"
        checkout.mkdir(parents=True)
        for file in ("nvcc.nix", "cuda.nix"):
            (checkout / file).write_text("{ }", encoding="utf-8")
        for path in (":", "", ".", "./", "../here", f":{self.bin}", f"{self.bin}:", f"{self.bin}::.", "here:."):
            for arguments, missing in ((["detect"], ""), (["env"], ""), (["ingest", archive], "cannot be read"),
                                       (["nix", "diff", self.folder / "checkout"], "nix-instantiate is not installed")):
                with self.subTest(arguments, path=path):
                    done = run_unwrapped([COMMAND, *arguments], env=self.variables | {"PATH": path}, cwd=here,
                                          capture_output=True, text=True, check=False)
                    self.assertIn(missing, done.stderr)
                    self.assertFalse((self.folder / "was-run").exists())

    def test_other_commands_accept_host(self):
        fakes.gcc(self.bin / "c++", 12)
        fakes.gcc(self.bin / "g++-11", 11)
        fakes.clang(self.bin / "clang++-15", 15)
        fakes.nvcc(self.bin / "nvcc", "12.4.131")
        answer = json.loads(self.ask("resolve", "--cuda", "host", "--stdenv", "host", "--json").stdout)
        self.assertEqual(answer["cuda"], {"requested": "host", "release": "12.4.1", "nvcc": "12.4.131", "channel": None})
        self.assertEqual(answer["stdenv"]["compiler"], "gcc-12")
        self.assertEqual(answer["stdenv"]["environment"], "host")
        self.assertEqual([r["compiler"] for r in answer["rejected"]], ["gcc-11", "clang-15"])
        answer = json.loads(self.ask("resolve", "--cuda", "11.8", "--available", "host,gcc-10", "--json").stdout)
        self.assertEqual(
            {r["compiler"] for r in answer["rejected"]} | {answer["hostCompiler"]["compiler"]},
            {"gcc-15", "gcc-12", "gcc-11", "gcc-10", "clang-15"},
        )
        for command in (["capabilities"], ["flags"], ["lint", "--format", "cmake", "80"], ["covers", "--device", "8.9"]):
            self.assertTrue(self.ask(*command[:1], "--cuda", "host", *command[1:]).stdout)

    def test_host_fails_on_an_empty_machine(self):
        for arguments in (["--stdenv", "host", "--cuda", "12.8"], ["--libstdcxx", "host", "--cuda", "12.8"]):
            result = self.ask("resolve", *arguments, expect=2)
            self.assertEqual(result.stdout, "")
            self.assertEqual(result.stderr.count("\n"), 1)


class Real(unittest.TestCase):
    @unittest.skipUnless(shutil.which("nvcc"), "nvcc is not installed")
    def test_finds_this_machines_nvcc(self):
        version = subprocess.run(["nvcc", "--version"], capture_output=True, text=True, check=True).stdout
        answer = read_answer("detect", run("detect", "--json").stdout)
        self.assertIn(f"V{answer['toolkits'][0]['nvcc']}", version)

    @unittest.skipUnless(shutil.which("g++"), "g++ is not installed")
    def test_finds_this_machines_compilers(self):
        answer = read_answer("detect", run("detect", "--json").stdout)
        version = subprocess.run(["g++", "-dumpfullversion"], capture_output=True, text=True, check=True).stdout.strip()
        self.assertIn(version, [c["version"] for c in answer["compilers"]])
        self.assertRegex(answer["libstdcxx"]["glibcxx"], r"^GLIBCXX_3\.4\.\d+$")
        self.assertIsInstance(answer["libstdcxx"]["gcc"], int)

    @unittest.skipUnless(shutil.which("getconf"), "getconf is not installed")
    def test_finds_this_machines_glibc(self):
        output = subprocess.run(["getconf", "GNU_LIBC_VERSION"], capture_output=True, text=True, check=True).stdout
        self.assertEqual(f"glibc {json.loads(run('detect', '--json').stdout)['glibc']}\n", output)


if __name__ == "__main__":
    COMMAND = os.path.abspath(sys.argv.pop(1))
    unittest.main()
