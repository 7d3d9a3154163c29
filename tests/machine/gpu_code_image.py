# SPDX-License-Identifier: MIT
"""Files with GPU code, made byte by byte: the headers that are read, and no code."""

import struct

PTX, CUBIN, LTO = 1, 2, 8
SPECIFIC, FAMILY, COMPRESSED = 0x100000, 0x200000, 0x8000


def piece(kind, architecture, flags=0, version=(1, 8), payload=bytes(3000)):
    header = struct.pack("<HHIQIIHHIIIQQQ", kind, 0x101, 64, len(payload), 0, 0, version[1], version[0], architecture, 0,
                         0, flags | 0x11, 0, 0)
    return header + payload


def fatbin(*pieces):
    content = b"".join(pieces)
    return struct.pack("<IHHQ", 0xBA55ED50, 1, 16, len(content)) + content


def elf(machine=62, flags=0, abi=0, **sections):
    """A library with these sections, `nv_fatbin` for `.nv_fatbin`."""
    names, table, content = b"\0", bytes(64), b""
    for name, data in [*sections.items(), ("shstrtab", None)]:
        full = ("" if name.startswith("__") else ".") + name
        at, names = len(names), names + full.encode() + b"\0"
        data = names if data is None else data
        table += struct.pack("<IIQQQQIIQQ", at, 1, 0, 0, 64 + len(content), len(data), 0, 0, 1, 0)
        content += data + bytes(-len(data) % 8)
    header = b"\x7fELF\2\1\1\0" + bytes([abi]) + bytes(7) + struct.pack(
        "<HHIQQQIHHHHHH", 3, machine, 1, 0, 0, 64 + len(content), flags, 64, 56, 0, 64, len(sections) + 2,
        len(sections) + 1)
    return header + content + table


def archive(**members):
    text = b"!<arch>\n"
    for name, data in members.items():
        text += f"{name + '/':<16}{0:<12}{0:<6}{0:<6}{644:<8}{len(data):<10}`\n".encode() + data + b"\n" * (len(data) % 2)
    return text
