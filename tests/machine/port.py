#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""What `port` writes with --fix, and that it writes nothing otherwise.

usage: port.py COMMAND
"""

import os
import pathlib
import subprocess
import sys
import tempfile
import unittest

COMMAND = None
OLD = "#include <nvToolsExt.h>\r\nint a = cudaMemAdvise_v2() + cudaMemAdvise_v2(); // cudaMemAdvise_v2\n"
NEW = "#include <nvtx3/nvToolsExt.h>\r\nint a = cudaMemAdvise() + cudaMemAdvise(); // cudaMemAdvise_v2\n"
UNFIXABLE = "cudaLaunchParams p;\n"


class Fix(unittest.TestCase):
    def setUp(self):
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.folder = pathlib.Path(folder.name)
        self.file = self.folder / "a.cu"
        self.file.write_bytes(OLD.encode())

    def port(self, *arguments, user=None):
        return subprocess.run([COMMAND, "port", "--cuda", "13.0", *arguments, self.folder], capture_output=True, text=True,
                              check=False, user=user)

    def test_nothing_is_written_without_the_option(self):
        done = self.port()
        self.assertEqual(done.returncode, 1)
        self.assertIn("3 findings in 1 of 1 file; --fix changes 3", done.stdout)
        self.assertEqual(self.file.read_bytes(), OLD.encode())

    def test_names_are_replaced_and_the_mode_stays(self):
        self.file.chmod(0o640)
        (self.folder / "CMakeLists.txt").write_text("target_link_libraries(a CUDA::nvToolsExt)")
        done = self.port("--fix")
        self.assertEqual((done.returncode, done.stdout.splitlines()),
                         (0, ["CUDA 13.0.3: nothing to change in 2 files; changed 4"]))
        self.assertEqual(self.file.read_bytes(), NEW.encode())
        self.assertEqual(self.file.stat().st_mode & 0o777, 0o640)
        self.assertEqual((self.folder / "CMakeLists.txt").read_text(), "target_link_libraries(a CUDA::nvtx3)")
        self.assertEqual(sorted(os.listdir(self.folder)), ["CMakeLists.txt", "a.cu"])
        self.assertEqual(self.port("--fix").returncode, 0)

    def test_the_rest_is_listed(self):
        (self.folder / "b.cu").write_text(UNFIXABLE)
        done = self.port("--fix")
        self.assertEqual(done.returncode, 1)
        self.assertIn("1 finding in 1 of 2 files; changed 3", done.stdout)
        self.assertEqual((self.folder / "b.cu").read_text(), UNFIXABLE)

    @unittest.skipIf(os.getuid() != 0, "needs another user")
    def test_nothing_is_written_if_one_file_cannot_be(self):
        other = self.folder / "b.cu"
        other.write_bytes(OLD.encode())
        other.chmod(0o444)
        for path in (self.folder, self.file, other):
            os.chown(path, 65534, 65534)
        try:
            done = self.port("--fix", user=65534)
        except PermissionError:
            self.skipTest("the other user cannot run the command")
        self.assertEqual((done.returncode, done.stdout), (3, ""))
        self.assertIn("b.cu: cannot be written", done.stderr)
        self.assertEqual(self.file.read_bytes(), OLD.encode())
        self.assertEqual(other.read_bytes(), OLD.encode())


if __name__ == "__main__":
    COMMAND = str(pathlib.Path(sys.argv.pop(1)).resolve())
    unittest.main()
