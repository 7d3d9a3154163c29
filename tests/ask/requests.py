#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""Bad requests get an error in the form of an answer; good requests match the schema.

usage: requests.py PROGRAM
"""

import json
import os
import pathlib
import random
import subprocess
import sys
import unittest

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parents[1]))
from answer_schemas import jsonschema  # noqa: E402

PROGRAM = None
PUBLISHED = pathlib.Path(__file__).parents[2] / "docs" / "request.schema.json"

REQUESTS = [
    {"command": "ask", "text": "12.8 gcc-15", "for": "cmake"},
    {"command": "resolve", "cuda": "12.8", "stdenv": "debian-13", "gpu": ["RTX 4090"]},
    {"command": "resolve", "cuda": "12.8", "gpu": "RTX 4090,H100", "nixpkgsExact": True, "noForwardCompat": False},
    {"command": "explain", "cuda": "12.8", "compiler": "gcc-15"},
    {"command": "flags", "cuda": "12.8", "format": "cmake", "capabilities": ["8.9", "9.0a"]},
    {"command": "compat", "cuda": "13.2", "driver": "535"},
    {"command": "releases", "compiler": ["gcc-16"]},
    {"command": "covers", "cuda": "12.8", "format": "torch", "text": "8.0;9.0+PTX", "gpu": "RTX 5090"},
    {"command": "lint", "cuda": "13.0", "text": "80-real;90a;101-real"},
    {"command": "manifest", "text": "{}"},
    {"command": "diagnose", "text": "nvcc fatal   : Unsupported gpu architecture 'compute_120'"},
    {"command": "diagnose", "text": "GLIBCXX_3.4.32 not found\n\u001b[0m", "cuda": "12.4", "stdenv": "debian-12",
     "driver": "535", "gpu": ["H100"], "for": "cmake"},
    {"command": "nix flags", "cuda": "12.6,12.8"},
    {"command": "nix nvcc"},
    {"command": "nix checks", "cuda": "12.8"},
    {"command": "nix impact", "to": "gcc-16", "available": ["gcc-13", "gcc-14", "gcc-15"]},
    {"command": "nix impact", "from": "nixos-25.11", "to": "nixos-26.05", "format": "markdown"},
]
# A request, and what the error names.
UNSOUND = [
    ("", "not valid JSON"), ("{", "not valid JSON"), ("[]", "command"), ("{}", "command"), ("null", "command"),
    ('{"command": 1}', "command"), ('{"command": "reslove"}', "did you mean 'resolve'?"),
    ('{"command": "resolve", "cuda": "12.8", "cuda": "12.6"}', "twice"),
    ('{"command": "resolve", "cuda": "12.8", "stdenv": "gcc-13", "environment": "gcc-14"}', "stdenv is given twice"),
    ('{"command": "releases", "available": "gcc-13", "compiler": "gcc-14"}', "available is given twice"),
    ('{"command": "resolve", "cuda": 12.8}', "cuda is a string"),
    ('{"command": "resolve", "cuda": ["12.8"]}', "cuda is a string"),
    ('{"command": "resolve", "cuda": "12.8", "nixpkgsExact": "yes"}', "nixpkgsExact is a switch"),
    ('{"command": "resolve", "cuda": "12.8", "capabilities": [8.9]}', "capabilities is a string"),
    ('{"command": "resolve", "cuda": "12.8", "capabilities": ["8.9,9.0"]}', "is a list"),
    ('{"command": "resolve", "cuda": "12.8", "gpus": ["H100"]}', "did you mean 'gpu'?"),
    ('{"command": "resolve", "cuda": "host"}', "'host' needs a machine"),
    ('{"command": "resolve", "cuda": "host", "host": {}}', "host: system"),
    ('{"command": "resolve", "cuda": "host", "host": {"system": "x86_64-linux"}}', "no CUDA toolkit"),
    ('{"command": "resolve", "cuda": "12.8", "stdenv": "debain-12"}', "did you mean 'debian-12'?"),
    ('{"command": "resolve", "cuda": "12.8", "system": "x86-64-linux"}', "did you mean 'x86_64-linux'?"),
    ('{"command": "manifest"}', "missing manifest"),
    ('{"command": "lint", "cuda": "12.8"}', "missing list"),
    ('{"command": "diagnose"}', "missing log"),
    ('{"command": "diagnose", "text": ["a", "b"]}', "text is a string"),
    ('{"command": "diagnose", "text": "a", "for": "scons"}', "'scons'"),
    ('{"command": "resolve", "cuda": "12.8\\u0000"}', "is not a CUDA release"),
]


def ask(*lines):
    done = subprocess.run([PROGRAM], input=b"".join(line + b"\n" for line in lines), capture_output=True, check=True)
    return [json.loads(line) for line in done.stdout.splitlines()]


class Requests(unittest.TestCase):
    def setUp(self):
        text = subprocess.run([PROGRAM, "schema"], capture_output=True, check=True).stdout
        self.schema = jsonschema.Draft202012Validator(json.loads(text))
        jsonschema.Draft202012Validator.check_schema(self.schema.schema)

    def test_publishes_the_schema(self):
        """docs/ has the library's schema; CUDASTDENV_ACCEPT=1 writes it."""
        if os.environ.get("CUDASTDENV_ACCEPT") == "1":
            PUBLISHED.write_text(json.dumps(self.schema.schema, indent=2, ensure_ascii=False) + "\n", encoding="utf-8")
        self.assertEqual(json.loads(PUBLISHED.read_text(encoding="utf-8")), self.schema.schema)

    def check_form(self, reply):
        self.assertEqual(list(reply), ["status", "answer", "notes", "error"])
        self.assertIn(reply["status"], (0, 1, 2, 3))
        self.assertEqual(reply["error"] is None, reply["status"] < 2)
        self.assertEqual(reply["answer"] is None, reply["status"] >= 2)

    def test_answers_valid_requests(self):
        for request, reply in zip(REQUESTS, ask(*(json.dumps(request).encode() for request in REQUESTS)), strict=True):
            with self.subTest(request=request):
                self.schema.validate(request)
                self.check_form(reply)
                self.assertLess(reply["status"], 2, reply["error"])

    def test_rejects_invalid_requests(self):
        replies = ask(*(text.encode() for text, _ in UNSOUND))
        for (text, named), reply in zip(UNSOUND, replies, strict=True):
            with self.subTest(request=text):
                self.check_form(reply)
                self.assertEqual(reply["status"], 2)
                self.assertIn(named, reply["error"]["message"])
                self.assertNotIn("\n", reply["error"]["message"])
                self.assertRegex(reply["error"]["code"], "^[a-z-]+$")

    def test_schema_and_library_reject_the_same(self):
        for text, named in UNSOUND:
            try:
                request = json.loads(text)
            except ValueError:
                continue
            of_a_text = any(f'"{command}"' in text for command in ("manifest", "lint", "diagnose"))
            about_values = isinstance(request, dict) and "cuda" in request or of_a_text or "given twice" in named
            if not about_values:
                self.assertFalse(self.schema.is_valid(request) and request.get("command") != "resolve", text)

    def test_answers_any_bytes(self):
        """Any bytes get a reply in the form of an answer."""
        rng = random.Random(5)
        seeds = [json.dumps(request).encode() for request in REQUESTS]
        lines = []
        for _ in range(4000):
            line = bytearray(rng.choice(seeds))
            for _ in range(rng.randint(1, 4)):
                at = rng.randrange(len(line))
                line[at:at + rng.randint(0, 3)] = bytes(rng.choice(b'"{}[],:x0\xff\x80\\ ') for _ in range(rng.randint(0, 3)))
            lines.append(bytes(line).replace(b"\n", b" ").replace(b"\0", b" "))
        for line, reply in zip(lines, ask(*lines), strict=True):
            with self.subTest(line=line):
                self.check_form(reply)


if __name__ == "__main__":
    PROGRAM = sys.argv.pop(1)
    unittest.main()
