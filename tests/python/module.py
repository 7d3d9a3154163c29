#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""The Python module, as programs use it.

usage: module.py COMMAND
"""

import concurrent.futures
import copy
import inspect
import json
import os
import pathlib
import pickle
import shutil
import subprocess
import sys
import tempfile
import unittest

import cudastdenv
from cudastdenv import _library

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parents[1]))
from programs import one_line_each, run_unwrapped  # noqa: E402

COMMAND = None


def command(*arguments):
    return run_unwrapped([COMMAND, *arguments], capture_output=True, text=True, check=False, stdin=subprocess.DEVNULL)


def copied(folder, without=()):
    """A copy of the module in a directory, as with `pip install --target`, without some of its files."""
    package = pathlib.Path(cudastdenv.__file__).parent
    shutil.copytree(package, folder / "cudastdenv", ignore=lambda *_: {"__pycache__", "libcudastdenv.so.p", *without})


def python(folder, *arguments, path="/nowhere"):
    """Another Python, which has the module only in that directory."""
    environment = {"PATH": path, "PYTHONPATH": str(folder)}
    return subprocess.run([sys.executable, "-S", *arguments], capture_output=True, text=True, check=False,
                          env=environment, stdin=subprocess.DEVNULL)


class Answers(unittest.TestCase):
    def test_answers_have_attributes(self):
        answer = cudastdenv.resolve(cuda="12.8", stdenv="debian-13", gpu=["RTX 4090"])
        self.assertEqual(answer.json, json.loads(command("resolve", "--cuda", "12.8", "--stdenv", "debian-13", "--gpu",
                                                         "RTX 4090", "--json").stdout))
        self.assertEqual(answer.host_compiler.compiler, answer.json["hostCompiler"]["compiler"])
        self.assertEqual([one.reason for one in answer.rejected], [one["reason"] for one in answer.json["rejected"]])
        self.assertEqual(answer.apply[0].for_, answer.json["apply"][0]["for"])
        self.assertEqual(answer.status, 0)

    def test_none_is_an_answer(self):
        answer = cudastdenv.resolve(cuda="11.8", stdenv="gcc-14", available=[])
        self.assertIsNone(answer.host_compiler)
        self.assertEqual(answer.status, 1)
        self.assertEqual(answer.rejected[0].reason, "too-new")

    def test_accepts_lists_and_texts(self):
        texts = cudastdenv.flags(cuda="12.8", capabilities="8.9,9.0a", format="cmake")
        for listed in (["8.9", "9.0a"], ("8.9", "9.0a")):
            self.assertEqual(cudastdenv.flags(cuda="12.8", capabilities=listed, format="cmake"), texts)
        self.assertEqual(texts.text, "89;90a-real")

    def test_a_switch_can_be_off(self):
        without = cudastdenv.resolve(cuda="12.8", no_forward_compat=True)
        self.assertEqual(cudastdenv.resolve(cuda="12.8", forward_compat=False), without)
        self.assertNotEqual(cudastdenv.resolve(cuda="12.8", forward_compat=True), without)
        self.assertEqual(cudastdenv.resolve(cuda="12.8", no_forward_compat=False), cudastdenv.resolve(cuda="12.8"))
        with self.assertRaises(cudastdenv.BadInput):
            cudastdenv.resolve(cuda="12.8", forward_compat=True, no_forward_compat=True)

    def test_accepts_positional_arguments(self):
        self.assertEqual(cudastdenv.gpu("H100"), cudastdenv.gpu(name="H100"))
        self.assertEqual(cudastdenv.explain("gcc-15", cuda="12.8").compiler, "gcc-15")
        self.assertEqual(cudastdenv.diagnose("hello").findings, [])

    def test_arguments_equal_those_of_the_command(self):
        self.assertEqual(cudastdenv.resolve("12.8"), cudastdenv.resolve(cuda="12.8"))
        self.assertEqual(cudastdenv.explain("12.8", "gcc-15"), cudastdenv.explain("gcc-15", cuda="12.8"))
        self.assertEqual(cudastdenv.covers("12.4", "8.0;9.0", format="torch", gpu="H100"),
                         cudastdenv.covers(cuda="12.4", text="8.0;9.0", format="torch", gpu="H100"))
        for wrong in (lambda: cudastdenv.gpu("H100", "A100"), lambda: cudastdenv.resolve("12.8", cuda="12.4")):
            self.assertRaises(TypeError, wrong)

    def test_prints_an_answer_like_the_command(self):
        for answer, *arguments in ((cudastdenv.resolve("12.8", stdenv="debian-13"), "resolve", "12.8", "--stdenv", "debian-13"),
                                   (cudastdenv.explain("12.8", "gcc-15"), "explain", "12.8", "gcc-15"),
                                   (cudastdenv.ask("12.8 gcc-15"), "12.8", "gcc-15")):
            self.assertEqual(f"{answer}\n", command(*arguments).stdout)
            self.assertEqual(str(pickle.loads(pickle.dumps(answer))), str(answer))

    def test_an_answer_is_its_verdict(self):
        self.assertTrue(cudastdenv.explain("12.8", "gcc-13"))
        self.assertFalse(cudastdenv.explain("12.8", "gcc-15"))

    def test_prints_other_formats_as_text(self):
        self.assertIn("cmake", str(cudastdenv.flags(format="list")))
        self.assertEqual(str(cudastdenv.nix_impact(to="gcc-16", format="markdown"))[:2], "**")

    def test_answers_are_values(self):
        answer = cudastdenv.resolve(cuda="12.8")
        self.assertEqual(pickle.loads(pickle.dumps(answer)), answer)
        self.assertEqual(copy.deepcopy(answer).host_compiler, answer.host_compiler)
        self.assertEqual(pickle.loads(pickle.dumps(answer)).status, answer.status)
        self.assertIn("HostCompiler({'compiler': 'gcc-14'", repr(answer.host_compiler))
        self.assertNotEqual(answer.host_compiler, answer.cuda)
        with self.assertRaises(AttributeError):
            answer.host_compilers

    def test_has_the_version(self):
        self.assertTrue(command("--version").stdout.startswith(f"cudastdenv {cudastdenv.__version__},"))


class Errors(unittest.TestCase):
    def test_errors_are_sentences(self):
        for ask, *arguments in [
            (lambda: cudastdenv.resolve(cuda="12.10"), "resolve", "--cuda", "12.10"),
            (lambda: cudastdenv.explain(cuda="12.8"), "explain", "--cuda", "12.8"),
            (lambda: cudastdenv.resolve(cuda="12.8", stdenv="debain-12"),
             "resolve", "--cuda", "12.8", "--stdenv", "debain-12"),
            (lambda: cudastdenv.gpu("RTX 9999"), "gpu", "RTX 9999"),
        ]:
            with self.subTest(arguments), self.assertRaises(cudastdenv.BadInput) as raised:
                ask()
            output = json.loads(command(*arguments, "--json").stderr)
            self.assertEqual([str(raised.exception), raised.exception.code, raised.exception.status],
                             [output["message"], output["code"], output["exitStatus"]])
            self.assertEqual(repr(pickle.loads(pickle.dumps(raised.exception))), repr(raised.exception))

    def test_errors_have_kinds(self):
        with self.assertRaises(cudastdenv.DataError) as raised:
            cudastdenv.manifest("{")
        self.assertIsInstance(raised.exception, cudastdenv.Failure)
        self.assertEqual(raised.exception.status, 3)
        with self.assertRaises(ValueError):
            cudastdenv.resolve(cuda="12.10")
        for wrong in (12.8, 12, True, ["12.8"]):
            with self.subTest(wrong), self.assertRaisesRegex(cudastdenv.BadInput, "cuda is a string"):
                cudastdenv.resolve(cuda=wrong)
        with self.assertRaises(TypeError):
            cudastdenv.resolve(cuda=b"12.8")
        with self.assertRaises(TypeError):
            cudastdenv.resolve(cdua="12.8")

    def test_rejects_strange_texts(self):
        for text in ("\udc80", "\0", "12.8\0", "\n", "\x1b[2J", "\U0001f600", "'; rm -rf /"):
            with self.subTest(text), self.assertRaises(cudastdenv.BadInput) as raised:
                cudastdenv.resolve(cuda=text)
            self.assertTrue(str(raised.exception).isprintable())
        # A log can contain bytes that are not text.
        log = b"\xff\nnvcc fatal   : Unsupported gpu architecture 'compute_120'\n".decode(errors="surrogateescape")
        self.assertEqual(cudastdenv.diagnose(log).findings[0].message, "unsupported-gpu-architecture")


class Machine(unittest.TestCase):
    def test_answers_for_the_host(self):
        output = command("resolve", "--cuda", "12.8", "--stdenv", "host", "--json")
        if output.returncode == 2:  # no compiler
            with self.assertRaises(cudastdenv.BadInput) as raised:
                cudastdenv.resolve(cuda="12.8", stdenv="host")
            self.assertEqual(str(raised.exception), json.loads(output.stderr)["message"])
            return
        answer = cudastdenv.resolve(cuda="12.8", stdenv="host")
        self.assertEqual(answer.json, json.loads(output.stdout))
        found = cudastdenv.detect()
        self.assertEqual(cudastdenv.resolve(cuda="12.8", stdenv="host", host=found), answer)
        for available in ("host,gcc-6", ["gcc-6", "host"]):
            self.assertEqual(cudastdenv.resolve(cuda="12.8", available=available),
                             cudastdenv.resolve(cuda="12.8", available=available, host=found))
        self.assertEqual(cudastdenv.resolve(cuda="12.8", stdenv="host", host=found.json), answer)

    def test_detects_this_machine(self):
        self.assertEqual(cudastdenv.detect().json, json.loads(command("detect", "--json").stdout))

    def test_accepts_the_parts_of_another_machine(self):
        found = {**cudastdenv.detect().json, "compilers": [], "toolkits": []}
        with self.assertRaises(cudastdenv.BadInput) as raised:
            cudastdenv.resolve(cuda="host", host=found)
        self.assertEqual(raised.exception.code, "not-on-this-machine")
        with self.assertRaisesRegex(cudastdenv.BadInput, "host: system"):
            cudastdenv.resolve(cuda="host", host={})

    def test_fails_without_the_command(self):
        native = "import cudastdenv; cudastdenv.covers('native', cuda='12.8.1', format='cmake', device='8.0')"
        asked = "import cudastdenv; print(cudastdenv.resolve(cuda='12.8').host_compiler.compiler); cudastdenv.detect()"
        with tempfile.TemporaryDirectory() as scratch:
            folder = pathlib.Path(scratch)
            copied(folder)
            done = python(folder, "-c", asked)
            self.assertEqual(done.stdout, "gcc-14\n")
            self.assertIn("Failure: the command cudastdenv is not there", done.stderr)
            self.assertIn("BadInput: 'native' means the GPUs", python(folder, "-c", native).stderr)
            done = python(folder, "-m", "cudastdenv", "--version")
            self.assertEqual((done.returncode, done.stdout), (3, ""))
            self.assertIn("error: the command cudastdenv is not there", done.stderr)

            (folder / "bin").mkdir()
            shutil.copy(COMMAND, folder / "bin" / "cudastdenv")
            done = python(folder, "-c", asked)
            self.assertEqual((done.returncode, done.stderr), (0, ""))
            (folder / "bin" / "cudastdenv").chmod(0o644)
            done = python(folder, "-c", asked)
            self.assertEqual(done.stdout, "gcc-14\n")
            self.assertIn(f"Failure: {folder}/bin/cudastdenv cannot be run: Permission denied", done.stderr)
            done = python(folder, "-m", "cudastdenv", "--version")
            self.assertEqual((done.returncode, done.stdout), (3, ""))
            self.assertEqual(done.stderr, f"error: {folder}/bin/cudastdenv cannot be run: Permission denied\n")

            shutil.copy(shutil.which("false"), folder / "bin" / "cudastdenv")
            (folder / "bin" / "cudastdenv").chmod(0o755)
            self.assertIn("Failure: ", python(folder, "-c", asked).stderr)

    def test_fails_without_the_library(self):
        with tempfile.TemporaryDirectory() as scratch:
            copied(pathlib.Path(scratch), without=["libcudastdenv.so"])
            done = python(scratch, "-c", "import cudastdenv")
        self.assertIn("ImportError: the library of cudastdenv cannot be loaded: ", done.stderr)

    def test_the_module_runs_like_the_command(self):
        for arguments in (["resolve", "--cuda", "12.8"], ["resolve", "--cuda", "12.10"], ["covers", "--cuda", "12.8"]):
            done = subprocess.run([sys.executable, "-m", "cudastdenv", *arguments], capture_output=True, text=True,
                                  stdin=subprocess.DEVNULL, check=False)
            expected = command(*arguments)
            self.assertEqual((done.returncode, done.stdout, one_line_each(done.stderr)),
                             (expected.returncode, expected.stdout, expected.stderr))


class Processes(unittest.TestCase):
    def test_works_in_threads(self):
        releases = ["11.8", "12.4", "12.8", "13.0"] * 25
        alone = {cuda: cudastdenv.resolve(cuda=cuda).json for cuda in set(releases)}
        with concurrent.futures.ThreadPoolExecutor(8) as threads:
            for cuda, answer in zip(releases, threads.map(lambda cuda: cudastdenv.resolve(cuda=cuda), releases)):
                self.assertEqual(answer.json, alone[cuda])

    def test_works_after_a_fork(self):
        expected = cudastdenv.resolve(cuda="12.8").json
        child = os.fork()
        if child == 0:
            os._exit(0 if cudastdenv.resolve(cuda="12.8").json == expected else 1)
        self.assertEqual(os.waitpid(child, 0)[1], 0)

    def test_frees_each_text(self):
        """Every text is freed."""
        def resident():
            return int(pathlib.Path("/proc/self/statm").read_text().split()[1])

        def ask():
            for _ in range(300):
                cudastdenv.resolve(cuda="12.8")
                _library.request_schema()

        ask()
        before = resident()
        ask()
        self.assertLess(resident() - before, 1000)  # pages; keeping 600 texts would be ten times as much


class Form(unittest.TestCase):
    def test_functions_match_the_schema(self):
        """Each command of the library is a function with each of its options, and no other function has options."""
        commands = {one["properties"]["command"]["const"].replace(" ", "_"): one["properties"]
                    for one in _library.request_schema()["oneOf"]}
        functions = {name: one for name in cudastdenv.__all__ if inspect.isfunction(one := getattr(cudastdenv, name))}
        self.assertEqual(set(functions), {*commands, "covers_wheel", "detect"})
        # An option with an answer of its own is a function.
        self.assertIn("wheel", inspect.signature(functions["covers_wheel"]).parameters)
        del commands["covers"]["wheel"]
        for name, options in commands.items():
            options = {key: one for key, one in options.items() if key not in ("command", "as")}
            taken = inspect.signature(functions[name]).parameters
            self.assertEqual(len(taken), 1 + len(options), name)  # the first are the arguments without a name
            for key, described in options.items():
                self.assertIn(described.get("description", ""), " ".join(functions[name].__doc__.split()), (name, key))

    def test_documents_each_public_name(self):
        self.assertEqual(len(set(cudastdenv.__all__)), len(cudastdenv.__all__))
        for name in cudastdenv.__all__:
            self.assertTrue(getattr(cudastdenv, name).__doc__, name)


if __name__ == "__main__":
    COMMAND = sys.argv.pop(1)
    unittest.main()
