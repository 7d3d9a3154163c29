# SPDX-License-Identifier: MIT
"""Starts the programs that tests use."""

import contextlib
import os
import pathlib
import re
import shlex
import struct
import subprocess
import sys

# Variables that users set for their builds.
OF_THE_USER = {"CC", "CXX", "CUDAARCHS", "CUDACXX", "CUDAHOSTCXX", "LDFLAGS", "NVCC_APPEND_FLAGS", "NVCC_CCBIN",
               "NVCC_PREPEND_FLAGS", "TORCH_CUDA_ARCH_LIST"}
PLAIN_ENVIRONMENT = {name: value for name, value in os.environ.items() if name not in OF_THE_USER}

# The Meson that runs this test; it need not be on PATH.
MESON = shlex.split(os.environ.get("MESONINTROSPECT", "meson introspect"))[:-1]


def one_line_each(stderr):
    """What the command says beside its answer, a line for each error, warning and note: it wraps them at 80 columns,
    and prints an error's hint below it. `stderr` is text or bytes."""
    if isinstance(stderr, bytes):
        return one_line_each(stderr.decode("utf-8", "surrogateescape")).encode("utf-8", "surrogateescape")
    return re.sub("\n {6,9}(?=[^ ])", " ", stderr).replace("\nhint: ", "; ")


def run_unwrapped(*arguments, **options):
    """subprocess.run() of the command, with one_line_each() of what it prints to stderr."""
    done = subprocess.run(*arguments, **options)
    done.stderr = one_line_each(done.stderr)
    return done


def run(*command, **options):
    """The output of a program, both streams; any exit code but 0 ends the test."""
    command = [str(part) for part in command]
    done = subprocess.run(command, stdin=subprocess.DEVNULL, stdout=subprocess.PIPE, stderr=subprocess.STDOUT,
                          text=True, check=False, **options)
    if done.returncode != 0:
        sys.exit(f"{shlex.join(command)}: exit code {done.returncode}\n{done.stdout}")
    return done.stdout


def buildah(directory, *arguments):
    """Runs buildah with its storage in the directory.

    It fails without netavark, which its package only recommends, although a build with --isolation chroot never runs
    it.
    """
    helper, settings = directory / "helpers/netavark", directory / "containers.conf"
    helper.parent.mkdir(exist_ok=True)
    helper.write_text("#!/bin/sh\nexit 1\n", encoding="utf-8")
    helper.chmod(0o755)
    settings.write_text(f'[engine]\nhelper_binaries_dir = ["{helper.parent}"]\n', encoding="utf-8")
    storage = ["--storage-driver", "vfs", "--root", directory / "storage", "--runroot", directory / "run"]
    return subprocess.run(["buildah", *storage, *arguments], env=os.environ | {"CONTAINERS_CONF": str(settings)},
                          capture_output=True, text=True, check=False)


def processes_with(text):
    """The processes that have the text in their environment, by number: their command lines."""
    found = {}
    for process in pathlib.Path("/proc").glob("[0-9]*"):
        with contextlib.suppress(OSError):  # it has ended, or belongs to another user
            if os.fsencode(text) in (process / "environ").read_bytes():
                found[int(process.name)] = (process / "cmdline").read_bytes().replace(b"\0", b" ")
    return found


class OneProcess:
    """Runs the command hundreds of times in one process: in build/tests/golden/golden it is a function.

    A call is the arguments, the environment as NAME=VALUE, the working directory and standard input; the outcome is the
    exit code and both outputs. Lists begin with their length, texts too: four bytes, the lowest first.
    """

    def __init__(self, program):
        self._process = subprocess.Popen([program, "--calls"], stdin=subprocess.PIPE, stdout=subprocess.PIPE)

    def __enter__(self):
        return self

    def __exit__(self, *_):
        self._process.stdin.close()
        self._process.stdout.close()
        if self._process.wait() != 0:
            raise RuntimeError(f"the process of the command ended with {self._process.returncode}")

    def run(self, arguments, stdin=b"", cwd=None, env=None):
        """As subprocess.run(..., capture_output=True) does, in bytes. `env`: all of it; None: that of this process."""
        arguments = [os.fsencode(argument) for argument in arguments]
        environment = [os.fsencode(f"{name}={value}") for name, value in (os.environ if env is None else env).items()]
        texts = b"".join(_list(part) for part in (arguments, environment)) + _text(os.fsencode(cwd or os.getcwd()))
        try:
            self._process.stdin.write(texts + _text(stdin))
            self._process.stdin.flush()
            status, out, err = self._number(), self._text(), self._text()
        except (BrokenPipeError, EOFError):
            code = self._process.wait()
            raise RuntimeError(f"{arguments}: the process of the command ended with {code}") from None
        return subprocess.CompletedProcess(arguments, status, out, err)

    def _number(self):
        return struct.unpack("<I", self._bytes(4))[0]

    def _text(self):
        return self._bytes(self._number())

    def _bytes(self, count):
        read = self._process.stdout.read(count)
        if len(read) < count:
            raise EOFError
        return read


def _text(text):
    return struct.pack("<I", len(text)) + text


def _list(texts):
    return struct.pack("<I", len(texts)) + b"".join(map(_text, texts))
