#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""Completions in bash, zsh and fish, as typed with the tab key: the words that the shell passes to the command.

usage: completion.py COMMAND
"""

import json
import os
import pathlib
import pty
import select
import shutil
import subprocess
import sys
import tempfile
import time
import unittest

COMMAND = None
PROMPT = b"READY> "
LONGEST = 60  # seconds, on a busy machine

# The keys, `\t` for the tab key; the words that the command gets.
TYPED = [
    ("res\t 12.8", ["resolve", "12.8"]),
    ("resolve --stde\tgcc-13", ["resolve", "--stdenv", "gcc-13"]),
    ("resolve --cuda 11.8.\t", ["resolve", "--cuda", "11.8.0"]),
    ("resolve --cuda=11.8.\t", ["resolve", "--cuda=11.8.0"]),
    ("resolve -c 11.8.\t", ["resolve", "-c", "11.8.0"]),
    ("resolve 11.8.\t", ["resolve", "11.8.0"]),
    ("resolve 12.8 -s ubuntu-20\t", ["resolve", "12.8", "-s", "ubuntu-20.04"]),
    ("resolve 12.8 --available clang-13,gcc-16\t", ["resolve", "12.8", "--available", "clang-13,gcc-16"]),
    ("resolve 12.8 --policy enf\t", ["resolve", "12.8", "--policy", "enforced"]),
    ("resolve 12.8 --capabilities 7.5,Hop\t", ["resolve", "12.8", "--capabilities", "7.5,Hopper"]),
    ("resolve 12.8 --system aarch64-mul\t", ["resolve", "12.8", "--system", "aarch64-multiplatform"]),
    ("flags 12.8 -f kok\t", ["flags", "12.8", "-f", "kokkos"]),
    ("gpu RTX\\ 4090\\ L\t", ["gpu", "RTX 4090 Laptop GPU"]),
    ("gpu 'RTX 4090 L\t", ["gpu", "RTX 4090 Laptop GPU"]),
    ("explain 12.8 clang-13\t", ["explain", "12.8", "clang-13"]),
    ("table symb\t", ["table", "symbol-versions"]),
    ("nix upd\t", ["nix", "update"]),
    ("nix impact --format mark\t", ["nix", "impact", "--format", "markdown"]),
    ("completion fi\t", ["completion", "fish"]),
    ("abi only-f\t", ["abi", "only-file.so"]),
    ("nix diff only-d\t", ["nix", "diff", "only-dir"]),
    ("resolve 12.8 --data=only-d\t", ["resolve", "12.8", "--data=only-dir"]),
    ("abi a\\ file\\ w\t", ["abi", "a file with spaces.so"]),
    ("abi 'a file w\t", ["abi", "a file with spaces.so"]),
    ("abi ~/here/only-f\t", ["abi", "{home}/here/only-file.so"]),
    ("abi $HOME/here/only-f\t", ["abi", "{home}/here/only-file.so"]),
    ("covers 12.8 --device 9.\t", ["covers", "12.8", "--device", "9.0"]),
]


class Shell:
    """An interactive shell on its own terminal, without the user's configuration."""

    STARTS = {"bash": ["--norc", "--noprofile", "-i"], "zsh": ["-f", "-i"], "fish": ["--no-config", "-i"]}
    SET_UP = {
        "bash": "source {script}",
        "zsh": "autoload -U compinit; compinit -u -D; source {script}",
        "fish": "function fish_prompt; printf 'READY> '; end; source {script}",
    }

    def __init__(self, name, folder):
        self.name, self.folder = name, folder
        self.record = folder / "given"
        self.seen = b""
        script = folder / f"script.{name}"
        script.write_text(subprocess.run([COMMAND, "completion", name], check=True, capture_output=True,
                                         text=True).stdout, encoding="utf-8")
        variables = {"PATH": f"{folder}/bin:/usr/bin:/bin", "HOME": str(folder), "TERM": "xterm", "PS1": PROMPT.decode(),
                     "LC_ALL": "C.UTF-8", "RECORD": str(self.record)}
        self.pid, self.terminal = pty.fork()
        if self.pid == 0:
            os.chdir(folder / "here")
            os.execve(shutil.which(name), [name, *self.STARTS[name]], variables)
        if name != "fish":  # which has its prompt from the line itself
            self.wait_for(PROMPT)
        self.send(self.SET_UP[name].format(script=script) + "\r")
        self.wait_for(PROMPT)
        self.send("echo set-up-is-\"done\"\r")
        self.wait_for(b"set-up-is-done")

    def send(self, text):
        os.write(self.terminal, text.encode())

    def wait_for(self, text):
        end = time.monotonic() + LONGEST
        while text not in self.seen:
            self.read(end)
        self.seen = self.seen.split(text, 1)[1]

    def read(self, end):
        left = end - time.monotonic()
        if left <= 0 or not select.select([self.terminal], [], [], left)[0]:
            raise AssertionError(f"{self.name} says nothing; last: {self.seen[-500:]}")
        self.seen += os.read(self.terminal, 1 << 16)

    def given(self, typed):
        """The words that the command gets for these keys."""
        self.record.unlink(missing_ok=True)
        self.send(f"cudastdenv {typed}\r")
        end = time.monotonic() + LONGEST
        while not self.record.exists():
            if time.monotonic() > end:
                raise AssertionError(f"{self.name} runs nothing; last: {self.seen[-500:]}")
            if select.select([self.terminal], [], [], 0.05)[0]:
                self.seen += os.read(self.terminal, 1 << 16)
        return self.record.read_bytes().decode().split("\0")[:-1]

    def close(self):
        os.kill(self.pid, 9)
        os.waitpid(self.pid, 0)
        os.close(self.terminal)


class Completion(unittest.TestCase):
    def complete_in(self, name):
        if not shutil.which(name):
            self.skipTest(f"{name} is not installed")
        folder = pathlib.Path(tempfile.mkdtemp(prefix="cudastdenv-completion-"))
        self.addCleanup(shutil.rmtree, folder)
        (folder / "here" / "only-dir").mkdir(parents=True)
        (folder / "here" / "only-file.so").touch()
        (folder / "here" / "a file with spaces.so").touch()
        (folder / "bin").mkdir()
        wrapper = folder / "bin" / "cudastdenv"
        wrapper.write_text(f'#!/bin/sh\ncase $1 in\n    completion) [ "$2" = --words ] && exec "{COMMAND}" "$@" ;;\nesac\n'
                           'printf "%s\\0" "$@" > "$RECORD.new" && mv "$RECORD.new" "$RECORD"\n', encoding="utf-8")
        wrapper.chmod(0o755)
        shell = Shell(name, folder)
        self.addCleanup(shell.close)
        for typed, expected in TYPED:
            with self.subTest(shell=name, typed=typed):
                # zsh removes the slash that it added.
                self.assertEqual([word.rstrip("/") for word in shell.given(typed)],
                                 [word.format(home=folder) for word in expected])

    def test_completes_in_bash(self):
        self.complete_in("bash")

    def test_completes_in_zsh(self):
        self.complete_in("zsh")

    def test_completes_in_fish(self):
        self.complete_in("fish")


class Words(unittest.TestCase):
    def words(self, *words):
        done = subprocess.run([COMMAND, "completion", "--words", "--", *words], check=True, capture_output=True, text=True)
        self.assertEqual(done.stderr, "")
        return done.stdout.splitlines()

    def test_offers_each_command_and_option(self):
        for name, options in commands().items():
            offered = {line.split("\t")[0] for line in self.words(*name.split(), "--")}
            self.assertEqual(offered, {f"--{option}" for option in options}, name)
            outer, _, inner = name.rpartition(" ")
            self.assertIn(inner, {line.split("\t")[0] for line in self.words(*outer.split(), inner)})

    def test_offers_an_option_once(self):
        self.assertNotIn("--cuda", {line.split("\t")[0] for line in self.words("resolve", "-c", "12.8", "--c")})

    def test_offers_nothing_for_unknown_words(self):
        for words in (["nothing", ""], ["resolve", "12.8", "x"], ["resolve", "--nothing", "x"], ["lint", "--json=x"]):
            self.assertEqual(self.words(*words), [], words)

    def test_rejects_bad_usage(self):
        for arguments in ([], ["tcsh"], ["bash", "zsh"]):
            done = subprocess.run([COMMAND, "completion", *arguments], capture_output=True, text=True, check=False)
            self.assertEqual((done.returncode, done.stdout), (2, ""), arguments)


def commands():
    """The options of each command, from its description."""
    output = subprocess.run([COMMAND, "--help", "--json"], check=True, capture_output=True).stdout
    return {command["name"]: [option["name"] for option in command["options"]]
            for command in json.loads(output)["commands"]}


if __name__ == "__main__":
    COMMAND = os.path.abspath(sys.argv.pop(1))
    unittest.main(verbosity=1)
