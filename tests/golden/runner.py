#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""The program that runs the golden tests: it fails when it should, and runs the command as a process would.

usage: runner.py PROGRAM COMMAND
"""

import os
import pathlib
import resource
import subprocess
import sys
import tempfile
import unittest

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parents[1]))
from programs import OneProcess  # noqa: E402

SKIPPED = 77
PROGRAM, COMMAND = (str(pathlib.Path(argument).resolve()) for argument in sys.argv[1:])
GPU = "=== gpu\n$ gpu H100\n"
ERROR = "no-gpu $ gpu\n"


class Transcripts(unittest.TestCase):
    def setUp(self):
        scratch = tempfile.TemporaryDirectory()
        self.addCleanup(scratch.cleanup)
        self.directory = pathlib.Path(scratch.name)

    def run_golden(self, *patterns, accept=False, **options):
        environment = {**os.environ, "CUDASTDENV_ACCEPT": "1" if accept else ""}
        return subprocess.run([PROGRAM, self.directory, *patterns], env=environment, capture_output=True, text=True,
                              check=False, **options)

    def write(self, **transcripts):
        for name, text in transcripts.items():
            (self.directory / f"{name}.test").write_text(text, encoding="utf-8")

    def read(self, name):
        return (self.directory / f"{name}.test").read_text(encoding="utf-8")

    def refuses(self, message, *patterns, **options):
        done = self.run_golden(*patterns, **options)
        self.assertEqual((done.returncode, message in done.stderr), (1, True), done)

    def test_accepted_cases_pass(self):
        self.write(gpu=GPU, errors=ERROR)
        self.assertEqual(self.run_golden().returncode, 1)
        self.assertEqual(self.run_golden(accept=True).returncode, SKIPPED)
        self.assertTrue(self.read("gpu").startswith(GPU + "exit 0\n--- stdout\nH100: "))
        self.assertTrue(self.read("errors").startswith(ERROR + "error: missing GPU\nhint: "))
        done = self.run_golden()
        self.assertEqual((done.returncode, done.stdout), (0, "2 passed, 0 failed\n"))
        self.assertEqual(self.run_golden(accept=True).returncode, SKIPPED)

    def test_compares_each_part(self):
        self.write(gpu=GPU, errors=ERROR)
        self.run_golden(accept=True)
        for name, old, new in (("gpu", "exit 0", "exit 1"), ("gpu", "H100:", "H200:"), ("errors", "missing", "which"),
                               ("gpu", "--- stdout", "--- stderr")):
            with self.subTest(old):
                text = self.read(name)
                self.write(**{name: text.replace(old, new, 1)})
                done = self.run_golden()
                self.assertEqual((done.returncode, done.stdout.splitlines()[-1]), (1, "1 passed, 1 failed"))
                self.assertIn("failed:\n  gpu\n" if name == "gpu" else "failed:\n  no-gpu\n", done.stdout)
                self.write(**{name: text})

    def test_selects_cases_by_patterns(self):
        self.write(gpu=GPU + GPU.replace("=== gpu", "=== gpu-again"), errors=ERROR)
        self.run_golden(accept=True)
        for patterns, count in ((["gpu-*"], 1), (["gpu"], 2), (["no-gpu", "gpu-again"], 2), (["*"], 3)):
            self.assertEqual(self.run_golden(*patterns).stdout, f"{count} passed, 0 failed\n")
        self.refuses("no case", "gpus")

    def test_accepts_only_matching_output(self):
        self.write(gpu=GPU, errors=ERROR)
        self.run_golden("no-*", accept=True)
        self.assertEqual(self.read("gpu").splitlines()[:2], GPU.splitlines())
        self.assertEqual(self.run_golden("no-*").returncode, 0)
        self.assertEqual(self.run_golden("gpu").returncode, 1)

    def test_rejects_malformed_transcripts(self):
        for text in ("=== a b\n$ gpu\n", "=== a\ngpu\n", "=== a\n$ gpu\nexit x\n", "=== a\n$ gpu\nexit 0\nmore\n",
                     "=== a\n$ gpu\nexit 0\n--- stdout\n", "=== a\n$ gpu", "gpu H100\n", "a $ gpu\nerror: 1\nerror: 2\n",
                     "=== a\n$ gpu\nexit 0\n--- stderr\nx\n--- stdout\nx\n", GPU + GPU):
            with self.subTest(text):
                self.write(some=text)
                self.refuses("some.test")

    def test_rejects_unwritable_output(self):
        """An output that would be read as a header, and an answer among the errors."""
        (self.directory / "=== ").mkdir()
        (self.directory / "=== /CMakeLists.txt").write_text("set(CMAKE_CUDA_ARCHITECTURES 37)\n", encoding="utf-8")
        for text in (ERROR.replace("$ gpu", "$ gpu H100"), "=== a\n$ lint --cuda 12.8 --files '=== /CMakeLists.txt'\n"):
            with self.subTest(text):
                self.write(some=text)
                self.refuses("cannot be written", accept=True)
                self.assertEqual(self.read("some"), text)

    def test_names_the_case_if_the_process_ends(self):
        """The case is named: here one that writes more than the file limit."""
        self.write(some=GPU + "=== writes\n$ nix variants --output out\n")
        self.refuses("in case writes", preexec_fn=lambda: resource.setrlimit(resource.RLIMIT_FSIZE, (10, 10)))


class Calls(unittest.TestCase):
    def test_runs_like_a_process(self):
        log = b"crt/host_config.h:143:2: error: #error -- unsupported GNU version! gcc versions later than 14 \xff\0\n"
        calls = (
            (["diagnose", "--json"], {"stdin": log}),
            (["diagnose"], {}),
            (["abi", "-"], {"stdin": pathlib.Path(COMMAND).read_bytes()}),
            (["lint", "--files", "--cuda", "12.8", b"\xff\n"], {}),
            (["closure", "paths.txt"], {"cwd": pathlib.Path(__file__).parent / "closure"}),
            (["resolve"], {"env": {"CUDASTDENV_CUDA": "12.8", "COLUMNS": "50"}}),
            (["resolve", "12.8"], {"env": {"IN_NIX_SHELL": "pure"}}),
            (["resolve"], {"env": {}}),
            ([], {"stdin": b"12.8 gcc-15"}),
        )
        with OneProcess(PROGRAM) as command:
            for _ in range(2):  # the one before leaves nothing
                for arguments, options in calls:
                    with self.subTest(arguments):
                        ours = command.run(arguments, **options)
                        theirs = subprocess.run([COMMAND, *arguments], input=options.get("stdin", b""),
                                                capture_output=True, cwd=options.get("cwd"), env=options.get("env"),
                                                check=False)
                        self.assertEqual((ours.returncode, ours.stdout, ours.stderr),
                                         (theirs.returncode, theirs.stdout, theirs.stderr))

    def test_reports_the_end_of_the_process(self):
        command = OneProcess(PROGRAM)
        with self.assertRaises(RuntimeError), command:
            command.run(["resolve"], cwd="/nowhere")


unittest.main(argv=sys.argv[:1])
