#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""Files that the command writes: with a second writer, killed at every system call, and with unusual kinds of files.

usage: writers.py CUDASTDENV DATA_DIR [ROUNDS]   in a sample, it is killed at some system calls of each name
"""

import collections
import json
import os
import pathlib
import re
import resource
import shutil
import signal
import subprocess
import sys
import tempfile
import threading
import unittest

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parents[1]))
from programs import run_unwrapped  # noqa: E402
from sampling import Sample, sample_of_today  # noqa: E402

from toolkits import header, metadata, write

COMMAND = DATA = None
ROUNDS = 12
# A leak sanitizer uses ptrace like a debugger, and only one can.
TRACED = os.environ | {"ASAN_OPTIONS": os.environ.get("ASAN_OPTIONS", "") + ":detect_leaks=0"}
# With a sanitizer, each start needs a second, and most system calls are its own.
SANITIZED = "ASAN_OPTIONS" in os.environ
SAMPLE = Sample(parts=8) if SANITIZED else sample_of_today(8)


def run(*arguments, **options):
    return run_unwrapped([COMMAND, *map(str, arguments)], capture_output=True, text=True, check=False, **options)


def can_trace():
    return bool(shutil.which("strace")) and subprocess.run(["strace", "-o", "/dev/null", "true"], check=False,
                                                           capture_output=True).returncode == 0


def content(folder):
    return {str(path.relative_to(folder)): path.read_bytes() for path in folder.rglob("*") if path.is_file()}


class Tables(unittest.TestCase):
    """A copy of the tables, and two toolkits with one new row each."""

    @classmethod
    def setUpClass(cls):
        cls.scratch = pathlib.Path(tempfile.mkdtemp(prefix="cudastdenv-writers-"))
        cls.addClassCleanup(shutil.rmtree, cls.scratch)
        cls.new = write(cls.scratch / "new", {
            "version.json": json.dumps({"cuda": {"version": "13.6.0"}, "cuda_nvcc": {"version": "13.6.20"}}),
            "include/crt/host_config.h": header(gcc=17, clang=25, grace=(16, 24))})
        cls.other = write(cls.scratch / "other", {
            "nvidia/cuda_nvcc/include/crt/host_config.h": header(gcc=12, clang=19, grace=(16, 18)),
            **metadata("nvidia-cuda-nvcc-cu12", "12.6.68")})

    def setUp(self):
        self.data = pathlib.Path(tempfile.mkdtemp(prefix="data-", dir=self.scratch))
        self.restore()
        self.names = sorted(path.name for path in self.data.iterdir())

    def restore(self):
        for file in DATA.glob("*.json"):
            shutil.copy(file, self.data)

    def tearDown(self):
        shutil.rmtree(self.data)

    def has_new(self):
        """Whether the tables have the row of 13.6.0 in each of its files. They can be read."""
        before = content(self.data)
        done = run("resolve", "--cuda", "13.6", "--policy", "enforced", "--json", "--data", self.data)
        self.assertIn(done.returncode, (0, 2), done)
        self.assertEqual(content(self.data), before, "reading wrote")
        if done.returncode == 2:
            self.assertIn("13.6", done.stderr)
            return False
        answer = json.loads(done.stdout)
        self.assertEqual(answer["cuda"]["nvcc"], "13.6.20")
        self.assertIn("13.6.0", done.stdout)
        return True

    def has_other(self):
        rows = json.loads((self.data / "host_compilers.json").read_text(encoding="utf-8"))["hostCompilers"]
        return ("12.6.1", "12.6.1") in {(row["first"], row["last"]) for row in rows if row["family"] == "gcc"}

    def need_no_strays(self):
        self.assertEqual(sorted(path.name for path in self.data.iterdir()), self.names)

    def test_two_writers_do_not_conflict(self):
        for _ in range(ROUNDS):
            writers = [subprocess.Popen([COMMAND, "ingest", "--write", self.data, toolkit], stdout=subprocess.DEVNULL,
                                        stderr=subprocess.PIPE) for toolkit in (self.new, self.other)]
            self.assertEqual([writer.wait(120) for writer in writers], [0, 0], [w.stderr.read() for w in writers])
            for writer in writers:
                writer.stderr.close()
            self.assertTrue(self.has_new())
            self.assertTrue(self.has_other())
            self.need_no_strays()
            self.restore()

    def test_readers_see_whole_files_beside_a_writer(self):
        seen, done = collections.Counter(), threading.Event()

        def read():
            while not done.is_set():
                seen[run("resolve", "--cuda", "13.6", "--policy", "enforced", "--data", self.data).returncode] += 1

        old = {name: (DATA / name).read_bytes() for name in ("sources.json", "releases.json", "host_compilers.json")}
        self.assertEqual(run("ingest", "--write", self.data, self.new).returncode, 0)
        new = {name: (self.data / name).read_bytes() for name in old}
        reader = threading.Thread(target=read)
        reader.start()
        try:
            while seen.total() < 10 * ROUNDS:
                self.replace_as_a_writer_does(old)
                self.replace_as_a_writer_does(new)
        finally:
            done.set()
            reader.join()
        self.assertEqual(set(seen) - {0, 2}, set(), seen)

    def replace_as_a_writer_does(self, texts):
        """The same steps, faster than any command."""
        unfinished = self.data / ".update.123456"
        unfinished.mkdir()
        for name, text in texts.items():
            (unfinished / name).write_bytes(text)
        update = unfinished.rename(self.data / ".update")
        for name in texts:
            (update / name).rename(self.data / name)
        update.rmdir()

    def system_calls_under_the_lock(self, toolkit):
        """Each system call of a write: its name, how many of that name came before it, and whether the new tables are
        valid."""
        log = self.scratch / "calls"
        done = subprocess.run(["strace", "-f", "-o", log, COMMAND, "ingest", "--write", self.data, toolkit],
                              capture_output=True, check=False, env=TRACED)
        self.assertEqual(done.returncode, 0, done)
        counts, calls, locked, decided = collections.Counter(), [], False, False
        for line in log.read_text(encoding="utf-8", errors="replace").splitlines():
            call = re.match(r"\d+ +(\w+)\(", line)
            if not call:
                continue
            counts[call[1]] += 1
            locked = locked or call[1] == "flock"
            of_memory = SANITIZED and call[1] in ("madvise", "mmap", "mprotect", "munmap")
            if locked and call[1] != "exit_group" and not of_memory:
                calls.append((call[1], counts[call[1]], decided))
            decided = decided or (call[1].startswith("rename") and '/.update")' in line)
        self.assertGreater(len(calls), 50)
        self.assertTrue(decided, "no rename decided")
        return calls

    def some_system_calls_under_the_lock(self, toolkit):
        """In a sample, each name occurs before and after the new tables are valid."""
        return SAMPLE.of(self.system_calls_under_the_lock(toolkit), kind=lambda call: (call[0], call[2]))

    def is_killed_at(self, call, toolkit):
        """Whether a write ended at the system call; some, as getrandom's, are not made as often each time."""
        done = subprocess.run(["strace", "-f", "-o", "/dev/null", "-e", "inject={}:signal=KILL:when={}".format(*call),
                               COMMAND, "ingest", "--write", self.data, toolkit], capture_output=True, check=False,
                              env=TRACED)
        self.assertIn(done.returncode, (0, -signal.SIGKILL), done)
        return done.returncode != 0

    @unittest.skipUnless(can_trace(), "no strace, or it may not trace here")
    def test_survives_an_end_at_each_system_call(self):
        outcomes = collections.Counter()
        for call in self.some_system_calls_under_the_lock(self.new):
            self.tearDown()
            self.setUp()
            if not self.is_killed_at(call, self.new):
                continue
            with self.subTest(call=call):
                whole = self.has_new()
                outcomes[whole] += 1
                self.assertEqual(run("ingest", "--write", self.data, self.other).returncode, 0)
                self.assertEqual(self.has_new(), whole)
                self.assertTrue(self.has_other())
                self.need_no_strays()
        print(f"killed at {outcomes.total()} calls: {outcomes[False]} before the new tables counted, "
              f"{outcomes[True]} after", file=sys.stderr)
        self.assertGreater(outcomes[False], 50 // SAMPLE.parts)
        self.assertGreater(outcomes[True], 10 // SAMPLE.parts)

    def leave_half_done(self):
        """The first writer dies after replacing the first of the files."""
        for call in self.system_calls_under_the_lock(self.new):
            self.restore()
            if not call[0].startswith("rename") or not self.is_killed_at(call, self.new):
                continue
            in_place = [name for name in self.names if (self.data / name).read_bytes() != (DATA / name).read_bytes()]
            if in_place and content(self.data / ".update"):
                return
            self.assertEqual(run("ingest", "--write", self.data, self.other).returncode, 0)
        self.fail("no kill left a half")

    @unittest.skipUnless(can_trace(), "no strace, or it may not trace here")
    def test_survives_an_end_during_a_recovery(self):
        self.leave_half_done()
        half = self.scratch / "half"
        shutil.copytree(self.data, half)
        self.addCleanup(shutil.rmtree, half)
        outcomes = collections.Counter()
        for call in self.some_system_calls_under_the_lock(self.other):
            self.tearDown()
            shutil.copytree(half, self.data)
            if not self.is_killed_at(call, self.other):
                continue
            with self.subTest(call=call):
                self.assertTrue(self.has_new())
                outcomes[self.has_other()] += 1
                self.assertEqual(run("ingest", "--write", self.data, self.other).returncode, 0)
                self.assertTrue(self.has_new())
                self.assertTrue(self.has_other())
                self.need_no_strays()
        print(f"the second writer killed at {outcomes.total()} calls", file=sys.stderr)
        self.assertGreater(outcomes[False], 50 // SAMPLE.parts)

    def test_reports_tables_that_may_not_grow(self):
        before = content(self.data)
        limit = lambda: resource.setrlimit(resource.RLIMIT_FSIZE, (4096, 4096))
        done = run("ingest", "--write", self.data, self.new, preexec_fn=limit)
        self.assertEqual((done.returncode, done.stdout, done.stderr.count("\n")), (3, "", 1), done)
        self.assertIn("File too large", done.stderr)
        self.assertEqual(content(self.data), before)


class Output(unittest.TestCase):
    """The file of -o."""

    def setUp(self):
        self.folder = pathlib.Path(tempfile.mkdtemp(prefix="cudastdenv-output-"))
        self.addCleanup(shutil.rmtree, self.folder)
        self.text = run("nix", "nvcc").stdout

    def shell(self, script, expect=0):
        done = run_unwrapped(["/bin/bash", "-c", script], cwd=self.folder, capture_output=True, text=True, check=False)
        self.assertEqual(done.returncode, expect, done)
        return done

    def line(self, name):
        return f"'{COMMAND}' nix nvcc -o {name}"

    def test_writes_to_a_redirected_output(self):
        (self.folder / "log").write_text("kept\n", encoding="utf-8")
        for name in ("/dev/stdout", "/dev/fd/1", "/proc/self/fd/1"):
            before = (self.folder / "log").read_text(encoding="utf-8")
            self.shell(f"{self.line(name)} >> log")
            self.assertEqual((self.folder / "log").read_text(encoding="utf-8"), before + self.text)
        self.shell(f"{self.line('/dev/stderr')} 2> errors")
        self.assertEqual((self.folder / "errors").read_text(encoding="utf-8"), self.text)
        self.shell(f"{self.line('/dev/fd/7')} 7>> log")
        self.assertTrue((self.folder / "log").read_text(encoding="utf-8").endswith(2 * self.text))

    def test_writes_to_pipes(self):
        self.shell(f"{self.line('>(cat > copy; touch done)')}; while [ ! -e done ]; do sleep 0.01; done")
        self.assertEqual((self.folder / "copy").read_text(encoding="utf-8"), self.text)
        self.assertEqual(self.shell(f"{self.line('/dev/stdout')} | head -n 3").stdout,
                         "".join(self.text.splitlines(keepends=True)[:3]))
        self.shell(f"mkfifo pipe; cat pipe > copy & {self.line('pipe')}; wait")
        self.assertEqual((self.folder / "copy").read_text(encoding="utf-8"), self.text)
        self.assertTrue((self.folder / "pipe").is_fifo())
        self.shell(self.line("/dev/null"))
        self.assertFalse(pathlib.Path("/dev/null").is_file())

    def test_accepts_names_up_to_the_limit(self):
        for length in (200, 250, 255):
            self.shell(self.line("n" * length))
            self.assertEqual((self.folder / ("n" * length)).read_text(encoding="utf-8"), self.text)
        self.assertIn("too long", self.shell(self.line("n" * 256), expect=3).stderr)

    def test_reports_a_file_that_may_not_grow(self):
        done = self.shell(f"ulimit -f 1; {self.line('file')}", expect=3)
        self.assertEqual((done.stdout, done.stderr.count("\n")), ("", 1))
        self.assertIn("File too large", done.stderr)
        self.assertEqual(list(self.folder.iterdir()), [])

    def test_reports_a_closed_output(self):
        self.assertEqual(self.shell(f"{self.line('/dev/stdout')} >&-", expect=3).stdout, "")
        self.shell(f"{self.line('/dev/fd/9')}", expect=3)


if __name__ == "__main__":
    COMMAND, DATA = (pathlib.Path(argument).resolve() for argument in (sys.argv.pop(1), sys.argv.pop(1)))
    if len(sys.argv) > 1 and sys.argv[1].isdigit():
        ROUNDS = int(sys.argv.pop(1))
    unittest.main()
