#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""With too little memory the command prints an error and fails, or prints the whole answer, never a part of it.

usage: memory.py COMMAND
"""

import json
import os
import pathlib
import resource
import subprocess
import sys
import tempfile
import unittest

COMMAND = None
MEBIBYTE = 1 << 20
LIMITS = (24, 32, 48, 64, 96, 128, 256, 512, 1024, 2048)


def is_sanitized():
    """A sanitizer's shadow memory is larger than any limit."""
    return b"__asan_init" in pathlib.Path(COMMAND).read_bytes()


class Memory(unittest.TestCase):
    def run_within(self, mebibytes, *arguments, read=b""):
        limit = lambda: resource.setrlimit(resource.RLIMIT_AS, (mebibytes * MEBIBYTE, mebibytes * MEBIBYTE))
        return subprocess.run([COMMAND, *arguments], input=read, capture_output=True, check=False, preexec_fn=limit)

    def whole_answer_or_a_sentence(self, *arguments, read=b""):
        """How often it printed an error, with more memory each time until it is enough."""
        whole = subprocess.run([COMMAND, *arguments], input=read, capture_output=True, check=False)
        sentences = 0
        for mebibytes in LIMITS:
            # With less, the loader of shared libraries prints its own error.
            if self.run_within(mebibytes, "--version").returncode != 0:
                continue
            done = self.run_within(mebibytes, *arguments, read=read)
            if done.returncode == whole.returncode:
                self.assertEqual(done.stdout, whole.stdout, mebibytes)
                return sentences
            self.assertEqual((done.returncode, done.stdout), (3, b""), (mebibytes, done.stderr[:500]))
            self.assertEqual(done.stderr, b"error: out of memory\n", mebibytes)
            sentences += 1
        self.fail("it never had enough")

    def test_reads_a_large_graph(self):
        store = "/nix/store/{:032d}-part-{}"
        graph = [{"path": store.format(i, i), "references": [store.format(i + 1, i + 1)]} for i in range(100_000)]
        self.assertGreater(self.whole_answer_or_a_sentence("closure", "-", read=json.dumps(graph).encode()), 0)

    def test_answers_within_little_memory(self):
        self.assertEqual(self.whole_answer_or_a_sentence("resolve", "--cuda", "12.8"), 0)

    def test_works_without_memory_for_another_thread(self):
        """The programs run one after the other, and the answer is the same."""
        with tempfile.TemporaryDirectory() as empty:
            environment = {"PATH": "/usr/bin:/bin", "HOME": empty}
            limit = lambda: resource.setrlimit(resource.RLIMIT_STACK, (1 << 30, 1 << 30))  # of each thread
            few = lambda: (limit(), resource.setrlimit(resource.RLIMIT_AS, (1 << 30, 1 << 30)))
            whole, done = (subprocess.run([COMMAND, "detect", "--json"], capture_output=True, check=False,
                                          env=environment, preexec_fn=prepare) for prepare in (None, few))
        self.assertEqual((done.returncode, done.stderr), (whole.returncode, whole.stderr))
        self.assertEqual(done.stdout, whole.stdout)


if __name__ == "__main__":
    COMMAND = os.path.abspath(sys.argv.pop(1))
    if is_sanitized():
        sys.exit(77)
    unittest.main()
