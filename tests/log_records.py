#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""Logs as records of one file, byte for byte.

usage: log_records.py show FILE NAME          print a log
       log_records.py add FILE NAME < LOG     add a log, or replace it

A record is a line `=== NAME` and the log. Only a log that cannot be stored unchanged (not UTF-8, control characters, no
newline at the end, a line that begins like a record) is escaped: its first line is `=== NAME escaped`, and a backslash
begins \\\\, \\r, \\xHH for a byte, or a line end that is not part of the log. Records are sorted by name.
"""

import pathlib
import re
import sys

RECORD = re.compile(rb"^=== ([\w.+-]+\.log)( escaped)?\n", re.MULTILINE)
START = re.compile(rb"^=== ", re.MULTILINE)
ESCAPE = re.compile(rb"\\(\\|r|x[0-9a-f]{2}|\n|)")


def _is_plain(log):
    try:
        text = log.decode("utf-8")
    except UnicodeDecodeError:
        return False
    prints = text.replace("\n", "").replace("\t", "").isprintable()
    return prints and (not text or text.endswith("\n")) and not START.search(log)


def _escaped(log):
    text = log.decode("utf-8", "surrogateescape").replace("\\", "\\\\").replace("\r", "\\r")
    body = "".join(
        one if one.isprintable() or one in "\n\t"
        else "".join(f"\\x{byte:02x}" for byte in one.encode("utf-8", "surrogateescape"))
        for one in text).encode("utf-8")
    body = START.sub(rb"\\x3d== ", body)
    return body if body.endswith(b"\n") else body + b"\\\n"


def _unescaped(body, name):
    def byte(found):
        escape = found[1]
        if not escape:
            raise ValueError(f"{name}: unknown escape at {body[found.start():found.start() + 10]!r}")
        if escape.startswith(b"x"):
            return bytes([int(escape[1:], 16)])
        return {b"\\": b"\\", b"r": b"\r", b"\n": b""}[escape]

    return ESCAPE.sub(byte, body)


def read_records(path):
    """Logs by their name, in bytes."""
    start, *parts = RECORD.split(pathlib.Path(path).read_bytes())
    if start:
        raise ValueError(f"{path}: no record begins with {start.splitlines()[0]!r}")
    records = {}
    for name, is_escaped, body in zip(parts[::3], parts[1::3], parts[2::3]):
        name = name.decode()
        if records and name <= next(reversed(records)):
            raise ValueError(f"{path}: {name}: not in order, or a second one")
        if START.search(body) or not (is_escaped or _is_plain(body)):
            raise ValueError(f"{path}: {name}: not escaped; add it with tests/log_records.py")
        records[name] = _unescaped(body, name) if is_escaped else body
    return records


def write_records(path, records):
    texts = []
    for name, log in sorted(records.items()):
        is_plain = _is_plain(log)
        texts.append(f"=== {name}{'' if is_plain else ' escaped'}\n".encode() + (log if is_plain else _escaped(log)))
    pathlib.Path(path).write_bytes(b"".join(texts))


def main():
    match sys.argv[1:]:
        case ["show", file, name]:
            sys.stdout.buffer.write(read_records(file)[name])
        case ["add", file, name]:
            if not RECORD.fullmatch(f"=== {name}\n".encode()):
                sys.exit(f"error: '{name}' is not a name of a log (letters, digits, and - . _ +, then .log)")
            write_records(file, read_records(file) | {name: sys.stdin.buffer.read()})
        case _:
            sys.exit(__doc__)


if __name__ == "__main__":
    main()
