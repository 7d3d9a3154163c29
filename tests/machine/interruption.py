#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""However the command ends, the programs that it started end with it, and its temporary directories are removed.

usage: interruption.py COMMAND [ROUNDS]

The programs are fakes. Each starts a shell, which starts a program that sleeps, and another one in its own session. All
of them have this test's directory in their environment, by which they are found.
"""

import contextlib
import gzip
import os
import pathlib
import random
import shutil
import signal
import subprocess
import sys
import tarfile
import tempfile
import time
import unittest

import fakes

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parents[1]))
from programs import processes_with, run_unwrapped  # noqa: E402

COMMAND, ROUNDS = None, 5

SLEEPS = """/bin/sh -c '/usr/bin/setsid /bin/sh -c "/bin/sleep 600; :" & : >> "$STARTED"; /bin/sleep 600; :'
"""
NVCC = "case \"$*\" in *--version*) echo 'Cuda compilation tools, release 13.0, V13.0.88'; exit 0;; esac\n"
ENDING = (signal.SIGHUP, signal.SIGINT, signal.SIGQUIT, signal.SIGTERM)


def with_default_signals():
    """A runner in the background may ignore these signals."""
    for number in ENDING:
        signal.signal(number, signal.SIG_DFL)


def slow_package():
    """A package of seven gibibytes of zeros, which is small when compressed."""
    part, parts = 64 << 20, 112
    member = tarfile.TarInfo("bin/nvcc")
    member.size = part * parts
    return gzip.compress(member.tobuf()) + gzip.compress(bytes(part)) * parts


class Interruption(unittest.TestCase):
    def setUp(self):
        self.folder = pathlib.Path(tempfile.mkdtemp(prefix="cudastdenv-interruption-"))
        self.addCleanup(shutil.rmtree, self.folder, ignore_errors=True)
        self.addCleanup(self.kill_all)
        self.bin = self.folder / "bin"
        self.temporary = self.folder / "temporary"
        self.started = self.folder / "started"
        for folder in (self.bin, self.temporary):
            folder.mkdir()
        self.variables = {"PATH": str(self.bin), "HOME": str(self.folder), "TMPDIR": str(self.temporary)}

    def fake(self, name, body):
        fakes.program(self.bin / name, f"STARTED='{self.started}'; export STARTED\n{body}")

    def running(self):
        return processes_with(self.bin)

    def kill_all(self):
        for number in self.running():
            with contextlib.suppress(ProcessLookupError):
                os.kill(number, signal.SIGKILL)

    def need_nothing_running(self, what):
        end = time.monotonic() + 20
        while (left := self.running()) and time.monotonic() < end:
            time.sleep(0.01)
        self.assertEqual(left, {}, f"{what}: still running")

    def start(self, arguments, **options):
        return subprocess.Popen([COMMAND, *arguments], env=self.variables, stdin=subprocess.DEVNULL,
                                stdout=subprocess.DEVNULL, stderr=subprocess.PIPE, text=True,
                                preexec_fn=with_default_signals, **options)

    def wait_until_started(self, command, what=""):
        """A child process reads a package, below a supervisor."""
        end = time.monotonic() + 120
        while not self.started.exists() and not (what == "ingest" and len(self.running()) > 2):
            self.assertIsNone(command.poll(), "it ended by itself")
            self.assertLess(time.monotonic(), end, "nothing was started")
            time.sleep(0.002)

    def commands(self):
        """Command lines that run each kind of program, with fakes that never end."""
        fakes.gcc(self.bin / "c++", 12)
        fakes.gcc(self.bin / "g++-12", 12)
        self.fake("nvcc", NVCC + SLEEPS)
        self.fake("nix-instantiate", SLEEPS)
        archive = self.folder / "package.tar.gz"
        if not archive.exists():
            archive.write_bytes(slow_package())
        checkout = self.folder / "checkout" / "pkgs/development/cuda-modules/_cuda/db/bootstrap"
        checkout.mkdir(parents=True)
        for file in ("nvcc.nix", "cuda.nix"):
            (checkout / file).write_text("{ }", encoding="utf-8")
        yield "verify", ["verify"]
        yield "ingest", ["ingest", str(archive)]
        yield "nix diff", ["nix", "diff", str(self.folder / "checkout")]
        self.fake("g++-13", SLEEPS)
        yield "detect", ["detect"]

    def end_by(self, number, what, command):
        """Sends the signal, and checks that nothing is left, except a temporary directory after SIGKILL."""
        command.send_signal(number)
        self.assertEqual(command.wait(60), -number)
        self.need_nothing_running(f"{what}, {number}")
        if number != signal.SIGKILL:
            self.assertEqual(os.listdir(self.temporary), [])

    def test_signals_end_the_command(self):
        for what, arguments in self.commands():
            for number in (*ENDING, signal.SIGKILL):
                for _ in range(ROUNDS):
                    self.started.unlink(missing_ok=True)
                    with self.subTest(what, signal=number), self.start(arguments) as command:
                        self.wait_until_started(command, what)
                        time.sleep(random.uniform(0, 0.02))
                        self.end_by(number, what, command)
                        self.assertEqual(command.stderr.read(), "")
                    for left in self.temporary.iterdir():
                        shutil.rmtree(left)

    def test_signals_leave_nothing_at_any_moment(self):
        arguments = dict(self.commands())
        for _ in range(20 * ROUNDS):
            what, number = random.choice(list(arguments)), random.choice((*ENDING, signal.SIGKILL))
            with self.subTest(what, signal=number), self.start(arguments[what]) as command:
                time.sleep(random.uniform(0, 0.06))
                self.end_by(number, what, command)
            for left in self.temporary.iterdir():
                shutil.rmtree(left)

    def test_an_interrupted_shell_loop_ends(self):
        fakes.gcc(self.bin / "c++", 12)
        self.fake("nvcc", NVCC + SLEEPS)
        script = f'for i in 1 2 3; do "{COMMAND}" verify; /bin/echo went on; done'
        with subprocess.Popen(["/bin/bash", "-c", script], env=self.variables, stdin=subprocess.DEVNULL,
                              stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, text=True, start_new_session=True,
                              preexec_fn=with_default_signals) as shell:
            while not self.started.exists():
                time.sleep(0.01)
            os.killpg(shell.pid, signal.SIGINT)  # as a terminal does
            self.assertEqual(shell.communicate(timeout=60)[0], "")
            self.assertEqual(shell.returncode, -signal.SIGINT)
        self.need_nothing_running("a loop")

    def test_ignored_signals_stay_ignored(self):
        fakes.gcc(self.bin / "c++", 12)
        self.fake("g++-13", ': >> "$STARTED"; /bin/sleep 1; exit 1')
        with subprocess.Popen([COMMAND, "detect"], env=self.variables, stdout=subprocess.PIPE, text=True,
                              preexec_fn=lambda: signal.signal(signal.SIGHUP, signal.SIG_IGN)) as command:
            self.wait_until_started(command)
            command.send_signal(signal.SIGHUP)
            self.assertIn("gcc-12", command.communicate(timeout=60)[0])
            self.assertEqual(command.returncode, 0)

    def test_a_time_limit_ends_the_whole_tree(self):
        arguments = dict(self.commands())["nix diff"]
        done = run_unwrapped([COMMAND, *arguments, "--timeout", "1"], env=self.variables, check=False,
                              capture_output=True, text=True)
        self.assertEqual((done.returncode, done.stdout), (3, ""), done)
        self.assertIn("did not finish within 1 s", done.stderr)
        self.need_nothing_running("a time limit")
        self.assertEqual(os.listdir(self.temporary), [])


if __name__ == "__main__":
    COMMAND = os.path.abspath(sys.argv.pop(1))
    if len(sys.argv) > 1 and sys.argv[1].isdigit():
        ROUNDS = int(sys.argv.pop(1))
    unittest.main()
