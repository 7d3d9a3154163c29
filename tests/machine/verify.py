#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""`cudastdenv verify` with fake programs that misbehave, and with the real nvcc.

usage: verify.py COMMAND
"""

import json
import os
import pathlib
import shutil
import subprocess
import sys
import tempfile
import unittest

import fakes

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parents[1]))
from answer_schemas import read_answer  # noqa: E402
from programs import PLAIN_ENVIRONMENT, run_unwrapped  # noqa: E402

COMMAND = None

VERSION = """case "$*" in
  *--version*) echo 'Cuda compilation tools, release 13.0, V13.0.88'; exit 0;;
esac
"""
# Writes a program with exit code 0 to the file of -o.
BUILDS = """while [ $# -gt 0 ]; do
  if [ "$1" = -o ]; then printf '#!/bin/sh\\nexit 0\\n' > "$2"; /bin/chmod +x "$2"; fi
  shift
done
"""
# As the real one, it accepts GCC 15 or older, and capability 7.5 or higher. The name in -ccbin has the GCC's version.
HONEST = """ccbin=; while [ $# -gt 0 ]; do
  case "$1" in
    -ccbin) ccbin=$2;;
    -gencode*sm_[3-6]?|-gencode*sm_7[0-2]) echo "nvcc fatal   : Unsupported gpu architecture 'x'" >&2; exit 1;;
    -gencode*sm_101*|-gencode*sm_107*) echo "nvcc fatal   : Unsupported gpu architecture 'x'" >&2; exit 1;;
    -o) out=$2;;
    -c) case "$ccbin" in *g++-16)
      echo '#error -- unsupported GNU version! gcc versions later than 15 are not supported!' >&2
      exit 1;; esac;;
  esac
  shift
done
printf '#!/bin/sh\\nexit 0\\n' > "$out"; /bin/chmod +x "$out"
"""


def names_of(row):
    return row["predicted"]["name"], row["seen"]["name"], row["verdict"]


class Fakes(unittest.TestCase):
    def setUp(self):
        self.folder = pathlib.Path(tempfile.mkdtemp(prefix="cudastdenv-verify-test-"))
        self.addCleanup(shutil.rmtree, self.folder)
        self.bin = self.folder / "it's \"a\" $(touch hacked) `folder`;"
        self.bin.mkdir()
        self.temporary = self.folder / "temporary files"
        self.temporary.mkdir()
        self.variables = {"PATH": str(self.bin), "HOME": str(self.folder), "TMPDIR": str(self.temporary)}
        fakes.gcc(self.bin / "c++", 12)
        fakes.gcc(self.bin / "g++-12", 12)

    def nvcc(self, body):
        fakes.program(self.bin / "nvcc", VERSION + body)

    def ask(self, *arguments, expect):
        result = run_unwrapped(
            [COMMAND, "verify", *arguments],
            env=self.variables,
            cwd=self.folder,
            capture_output=True,
            text=True,
            errors="replace",
            check=False,
        )
        self.assertEqual(result.returncode, expect, result)
        self.assertEqual(list(self.temporary.iterdir()), [], "temporary files are left")
        self.assertFalse((self.folder / "hacked").exists())
        return result

    def rows(self, *arguments, expect):
        answer = read_answer("verify", self.ask(*arguments, "--json", expect=expect).stdout)
        self.assertEqual(answer["schemaVersion"], 2)
        counts = [sum(row["verdict"] == verdict for row in answer["rows"])
                  for verdict in ("as-predicted", "different", "not-run")]
        self.assertEqual([answer["asPredicted"], answer["different"], answer["notRun"]], counts)
        return answer["rows"]

    def test_reports_an_nvcc_that_accepts_everything(self):
        fakes.gcc(self.bin / "g++-16", 16)
        self.nvcc(BUILDS)
        rows = self.rows(expect=1)
        too_new = [row for row in rows if row["compiler"] == "gcc-16"]
        self.assertEqual([row["standard"] for row in too_new], ["c++17", "c++20"])
        for row in too_new:
            self.assertEqual(names_of(row), ("too-new", "works", "different"))
            self.assertEqual(row["rejected"], "too-new")
        old = next(row for row in rows if row["capability"] == "5.0")
        self.assertEqual(names_of(old), ("not-taken", "taken", "different"))
        new = next(row for row in rows if row["capability"] == "9.0a")
        self.assertEqual(new["verdict"], "as-predicted")
        needs = next(row for row in rows if row["kind"] == "needs")
        self.assertEqual(needs["seen"]["name"], "failed")
        text = self.ask(expect=1).stdout
        self.assertIn("DIFF", text)
        self.assertIn("are not as predicted", text)

    def test_confirms_an_nvcc_that_acts_as_predicted(self):
        fakes.gcc(self.bin / "g++-16", 16)
        self.nvcc(HONEST)
        rows = self.rows("--std", "c++17", expect=1)
        different = [row["kind"] for row in rows if row["verdict"] == "different"]
        # The output of this nvcc is a script, whose symbol versions cannot be read.
        self.assertEqual(different, ["needs"])

    def test_output_is_equal_for_any_number_of_jobs(self):
        self.nvcc(HONEST)
        answers = {self.ask("--jobs", jobs, "--std", "c++17", expect=1).stdout for jobs in ("1", "2", "40")}
        self.assertEqual(len(answers), 1)

    def test_reports_an_nvcc_that_crashes_fails_or_floods(self):
        cases = {
            "kill -SEGV $$": "crashed",
            "exit 3": "failed",
            "while :; do echo xxxxxxxxxxxxxxxxxxxxxxxxxxx; done": "printed-too-much",
        }
        for body, seen in cases.items():
            self.nvcc(f'case "$*" in *--dryrun*) {HONEST};; *) {body};; esac')
            rows = self.rows("--std", "c++17", expect=1)
            self.assertEqual({row["seen"]["name"] for row in rows if row["kind"] == "compiler"}, {seen})
            self.assertEqual([row["seen"]["name"] for row in rows if row["kind"] == "needs"], ["not-run"])

    def test_prints_no_control_characters(self):
        self.nvcc("printf 'error: \\033[2J\\007 bad \\377\\n' >&2; exit 1")
        out = self.ask("--std", "c++17", expect=1).stdout
        self.assertNotIn("\033", out)
        self.assertIn("\\x1b", out)
        self.rows("--std", "c++17", expect=1)

    def test_progress_is_not_part_of_the_answer(self):
        self.nvcc(HONEST)
        result = self.ask("--std", "c++17", expect=1)
        self.assertRegex(result.stderr, r"note: \d+ of \d+ tried\n$")
        self.assertNotIn("tried\n", result.stdout.replace("tried ", ""))

    @unittest.skipIf(fakes.HAS_DRIVER, "this machine may have a GPU")
    def test_gpu_rows_are_unknown_without_a_gpu(self):
        self.nvcc(HONEST)
        rows = self.rows("--std", "c++17", "--run", expect=1)
        gpu = [row for row in rows if row["kind"] in ("gpu", "ptx")]
        self.assertEqual([row["seen"]["message"] for row in gpu], ["not run: no GPU"] * 2)
        self.assertEqual({row["verdict"] for row in gpu}, {"not-run"})

    def test_gpu_rows_compare_driver_and_program(self):
        """For a GPU's capability, a driver and the program's result: predicted and seen, for both rows."""
        fails_there = HONEST.replace("exit 0\\n", '[ "$1" != gpu ]\\n')
        works = [("runs", "works", "as-predicted")]
        cases = (
            ("9.0, 580.159.04", HONEST, works * 2),
            ("9.0, 580.159.04", fails_there, [("runs", "failed", "different")] * 2),
            ("9.0, 450.80.02", fails_there, [("no-code-runs", "failed", "as-predicted")] * 2),
            ("9.0, 450.80.02", HONEST, [("no-code-runs", "works", "different")] * 2),
            # No PTX is older than this one.
            ("7.5, 580.159.04", HONEST, works),
        )
        for gpu, body, expected in cases:
            self.nvcc(body)
            fakes.program(self.bin / "nvidia-smi", f"echo 'NVIDIA Fake, {gpu}'")
            rows = self.rows("--std", "c++17", "--run", expect=1)
            seen = [names_of(row) for row in rows if row["kind"] in ("gpu", "ptx")]
            self.assertEqual(seen, expected, gpu)
            if len(seen) == 2:
                self.assertEqual(next(row["capability"] for row in rows if row["kind"] == "ptx"), "8.9")
        self.assertFalse([row for row in self.rows("--std", "c++17", expect=1) if row["kind"] in ("gpu", "ptx")])

    def test_accepts_a_toolkit_elsewhere(self):
        elsewhere = self.folder / "else where"
        version = VERSION.replace("13.0.88", "12.4.131").replace("13.0", "12.4")
        fakes.program(elsewhere / "bin" / "nvcc", version + HONEST)
        answer = read_answer("verify", self.ask("--toolkit", str(elsewhere), "--std", "c++17", "--json", expect=1).stdout)
        self.assertEqual(answer["cuda"]["release"], "12.4.1")
        self.assertEqual(answer["toolkit"]["path"], str(elsewhere / "bin" / "nvcc"))
        result = self.ask("--toolkit", str(elsewhere), "--cuda", "13.0", expect=2)
        self.assertIn("is from CUDA 12.4.1, not 13.0", result.stderr)

    def test_a_minor_release_means_the_installed_patch(self):
        elsewhere = self.folder / "13.3"
        version = VERSION.replace("13.0.88", "13.3.33").replace("13.0", "13.3")
        fakes.program(elsewhere / "bin" / "nvcc", version + HONEST)
        (elsewhere / "version.json").write_text('{"cuda": {"version": "13.3.0"}}', encoding="utf-8")
        self.variables["CUDA_HOME"] = str(elsewhere)
        for arguments in (["--cuda", "13.3"], ["--cuda", "13.3.0"], ["--toolkit", str(elsewhere), "--cuda", "13.3"]):
            answer = read_answer("verify", self.ask(*arguments, "--std", "c++17", "--json", expect=1).stdout)
            self.assertEqual(answer["cuda"]["release"], "13.3.0")
            self.assertEqual(answer["toolkit"]["path"], str(elsewhere / "bin" / "nvcc"))
        result = self.ask("--cuda", "13.3.1", expect=3)
        self.assertIn("CUDA 13.3.0", result.stderr)

    def test_an_incomplete_toolkit_is_named(self):
        fails = HONEST.replace('printf', 'echo "/usr/bin/ld: cannot find -lcudart_static: No such file" >&2\n'
                               'echo "collect2: error: ld returned 1 exit status" >&2; exit 1; printf')
        fails = fails.replace("  shift\ndone\n", "  shift\ndone\ncase \"$NVCC_PREPEND_FLAGS\" in *cu13/lib*) "
                              "printf '#!/bin/sh\\nexit 0\\n' > \"$out\"; /bin/chmod +x \"$out\"; exit 0;; esac\n")
        fails = 'case "$*" in *--dryrun*|*" -c "*) ' + HONEST + ";; *) " + fails + ";; esac\n"
        root = fakes.pips_toolkit(self.folder / "cu13", "13.1.115")
        fakes.program(root / "bin/nvcc", VERSION.replace("13.0.88", "13.1.115").replace("13.0", "13.1") + fails)
        answer = read_answer("verify", self.ask("--toolkit", str(root), "--std", "c++17", "--json", expect=1).stdout)
        alone = next(row for row in answer["rows"] if row["kind"] == "compiler")
        self.assertEqual(names_of(alone), ("toolkit-incomplete", "failed", "as-predicted"))
        self.assertIn("cannot find -lcudart_static", alone["seen"]["message"])
        chosen = next(row for row in answer["rows"] if row["kind"] == "chosen")
        self.assertEqual(names_of(chosen), ("works", "works", "as-predicted"))

    def test_a_compiler_that_does_not_name_its_library_gives_no_result(self):
        """A relocated GCC prints a name without a directory for -print-file-name=libstdc++.so."""
        missing = HONEST.replace('printf', 'case "$out" in */program) echo '
                                 '"/usr/bin/ld: cannot find -lstdc++: No such file" >&2; exit 1;; esac; printf')
        self.nvcc(missing)
        chosen = next(row for row in self.rows("--std", "c++17", expect=0) if row["kind"] == "chosen")
        self.assertEqual(names_of(chosen), ("works", "not-run", "not-run"))
        self.assertEqual(chosen["seen"]["message"],
                         "no result: the compiler does not print where its libstdc++ is: "
                         "/usr/bin/ld: cannot find -lstdc++: No such file")
        # The failure is a result if the compiler names its library.
        library = self.folder / "lib" / "libstdc++.so"
        library.parent.mkdir()
        library.touch()
        for name in ("c++", "g++-12"):
            fakes.gcc(self.bin / name, 12, library=library)
        chosen = next(row for row in self.rows("--std", "c++17", expect=1) if row["kind"] == "chosen")
        self.assertEqual(names_of(chosen), ("works", "failed", "different"))
        # So is another failure of one that does not.
        for name in ("c++", "g++-12"):
            fakes.gcc(self.bin / name, 12)
        self.nvcc(missing.replace("-lstdc++", "-lcudadevrt"))
        chosen = next(row for row in self.rows("--std", "c++17", expect=1) if row["kind"] == "chosen")
        self.assertEqual(names_of(chosen), ("works", "failed", "different"))

    def test_fails_without_nvcc_or_compiler(self):
        # A toolkit in a default directory is found whatever PATH is, so the test requests an old release.
        for arguments, words in ((["--cuda", "10.0"], "no nvcc"), (["--toolkit", str(self.bin)], "no working nvcc")):
            result = self.ask(*arguments, expect=3)
            self.assertEqual(result.stdout, "")
            self.assertEqual(result.stderr.count("\n"), 1)
            self.assertIn(words, result.stderr)
        self.nvcc(HONEST)
        for name in ("c++", "g++-12"):
            (self.bin / name).unlink()
        result = self.ask(expect=3)
        self.assertIn("nothing to run: no GCC or Clang", result.stderr)

    def test_rejects_bad_input(self):
        self.nvcc(HONEST)
        cases = {
            ("--jobs", "0"): "is not a number of jobs",
            ("--jobs", "many"): "is not a number of jobs",
            ("--std", "c++26"): "unknown C++ standard",
            ("--std", "c++23"): "(newest: c++20)",
            ("--std", ""): "contains no C++ standard",
            ("--cuda", "13.00"): "is not a CUDA release",
            ("--toolkit", "/nowhere"): "is not a directory",
        }
        for arguments, words in cases.items():
            result = self.ask(*arguments, expect=2)
            self.assertEqual(result.stdout, "")
            self.assertIn(words, result.stderr)
            self.assertEqual(result.stderr.count("\n"), 1)


@unittest.skipUnless(shutil.which("nvcc") and shutil.which("g++-12"), "nvcc or g++-12 is not installed")
class Real(unittest.TestCase):
    def test_verifies_the_real_nvcc(self):
        arguments = ["--std", "c++17", "--available", "gcc-12", "--json"]
        result = run_unwrapped([COMMAND, "verify", *arguments], capture_output=True, text=True, check=False,
                                env=PLAIN_ENVIRONMENT)
        self.assertEqual(result.returncode, 0, result)
        answer = read_answer("verify", result.stdout)
        self.assertEqual(answer["different"], 0)
        self.assertGreater(answer["asPredicted"], 20)
        works = [row for row in answer["rows"] if row["compiler"] == "gcc-12" and row["seen"]["name"] == "works"]
        self.assertTrue(works)


if __name__ == "__main__":
    COMMAND = os.path.abspath(sys.argv.pop(1))
    unittest.main()
