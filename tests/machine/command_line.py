#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""The command line: one vocabulary, defaults from variables, help, manual pages, and the width of answers.

usage: command_line.py COMMAND
"""

import fcntl
import json
import os
import pathlib
import pty
import re
import select
import shlex
import shutil
import struct
import subprocess
import sys
import tempfile
import termios
import time
import unittest

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parents[1]))
from programs import run_unwrapped  # noqa: E402
from transcripts import GOLDEN, read_cases  # noqa: E402

COMMAND = None
SOURCES = pathlib.Path(__file__).resolve().parents[2]
PLAIN = {"PATH": os.environ["PATH"], "IN_NIX_SHELL": "pure", "HOME": tempfile.gettempdir(), "LC_ALL": "C.UTF-8"}


def ask(*arguments, **variables):
    return run_unwrapped([COMMAND, *arguments], env={**PLAIN, **variables}, capture_output=True, text=True, check=False,
                          stdin=subprocess.DEVNULL)


def read_all(terminal, end, child):
    """The output of a child on a terminal; both ends are closed then."""
    # After the last close of that end, the system may drop unread output, so a mark is read first.
    mark, is_marked, text = b"<that was all>", False, b""
    while not text.endswith(mark):
        if select.select([terminal], [], [], 0.05)[0]:
            text += os.read(terminal, 1 << 16)
        elif child.poll() is not None and not is_marked:
            is_marked = os.write(end, mark) > 0
    os.close(terminal)
    os.close(end)
    return text.removesuffix(mark).decode()


def on_terminal(columns, *arguments, **variables):
    """The output on a terminal of that width, and the exit code."""
    terminal, end = pty.openpty()
    fcntl.ioctl(end, termios.TIOCSWINSZ, struct.pack("HHHH", 40, columns, 0, 0))
    with subprocess.Popen([COMMAND, *arguments], env={**PLAIN, "TERM": "xterm", **variables}, stdin=end, stdout=end,
                          stderr=end) as child:
        text = read_all(terminal, end, child)
    return text.replace("\r\n", "\n"), child.returncode


def without_colour(text):
    return re.sub("\033\\[[0-9;]*m", "", text)


class Vocabulary(unittest.TestCase):
    """The same question in other words has the same answer."""

    def assert_same(self, *questions):
        first, *others = [ask(*question) for question in questions]
        self.assertIn(first.returncode, (0, 1), first.stderr)
        for question, other in zip(questions[1:], others):
            self.assertEqual((other.returncode, other.stdout), (first.returncode, first.stdout), question)

    def test_accepts_the_release_first(self):
        for command, rest in (("resolve", []), ("explain", ["gcc-13"]), ("capabilities", []), ("flags", ["-f", "cmake"]),
                              ("compat", ["--driver", "570"]), ("lint", ["-f", "torch", "8.0;9.0"]),
                              ("covers", ["-f", "torch", "8.0", "--device", "8.6"])):
            self.assert_same([command, "--cuda", "12.8", *rest], [command, "12.8", *rest], [command, "-c", "12.8", *rest],
                             [command, "--cuda=12.8", *rest])

    def test_does_not_read_a_list_as_a_release(self):
        for text in ("8.0", "9.0", "8.6 9.0", "10.0 9.0"):
            self.assert_same(["lint", "-f", "torch", *text.split()], ["lint", "--cuda", "latest", "-f", "torch", text])

    def test_reads_a_number_as_a_release_by_its_place(self):
        self.assert_same(["lint", "12.0", "75-real"], ["lint", "--cuda", "12.0", "75-real"])
        self.assert_same(["covers", "12.1", "--format", "torch", "5.0;9.0", "--gpu", "5090"],
                         ["covers", "--cuda", "12.1", "--format", "torch", "5.0;9.0", "--gpu", "5090"])
        self.assert_same(["covers", "12.0", "--gpu", "4090"], ["covers", "--cuda", "12.0", "--gpu", "4090"])

    def test_reads_an_argument_as_its_options_value(self):
        self.assert_same(["resolve", "12.8", "ubuntu-24.04", "H100"], ["resolve", "12.8", "--stdenv", "ubuntu-24.04", "--gpu", "H100"])
        self.assert_same(["resolve", "12.8", "--gpu", "RTX", "5090"], ["resolve", "12.8", "--gpu", "RTX 5090"])

    def test_accepts_other_names_of_options(self):
        self.assert_same(["resolve", "12.8", "--stdenv", "debian-12"], ["resolve", "12.8", "--environment", "debian-12"],
                         ["resolve", "12.8", "-s", "debian-12"], ["resolve", "12.8", "--environment=debian-12"])
        self.assert_same(["releases", "--stdenv", "debian-12", "--available", "gcc-12"],
                         ["releases", "--environment", "debian-12", "--compiler", "gcc-12"])
        self.assert_same(["resolve", "12.8", "--json"], ["resolve", "12.8", "-j"])

    def test_releases_and_resolve_agree(self):
        """`releases` lists a release for an environment exactly if `resolve` finds a compiler in it."""
        everything = {line.split()[0] for line in ask("table", "releases", COLUMNS="1000").stdout.splitlines()[1:]}
        for stdenv in ("gcc-13", "gcc-5", "gcc-15", "clang-17", "gcc-12.3", "debian-13", "host"):
            listed = json.loads(ask("releases", "--stdenv", stdenv, "--json").stdout)["releases"]
            found = {row["release"]: row["hostCompiler"] for row in listed}
            for release in sorted(everything)[::3]:
                answer = json.loads(ask("resolve", release, "--stdenv", stdenv, "--json").stdout or "{}")
                host = answer.get("hostCompiler")
                if release in found:
                    self.assertEqual(host and host["compiler"], found[release], (stdenv, release))
                elif host:
                    broken = answer["broken"] is not None
                    preview = any(note["code"] == "preview" for note in answer["notes"])
                    self.assertTrue(broken or preview, (stdenv, release))

    def test_an_error_names_the_wrong_word(self):
        for arguments, named in ((["resolve", "12.8", "--compiler", "gcc-12"], "--available"),
                                 (["resolve", "12.8", "--arch", "90"], "--capabilities"),
                                 (["resolve", "--release", "12.8"], "--cuda"),
                                 (["-c", "12.8"], "missing command before -c"),
                                 (["--color", "x"], "missing command before --color"), (["resolve", "12.8", "12.9"], "given twice"),
                                 (["resolve", "12"], "12"), (["resolve", "99"], "not a CUDA release"),
                                 (["releases", "--stdenv", "gcc-1x"], "unknown environment"),
                                 (["resolve", "12.8", "--stdenv", "gcc-12", "--environment", "gcc-13"], "twice"),
                                 (["resolve", "12.8", "--cuda", "12.8"], "is given twice")):
            done = ask(*arguments)
            self.assertEqual((done.returncode, done.stdout), (2, ""), arguments)
            self.assertIn(named, done.stderr, arguments)
            self.assertEqual(done.stderr.count("\n"), 1)


class Anything(unittest.TestCase):
    # What people type first, without reading anything.
    FIRST_TRIES = r"""
        12.8
        12.8.1
        cuda-12.8
        cuda 12.8
        CUDA 12.8.1
        cu128
        V12.8.93
        latest
        gcc-14
        gcc14
        g++-14
        gcc 14
        clang-18
        clang++-18
        RTX 5090
        5090
        rtx4090
        4070ti super
        H100
        h200
        A100
        GB10
        L40S
        A6000
        jetson orin
        sm_90
        sm_120
        compute_86
        8.9
        Hopper
        Blackwell
        550
        550.54.15
        driver 550
        nvidia driver 580
        ubuntu-24.04
        ubuntu 24.04
        noble
        debian 12
        bookworm
        arch
        fedora 42
        nixos-25.11
        rhel9
        rocky 9
        12.8 gcc-15
        gcc-15 12.8
        12.8 ubuntu-24.04
        12.8 5090
        12.4 5090
        12.8 550
        12.8 gcc-15 ubuntu-24.04 5090
        which gcc for cuda 12.4 on ubuntu 22.04
        does gcc-15 work with cuda 12.8
        cuda 12.8 rtx 5090 driver
        which cuda for rtx 5090
        newest cuda for driver 550
        gcc-too-new
        no-kernel-image
        glibc-2.41-sinpi
        unsupported GNU version
        unsupported GNU version! gcc versions later than 13
        no kernel image is available
        no kernel image is available for execution on the device
        nvcc fatal   : Unsupported gpu architecture 'compute_120'
        GLIBCXX_3.4.32 not found
        PTX was compiled with an unsupported toolchain
        CUDA driver version is insufficient for CUDA runtime version
        libcudart.so.12: cannot open shared object file: No such file or directory
        nvcc not found
        cudaErrorNoKernelImageForDevice
        c++20
        why gcc-15 12.8
        resolve
        explain gcc-15
        flags --gpu 4090 -f torch
        compat --driver 550
        covers --gpu 5090
        nvidia/cuda:12.4.1-devel-ubuntu22.04
        8.0;9.0+PTX
        75;86;90
        cudaPackages_12_8
        linux-aarch64 12.8
        why 12.8 gcc-15
        4090 torch
        cmake 4090
        12.8 torch
        kernel image
        gcc-15 not supported by cuda 12.8
        RTX 4090 24 GB
        libcudart.so.12 not found
        libnvrtc.so.12 not found
        cuda_runtime.h not found
        CUDA_HOME not set
        glibc not found
        TORCH_CUDA_ARCH_LIST=8.0
        CMAKE_CUDA_ARCHITECTURES=75;86
        windows
        12.8 windows
        explain gcc-too-new
        covers --gpu 8.9
        clang 19 cuda 12.6
        v100 13.0
        torch
        torch 2.7
        PyTorch 2.7.1
        torch==2.7.0+cu128
        torch 2.7 5090
        cmake 3.31 12.8
        tensorflow
        jax
        triton
        TORCH_CUDA_ARCH_LIST
        sm86
        sm 86
        ada lovelace
        cc 8.9
        nvidia-smi 550
        nvidia-driver-550
        driver=550
        gpu=4090
        gcc=13
        gcc:13
        gcc>=13
        cuda@12.4
        std=c++20
        -std=c++17
        -gencode arch=compute_86,code=sm_86
        12.8,gcc-14
        4090 3090
        gcc-12 gcc-13
        how do I install cuda 12.4
        how to install cuda 12.8 on ubuntu 24.04
        what's the latest cuda for gcc 13
        best gcc for cuda 12.2
        max gcc version cuda 11.8
        what cuda do i need for h100
        arm64
        x86_64 12.8
        glibc 2.39
        nvcc fatal
        ptxas fatal
        gcc too old
        undefined reference to cudaMalloc
        CUDA out of memory
        cuda.h: No such file
        nvidia-smi not found
    """

    # The first line of the answer, where only one is right.
    FIRST_LINES = {
        "sm_120 is not compatible": "torch-capability-not-compatible: ",
        "cl.exe not found": "cl-not-in-path: ",
        "gcc not found": "host-compiler-not-found: ",
        "libcublas.so.12": "libcublas.so.12 is a library in ",
        "cuda_fp16.h": "cuda_fp16.h is a header in ",
        "CUDA_HOME": "cuda-home-not-set: ",
        "nvidia driver not found": "no-nvidia-driver: ",
        "unsupported gpu architecture": "unsupported-gpu-architecture: ",
        "gcc version too new": "gcc-too-new: ",
        "GLIBCXX_3.4.32 not found": "glibcxx-not-found: ",
        "compute capability 8.6": "capability 8.6 ",
        "capability 12.0": "capability 12.0 ",
        "SM_90A": "capability 9.0 ",
        "driver 550 glibc 2.39": "Driver 550 runs ",
        "min driver cuda 12.8": "CUDA 12.8.2 needs driver ",
        "gcc-13,12.8": "Yes: gcc-13 works with CUDA 12.8.2",
        "cuda=12.8 gcc:15": "No: gcc-15 does not work with CUDA 12.8.2",
        "what gcc does cuda 12.4 need?": "CUDA 12.4.1 on ",
        "amazon linux 2023 cuda 12.4": "CUDA 12.4.1 on Amazon Linux 2023",
        "torch 2.7 cu128": "7.5;8.0;8.6;8.9;9.0;10.0;12.0+PTX",
        "cmake 3.25 4090": "89",
    }

    # The command in the hint, where a part is missing, unknown or misspelt.
    HINTS = {
        "cuda 13": "cuda 13.5",
        "cuda-13": "cuda 13.5",
        "does rtx 3090 support cuda 13": "rtx 3090 cuda 13.5",
        "jetpack": "jetpack-7.2",
        "12.4 jetpack": "12.4 jetpack-7.2",
        "centos 7": "table environments centos",
        "debain 12": "debian 12",
        "ubunut 22.04 12.8": "ubuntu 22.04 12.8",
        "hooper": "hopper",
        "cdua 12.4": "cuda 12.4",
        "12.4 12.8": "12.4",
        "jax 0.4.30": "jax",
        "vllm 12.8": "12.8",
        "does my gpu work": "detect",
        "cuda not found": "table messages 'cuda not found'",
        "--cuda 12.4": "resolve --cuda 12.4",
        "resolve --cuda": "resolve --cuda 13.5",
        "releases --cuda": "releases",
        "resolve 12.8 -s": "resolve 12.8 -s gcc-16",
    }

    def test_answers_first_tries(self):
        for words in filter(None, map(str.strip, self.FIRST_TRIES.splitlines())):
            done = ask(*(words.split() if "'" in words or "`" in words else shlex.split(words)))
            self.assertIn(done.returncode, (0, 1), (words, done.stderr))
            self.assertNotEqual(done.stdout, "", words)

    def test_a_first_try_has_the_right_first_line(self):
        for words, first in self.FIRST_LINES.items():
            done = ask(*words.split())
            self.assertEqual(done.stdout[:len(first)], first, (words, done.stderr))

    def test_an_error_hints_at_a_command_that_is_answered(self):
        for words, hint in self.HINTS.items():
            done = ask(*words.split())
            self.assertEqual((done.returncode, done.stdout), (2, ""), words)
            self.assertEqual(done.stderr.rpartition("; ")[2], f"cudastdenv {hint}\n", words)
            self.assertIn(ask(*shlex.split(hint)).returncode, (0, 1), hint)

    def test_a_long_text_is_answered_in_seconds(self):
        started = time.monotonic()
        done = ask(*("undefined reference to foo-bar:12 gcc 13" for _ in range(1000)))
        self.assertEqual((done.returncode, done.stdout.split("\n")[0]), (1, "Unknown: no known message"), done.stderr)
        self.assertLess(time.monotonic() - started, 20)

    def test_looks_at_this_machine_without_arguments(self):
        done = ask()
        self.assertIn(done.returncode, (0, 1))
        self.assertEqual(done.stderr, "")
        self.assertIn(ask("detect").stdout, done.stdout)

    def test_reads_the_output_of_tools(self):
        for text, first in (("nvcc: NVIDIA (R) Cuda compiler driver\nCuda compilation tools, release 12.4, V12.4.131\n",
                             "CUDA 12.4.1 "), ("12.8 gcc-15", "No: gcc-15 "), ("no kernel image is available\n", "no-kernel-image")):
            done = subprocess.run([COMMAND], env=PLAIN, input=text, capture_output=True, text=True, check=False)
            self.assertEqual(done.stdout[:len(first)], first)

    def test_reads_files_with_the_words_beside_them(self):
        with tempfile.TemporaryDirectory() as folder:
            log = pathlib.Path(folder) / "a.log"
            log.write_text("x.h:1:2: error: #error -- unsupported GNU version! gcc versions later than 12 are not supported!\n")
            self.assertIn(" (gcc-too-new), line 1", ask(str(log)).stdout)
            self.assertIn("CUDA 12.3", ask("12.3", str(log)).stdout)
            both = ask(str(log), str(log))
            self.assertEqual(both.stdout.count(" (gcc-too-new), "), 2)


class Hints(unittest.TestCase):
    def test_a_hinted_command_avoids_the_error(self):
        """Each one of the golden cases; what it prints may be another error, such as a file that is not there."""
        commands = 0
        for case in read_cases():
            error, _, hint = case.stderr.partition("\nhint: cudastdenv ")
            if not error.startswith("error: ") or not hint:
                continue
            commands += 1
            words = shlex.split(hint)
            done = subprocess.run([COMMAND, *words], env=PLAIN, cwd=GOLDEN, capture_output=True, text=True, check=False,
                                  stdin=subprocess.DEVNULL)
            self.assertNotIn(error, done.stderr, words)
        self.assertGreater(commands, 30)

    def test_no_error_is_wider_than_80_columns(self):
        for case in read_cases():
            for line in case.stderr.partition("{\n")[0].splitlines():  # errors in JSON are for programs
                self.assertTrue(len(line) <= 80 or " " not in line.strip(), line)


class Here(unittest.TestCase):
    """Without an environment in the question, it is this machine's distribution, if the tables have it."""

    @staticmethod
    def asked(*arguments):
        variables = {name: value for name, value in PLAIN.items() if name != "IN_NIX_SHELL"}
        return subprocess.run([COMMAND, *arguments], env=variables, capture_output=True, text=True, check=False,
                              stdin=subprocess.DEVNULL)

    def setUp(self):
        release = pathlib.Path("/etc/os-release")
        title = re.search(r'^PRETTY_NAME="?(.*?)"?$', release.read_text(encoding="utf-8"), re.M) if release.exists() else None
        self.title = title and title[1]
        if not self.title or ask("resolve", "12.8", "--stdenv", self.title).returncode == 2:
            self.skipTest("the tables do not have this distribution")

    def test_answers_for_this_distribution(self):
        for question in (["resolve", "12.8"], ["explain", "12.8", "gcc-15"], ["12.4"]):
            self.assertEqual(self.asked(*question).stdout, ask(*question, "--stdenv", self.title).stdout)

    def test_keeps_nixpkgs_default(self):
        for more in (["--stdenv", "none"], ["--nixpkgs-exact"]):
            self.assertEqual(self.asked("resolve", "12.8", *more).stdout, ask("resolve", "12.8", *more).stdout)
        self.assertEqual(self.asked("resolve", "cudaPackages_12_8").stdout, ask("resolve", "cudaPackages_12_8").stdout)

    def test_json_marks_an_assumed_environment(self):
        stdenv = json.loads(self.asked("resolve", "12.8", "--json").stdout)["stdenv"]
        self.assertTrue(stdenv["assumed"])
        self.assertIsNotNone(stdenv["environment"])


class Defaults(unittest.TestCase):
    ALL = {"CUDASTDENV_CUDA": "12.8", "CUDASTDENV_STDENV": "debian-12", "CUDASTDENV_SYSTEM": "aarch64-linux"}

    def test_variables_set_defaults(self):
        plain = json.loads(ask("resolve", "12.8", "--stdenv", "debian-12", "--system", "aarch64-linux", "--json").stdout)
        by_default = json.loads(ask("resolve", "--json", **self.ALL).stdout)
        self.assertEqual({key: value for key, value in by_default.items() if key != "notes"},
                         {key: value for key, value in plain.items() if key != "notes"})
        printed = [note["message"] for note in by_default["notes"] if note["code"] == "from-variable"]
        self.assertEqual(len(printed), 3)
        for variable in self.ALL:
            self.assertTrue(any(variable in message for message in printed))

    def test_each_answer_names_the_variable(self):
        for arguments in (["resolve"], ["explain", "gcc-12"], ["capabilities"], ["flags"], ["compat"], ["compat", "--driver", "580"],
                          ["lint", "-f", "torch", "8.0"], ["covers", "-f", "torch", "8.0", "--device", "8.6"]):
            done = ask(*arguments, CUDASTDENV_CUDA="12.8")
            self.assertIn(done.returncode, (0, 1), arguments)
            self.assertIn("CUDASTDENV_CUDA", done.stdout.replace("\n", " ") + done.stderr, arguments)
        done = ask("env", CUDASTDENV_CUDA="10.0", CUDASTDENV_STDENV="nothing")
        self.assertIn("CUDASTDENV_CUDA", done.stderr)
        self.assertEqual(done.returncode, 1)
        done = ask("releases", CUDASTDENV_STDENV="debian-12")
        self.assertIn("CUDASTDENV_STDENV", done.stderr)

    def test_options_override_variables(self):
        self.assertEqual(ask("flags", "12.8", CUDASTDENV_CUDA="11.8").stdout, ask("flags", "12.8").stdout)
        self.assertNotIn("CUDASTDENV", ask("flags", "12.8", CUDASTDENV_CUDA="11.8").stderr)
        self.assertIn("the newest", ask("flags", CUDASTDENV_CUDA="").stderr)

    def test_files_of_nixpkgs_ignore_variables(self):
        for arguments in (["nix", "nvcc"], ["nix", "cuda"], ["nix", "variants"], ["nix", "flags", "--cuda", "12.8"],
                          ["nix", "config"], ["nix", "checks"], ["table", "releases"], ["graph", "compat"],
                          ["nix", "impact", "--to", "gcc-16"]):
            plain, with_them = ask(*arguments), ask(*arguments, **self.ALL)
            self.assertEqual((plain.returncode, plain.stdout, plain.stderr),
                             (with_them.returncode, with_them.stdout, with_them.stderr), arguments)

    def test_an_error_names_the_variable(self):
        done = ask("resolve", "12.8", CUDASTDENV_STDENV="debn")
        self.assertEqual((done.returncode, done.stdout), (2, ""))
        self.assertIn("CUDASTDENV_STDENV", done.stderr)
        self.assertEqual(done.stderr.count("\n"), 1)


class Screen(unittest.TestCase):
    QUESTIONS = [["--help"], ["resolve", "--help"], ["resolve", "12.8", "--stdenv", "debian-13"], ["resolve", "11.4"],
                 ["explain", "12.8", "gcc-15"], ["compat", "12.8", "--driver", "550.54.15"], ["compat", "12.6"],
                 ["gpu", "RTX 4090"], ["covers", "12.8", "-f", "torch", "8.0+PTX", "--all-devices"],
                 ["covers", "12.8", "--capabilities", "8.0", "--device", "12.0"], ["lint", "12.8", "-f", "cmake", "75;3;999"],
                 ["releases", "--stdenv", "debian-12", "--gpu", "B300"], ["table", "drivers"], ["table", "environments"],
                 ["releases", "--stdenv", "debian-12", "--why"], ["detect"],
                 ["diagnose", "error: #error -- unsupported GNU version! gcc versions later than 12 are not supported!"]]

    def test_lines_fit_the_terminal(self):
        for columns in (60, 80, 100, 200):
            for question in self.QUESTIONS:
                text, _ = on_terminal(columns, *question)
                to_copy = question[-1] == "--help"  # the examples
                for line in without_colour(text).split("\n"):
                    if line.startswith("With ") and line.endswith(":"):
                        to_copy = True
                    elif not line:
                        to_copy = False
                    aside = line.startswith(("note: ", "warning: "))  # on standard error: a line each
                    unbreakable = len(line.split()) < 2 or "://" in line or to_copy or aside
                    self.assertTrue(len(line) <= columns or unbreakable, (columns, question, line))

    def test_help_fits_80_columns(self):
        for command in json.loads(ask("--help", "--json").stdout)["commands"]:
            for line in ask(*command["name"].split(), "--help").stdout.split("\n"):
                self.assertLessEqual(len(line), 80, command["name"])

    def test_columns_sets_the_width(self):
        narrow, wide = (ask("resolve", "12.8", COLUMNS=columns).stdout for columns in ("50", "100"))
        self.assertGreater(narrow.count("\n"), wide.count("\n"))
        self.assertEqual(ask("resolve", "12.8", COLUMNS="80").stdout, ask("resolve", "12.8").stdout)
        self.assertEqual(on_terminal(60, "gpu", "H100", COLUMNS="100", TERM="dumb")[0], ask("gpu", "H100", COLUMNS="100").stdout)
        for nonsense in ("", "0", "-5", "wide", "99999999999999999999999"):
            self.assertEqual(ask("gpu", "H100", COLUMNS=nonsense).stdout, ask("gpu", "H100").stdout)

    def test_colours_only_a_capable_terminal(self):
        self.assertIn("\033[", on_terminal(80, "resolve", "12.8")[0])
        for variables in ({"TERM": "dumb"}, {"TERM": ""}, {"NO_COLOR": "1"}):
            self.assertNotIn("\033[", on_terminal(80, "resolve", "12.8", **variables)[0], variables)
        self.assertNotIn("\033[", ask("resolve", "12.8").stdout)
        self.assertEqual(without_colour(on_terminal(80, "resolve", "12.8")[0]), ask("resolve", "12.8").stdout)


class Progress(unittest.TestCase):
    """`closure` of standard input, of unknown length, from a slow writer."""

    PATHS = [f'{{"path": "/nix/store/{i:032d}-a-1.0", "references": []}}' for i in range(20000)]

    def closure(self, *arguments):
        terminal, end = pty.openpty()
        with subprocess.Popen([COMMAND, "closure", *arguments, "-"], env={**PLAIN, "TERM": "xterm"}, stdin=subprocess.PIPE,
                              stdout=subprocess.DEVNULL, stderr=end, text=True) as child:
            with child.stdin as graph:
                graph.write("[" + ",".join(self.PATHS[:2000]) + ",")
                graph.flush()
                time.sleep(1)
                graph.write(",".join(self.PATHS[2000:]) + "]")
            return read_all(terminal, end, child)

    def test_progress_counts_and_disappears(self):
        text = self.closure()
        self.assertIn("MiB read", text)
        self.assertRegex(text, "\r *\r$")
        self.assertEqual(self.closure("--quiet"), "")


class Help(unittest.TestCase):
    def setUp(self):
        self.commands = json.loads(ask("--help", "--json").stdout)["commands"]

    def test_help_lists_and_describes_each_command(self):
        general = ask("--help").stdout
        for command in self.commands:
            own = ask(*command["name"].split(), "--help").stdout
            parent = ask(*command["name"].split()[:-1], "--help").stdout if " " in command["name"] else general
            self.assertRegex(parent, rf"\b{command['name'].split()[-1]}\b")
            for option in command["options"]:
                self.assertIn(f"--{option['name']}", own)
            self.assertIn("Exit codes: " + "; ".join(f"{each['code']} {each['meaning']}" for each in command["exits"]),
                          " ".join(own.split()))

    def test_the_checkout_lists_each_command(self):
        help_text = subprocess.run([SOURCES / "dev", "help"], capture_output=True, text=True, check=True).stdout
        named = re.search(r"^Commands:\n +(\S+)$", help_text, re.MULTILINE)[1].split("|")
        self.assertEqual(sorted(named), sorted(command["name"] for command in self.commands if " " not in command["name"]))

    def test_prints_the_version(self):
        self.assertEqual(ask("-V").stdout, ask("--version").stdout)
        self.assertEqual(ask("version").stdout, ask("--version").stdout)

    def test_each_letter_has_one_meaning(self):
        names_by_letter = {}
        for command in self.commands:
            letters = [option["letter"] for option in command["options"] if option["letter"]]
            self.assertEqual(len(letters), len(set(letters)), command["name"])
            for option in command["options"]:
                if option["letter"]:
                    names_by_letter.setdefault(option["letter"], set()).add(option["name"])
        self.assertEqual([names for names in names_by_letter.values() if len(names) > 1], [])

    @unittest.skipUnless(shutil.which("man") and shutil.which("lowdown"), "man or lowdown is not installed")
    def test_manual_pages_have_all_options(self):
        folder = pathlib.Path(tempfile.mkdtemp(prefix="cudastdenv-man-"))
        self.addCleanup(shutil.rmtree, folder)
        subprocess.run([sys.executable, "-B", SOURCES / "docs/man_pages.py", folder / "man1", "lowdown", COMMAND], check=True)
        names = {"cudastdenv"} | {"cudastdenv-" + command["name"].replace(" ", "-") for command in self.commands}
        self.assertEqual({page.stem for page in (folder / "man1").iterdir()}, names)
        shown = {name: self.shown(folder / "man1" / f"{name}.1") for name in names}
        for command in self.commands:
            page = shown["cudastdenv-" + command["name"].replace(" ", "-")]
            for option in command["options"]:
                self.assertIn(f"--{option['name']}", page)
            for each in command["exits"]:
                self.assertIn(each["meaning"], " ".join(page.split()))
            headings = ["NAME", "SYNOPSIS", "DESCRIPTION", "OPTIONS", "EXAMPLES", "EXIT STATUS", "SEE ALSO"]
            self.assertEqual([each for each in re.findall(r"(?m)^[A-Z ]+$", page) if each in headings], headings)
        for name, page in shown.items():
            self.assertEqual([line for line in page.splitlines() if len(line) > 80], [], name)
            for referred in re.findall(r"(cudastdenv[a-z-]*)\(1\)", page):
                self.assertIn(referred, names, name)

    def shown(self, page):
        done = subprocess.run(["man", "--warnings", "-E", "UTF-8", "-l", "-Tutf8", page], capture_output=True, text=True,
                              check=True, env={**PLAIN, "MANWIDTH": "80", "MAN_KEEP_FORMATTING": ""})
        # groff 1.23 and later warn of a line with one long word, which cannot be avoided.
        warnings = [line for line in done.stderr.splitlines() if "cannot adjust line" not in line]
        self.assertEqual(warnings, [], page)
        if "has been minimized" in done.stdout:
            self.skipTest("man is a stub on this system")
        return re.sub("\033\\[[0-9;]*m|.\b", "", done.stdout)


if __name__ == "__main__":
    COMMAND = os.path.abspath(sys.argv.pop(1))
    unittest.main(verbosity=1)
