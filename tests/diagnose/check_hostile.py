#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""Logs that try to hang a reader, use its memory, or send codes to the terminal: each gets an answer in time, in clean
and short text.

usage: check_hostile.py COMMAND GOLDEN   GOLDEN: the program that has the command as a function (tests/golden)

The time limit detects a hang; it does not measure speed.
"""

import json
import os
import pathlib
import socket
import subprocess
import sys
import tempfile
import unittest

from asking import answer_of, ask, ids_in, is_for_terminal
from programs import OneProcess, run_unwrapped
from sampling import tries_every_case

COMMAND = GOLDEN = None
TIMEOUT = 240  # seconds
UNIT = 1 << 20 if tries_every_case() else 1 << 18  # of a log's size, in bytes: smaller in CI
REFUSAL = b"#error -- unsupported GNU version! gcc versions later than 13 are not supported!"
LONGEST_ANSWER = 20_000  # bytes


def is_sanitized():
    return b"__asan_init" in pathlib.Path(COMMAND).read_bytes()


def peak(log):
    """Peak memory for reading the log, in KiB."""
    with tempfile.TemporaryFile() as file:
        file.write(log)
        file.seek(0)
        process = subprocess.Popen([COMMAND, "diagnose", "-"], stdin=file, stdout=subprocess.DEVNULL)
        _, status, usage = os.wait4(process.pid, 0)
        process.returncode = os.waitstatus_to_exitcode(status)
    return usage.ru_maxrss


class Hostile(unittest.TestCase):
    def setUp(self):
        self.process = OneProcess(GOLDEN)
        self.addCleanup(self.process.__exit__)

    def answer(self, log):
        text, in_json = ask(self.process, log), ask(self.process, log, "--json")
        for outcome in (text, in_json):
            self.assertIn(outcome.code, (0, 1), outcome.err[:300])
            self.assertEqual(outcome.err, b"")
            self.assertLess(len(outcome.out), LONGEST_ANSWER)
            unfit = sorted({one for one in outcome.out.decode("utf-8") if not is_for_terminal(one)})
            self.assertEqual(unfit, [])
        answer, trouble = answer_of(in_json)
        self.assertIsNone(trouble)
        self.assertEqual(text.code, 0 if answer["findings"] else 1)
        return answer

    def found(self, log):
        return ids_in(self.answer(log))

    def test_reads_a_line_of_megabytes(self):
        answer = self.answer(b"x" * (5 * UNIT) + b" " + REFUSAL)
        self.assertEqual(ids_in(answer), ["gcc-too-new"])
        self.assertEqual(answer["findings"][0]["line"], 1)
        self.assertLess(len(answer["findings"][0]["text"]), 1500)

    def test_skips_megabytes_of_ignored_text(self):
        for nothing in (b" ", b"\r", b"\x1b[", b"\x1b[0m", b"'", b"\n", b"> ", b"#12 3.4 ", b"\0", b"\\n", b"&nbsp;"):
            with self.subTest(nothing=nothing):
                filling = nothing * (5 * UNIT // len(nothing))
                self.assertEqual(self.found(filling), [])
                self.assertEqual(self.found(filling + b"\n" + REFUSAL), ["gcc-too-new"])

    def test_limits_endless_placeholders(self):
        for begin, byte in ((b'error: identifier "', b"a"), (b"nvcc fatal   : Unsupported gpu architecture '", b"1"),
                            (b"nvcc fatal   : Unsupported gpu architecture 'compute_", b"9"),
                            (b"error: #error -- unsupported GNU version! gcc versions later than ", b"1"),
                            (b"/usr/bin/ld: cannot find -l", b"c"), (b"libcublas.so.", b"1.")):
            with self.subTest(begin=begin):
                for end in (b"", b"' is not defined\n", b" are not supported!\n"):
                    self.answer(begin + byte * (4 * UNIT) + end)

    def test_finds_nothing_in_near_misses(self):
        self.assertEqual(self.found(b"unsupported GNU version! gcc versions later than 13 are not \n" * (UNIT // 10)), [])
        self.answer(b"unsupported" * (10 * UNIT // 11))
        self.answer(b"unsupported GNU version! gcc versions later than " * (UNIT // 5))
        self.answer(b"gcc-9" * UNIT)

    def test_ignores_escape_sequences(self):
        between_all = b"\x1b[31m".join(bytes([byte]) for byte in REFUSAL)
        self.assertEqual(self.found(b"crt/host_config.h:143:2: error: " + between_all + b"\n"), ["gcc-too-new"])
        for open_end in (b"\x1b]0;title without end", b"\x1b[" + b"1" * UNIT, b"\x1b", b"\x1b[", b"\x1bP" + b"x" * 5000):
            with self.subTest(open_end=open_end[:20]):
                self.answer(open_end)
                self.assertEqual(self.found(open_end + b"\n" + REFUSAL + b"\n" + open_end), ["gcc-too-new"])

    def test_accepts_malformed_entities(self):
        for text in (b"&#99999999999;", b"&quot", b"&amp;amp;quot;", b"&#x27", b"&" * UNIT, b"&#x0;", b"&#27;[2J",
                     b"&#x1b;[2J", b"&#xd800;"):
            with self.subTest(text=text[:20]):
                self.answer(b"error: " + text)
                self.assertEqual(self.found(text + b"\n" + REFUSAL + b" " + text), ["gcc-too-new"])

    def test_rejects_malformed_numbers(self):
        """What is not a version is not read as one, and no number overflows."""
        for number in (b"9" * 300, b"99999999999999999999", b"4294967309", b"-13", b"0", b"13..4"):
            with self.subTest(number=number[:24]):
                answer = self.answer(b"#error -- unsupported GNU version! gcc versions later than " + number +
                                     b" are not supported!\n")
                self.assertIsNone(answer["facts"]["cuda"])
        for version in (b"13.", b"13..4", b".13", b"9" * 300, b"12." + b"4" * 300, b"1.2.3.4.5.6"):
            with self.subTest(version=version[:24]):
                answer = self.answer(b"Cuda compilation tools, release " + version + b", V" + version + b"\n" +
                                     b"version `GLIBCXX_" + version + b"' not found\ndriver version " + version + b"\n")
                self.assertIsNone(answer["facts"]["cuda"])

    def test_prints_no_control_characters(self):
        """is_for_terminal() checks them; their text remains."""
        for poison in (b"\x07\x08\x7f", "\u202e\u2066\u200f".encode(), "\x9b2J\x85".encode(), b"\xff\xc0\x80\xed\xa0\x80",
                       b"\x1b]52;c;aGk=\x07", b"\x0e\x0f\x00", "\u2028\u2029\u0085".encode()):
            with self.subTest(poison=poison):
                line = poison + b"crt/host_config.h:143:2: error: " + poison + REFUSAL + poison * 1000
                answer = self.answer(line)
                self.assertEqual(ids_in(answer), ["gcc-too-new"])
                self.assertLess(len(answer["findings"][0]["text"]), 3000)
                self.answer(poison + b"error: nothing that is known " + poison)

    def test_quotes_names_from_a_log(self):
        """Names in a message also appear in sentences of the answer."""
        for poison in ("\x9b31m".encode(), b"\xff", "\u202e".encode(), "\u2028".encode(), b"\xc2", "\U000e0001".encode()[:3]):
            for log in (b"undefined reference to `x%s@GLIBCXX_3.4.99'", b"symbol lookup error: undefined symbol: %s_x",
                        b"a.c:1:2: fatal error: cublas%s.h: No such file or directory", b"/usr/bin/ld: cannot find -lcublas%s",
                        b"nvcc fatal   : Unsupported gpu architecture 'sm_%s'", b"error: identifier \"%s__hmax2\" is undefined",
                        b"ptxas fatal   : Value 'sm_1%s' is not defined for option 'gpu-name'",
                        b"Unknown CUDA arch (%s) or GPU not supported", b"libcudart.so.12%s: cannot open shared object file",
                        b"undefined symbol: __nvJitLink%s_12_4, version libnvJitLink.so.12"):
                with self.subTest(poison=poison, log=log):
                    self.answer(log % poison + b"\n")

    def test_counts_line_feeds_as_lines(self):
        """A line ends only at a line feed."""
        for before, line in ((b"\n" * 10 * UNIT, 10 * UNIT + 1), (b"a\r\nb\r\n", 3), (b"a\rb\r", 1), (b"a\x0bb\x0c", 1),
                             ("a\u2028b\u2029\u0085".encode(), 1), (b"x\n" * 70_000, 70_001)):
            with self.subTest(before=before[:10], line=line):
                answer = self.answer(before + REFUSAL)
                self.assertEqual([finding["line"] for finding in answer["findings"]], [line])

    def test_accepts_each_byte(self):
        everything = bytes(range(256)) * 1000
        self.assertEqual(self.found(everything), [])
        self.assertEqual(self.found(everything + b"\n" + REFUSAL + b"\n" + everything), ["gcc-too-new"])

    def test_uses_constant_memory_for_any_log(self):
        if is_sanitized():
            self.skipTest("a sanitizer keeps what was given back")
        line = b"In file included from a.cu:1: error: no such thing 12.8 sm_90 NVIDIA H100 line %07d\n"
        log = b"".join(line % number for number in range(400_000))
        self.assertLess(peak(log) - peak(REFUSAL), 16 * 1024)


class NoLog(unittest.TestCase):
    def refused(self, exit_code, *arguments):
        """With one line on standard error, and empty standard output."""
        done = run_unwrapped([COMMAND, "diagnose", *arguments], capture_output=True, timeout=TIMEOUT, check=False)
        self.assertEqual((done.returncode, done.stdout), (exit_code, b""), arguments)
        self.assertEqual(done.stderr.count(b"\n"), 1, done.stderr)
        self.assertNotIn(b"\x1b", done.stderr)

    def test_rejects_a_path_that_is_not_a_file(self):
        with tempfile.TemporaryDirectory() as folder:
            self.refused(2, folder + "/none.log")
            self.refused(2, folder + "/\x1b[2Jno.log")
            self.refused(3, folder)
            named = folder + "/socket"
            with socket.socket(socket.AF_UNIX) as listening:
                listening.bind(named)
                self.refused(3, named)
            # Possibly nothing ever writes to it.
            os.mkfifo(folder + "/pipe")
            self.refused(3, folder + "/pipe")
            unreadable = pathlib.Path(folder, "unreadable.log")
            unreadable.write_bytes(REFUSAL)
            unreadable.chmod(0)
            if os.geteuid() != 0:
                self.refused(3, str(unreadable))

    def test_fails_for_a_closed_input(self):
        done = subprocess.run(["sh", "-c", 'exec "$0" diagnose - <&-', COMMAND], capture_output=True, timeout=TIMEOUT,
                              check=False)
        self.assertEqual((done.returncode, done.stdout), (3, b""))

    def test_reads_a_pipe_of_a_shell(self):
        """`diagnose <(make 2>&1)`"""
        reading, writing = os.pipe()
        with os.fdopen(writing, "wb") as pipe:
            pipe.write(REFUSAL)
        done = run_unwrapped([COMMAND, "diagnose", f"/dev/fd/{reading}", "--json"], capture_output=True, check=False,
                              timeout=TIMEOUT, pass_fds=[reading])
        os.close(reading)
        self.assertEqual(ids_in(json.loads(done.stdout)), ["gcc-too-new"])


if __name__ == "__main__":
    if len(sys.argv) != 3:
        sys.exit(__doc__)
    GOLDEN, COMMAND = (os.path.abspath(sys.argv.pop()) for _ in range(2))
    unittest.main()
