#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""Writes small ELF files byte by byte: of 32 and 64 bits, of both byte orders, with and without sections.

usage: elf_image.py ARCHIVE     writes an archive of one of each kind
"""

import itertools
import pathlib
import struct
import sys

EM_386, EM_X86_64, EM_PPC, EM_PPC64 = 3, 62, 20, 21
MACHINES = {(64, False): EM_X86_64, (32, False): EM_386, (64, True): EM_PPC64, (32, True): EM_PPC}
ET_REL, ET_DYN = 1, 3
PT_LOAD, PT_DYNAMIC, PN_XNUM = 1, 2, 0xFFFF
SHT_SYMTAB, SHT_STRTAB, SHT_DYNAMIC, SHT_DYNSYM = 2, 3, 6, 11
SHT_VERDEF, SHT_VERNEED, SHT_VERSYM = 0x6FFFFFFD, 0x6FFFFFFE, 0x6FFFFFFF
GLOBAL_FUNCTION = 0x12
VER_FLG_BASE = 1

NEEDS = [("libstdc++.so.6", "GLIBCXX_3.4.30", "_ZSt21__glibcxx_assert_failPKciS0_S0_"),
         ("libstdc++.so.6", "GLIBCXX_3.4.9", "_ZSo5flushv"),
         ("libstdc++.so.6", "CXXABI_1.3.13", "__cxa_end_catch"),
         ("libc.so.6", "GLIBC_2.34", "dlsym")]
LIBRARIES = ["libstdc++.so.6", "libc.so.6"]


class Strings:
    def __init__(self):
        self.bytes = b"\0"

    def add(self, text):
        at = len(self.bytes)
        self.bytes += text.encode() + b"\0"
        return at


class Packer:
    """Writes the records of one class and byte order."""

    def __init__(self, bits, big_endian):
        self.bits, self.big_endian = bits, big_endian
        self.order, self.word = ">" if big_endian else "<", "Q" if bits == 64 else "I"
        self.header_size, self.segment_size, self.section_size = (64, 56, 64) if bits == 64 else (52, 32, 40)
        self.symbol_size, self.dynamic_size = (24, 16) if bits == 64 else (16, 8)

    def pack(self, form, *values):
        """`form` as in struct; W is an address."""
        return struct.pack(self.order + form.replace("W", self.word), *values)

    def symbol(self, name):
        """An undefined one."""
        if self.bits == 64:
            return self.pack("IBBHQQ", name, GLOBAL_FUNCTION, 0, 0, 0, 0)
        return self.pack("IIIBBH", name, 0, 0, GLOBAL_FUNCTION, 0, 0)

    def segment(self, kind, offset, size):
        if self.bits == 64:
            return self.pack("IIQQQQQQ", kind, 6, offset, offset, offset, size, size, 8)
        return self.pack("IIIIIIII", kind, offset, offset, offset, size, size, 6, 8)

    def section(self, kind, offset, size, link=0, info=0, entry_size=0):
        return self.pack("IIWWWWIIWW", 0, kind, 2, offset, offset, size, link, info, 8, entry_size)

    def header(self, kind, machine, segments, segment_count, sections, section_count):
        identification = b"\x7fELF" + bytes([self.bits // 32, 2 if self.big_endian else 1, 1]) + b"\0" * 9
        return identification + self.pack("HHIWWWIHHHHHH", kind, machine or MACHINES[self.bits, self.big_endian], 1, 0,
                                          segments, sections, 0, self.header_size, self.segment_size, segment_count,
                                          self.section_size if sections else 0, section_count, 2 if sections else 0)


def elf_hash(text):
    value = 0
    for byte in text.encode():
        value = (value << 4) + byte
        value = (value ^ ((value & 0xF0000000) >> 24)) & 0x0FFFFFFF
    return value


def aligned(data):
    return data + b"\0" * (-len(data) % 8)


def version_tables(packer, strings, needs, defines):
    """Symbols and their versions, needed and defined versions. Needed versions have indices of 2 and higher."""
    symbols, versym, verneed, verdef = b"\0" * packer.symbol_size, [0], b"", b""
    for index, (library, version, symbol) in enumerate(needs):
        symbols += packer.symbol(strings.add(symbol))
        versym.append(index + 2)
        last = index == len(needs) - 1
        verneed += packer.pack("HHIII", 1, 1, strings.add(library), 16, 0 if last else 32)
        verneed += packer.pack("IHHII", elf_hash(version), 0, (index + 2) & 0x7FFF, strings.add(version), 0)
    for index, version in enumerate(defines):
        flags, number = (VER_FLG_BASE, 1) if index == 0 else (0, len(needs) + 1 + index)
        last = index == len(defines) - 1
        verdef += packer.pack("HHHHIII", 1, flags, number, 1, elf_hash(version), 20, 0 if last else 28)
        verdef += packer.pack("II", strings.add(version), 0)
    return symbols, packer.pack(f"{len(versym)}H", *versym), verneed, verdef


def dynamic_entries(places, needs, defines):
    """The section headers."""
    yield from ((5, places["strings"][0]), (10, places["strings"][1]), (6, places["symbols"][0]))
    if needs:
        yield from ((0x6FFFFFF0, places["versym"][0]), (0x6FFFFFFE, places["verneed"][0]), (0x6FFFFFFF, len(needs)))
    if defines:
        yield from ((0x6FFFFFFC, places["verdef"][0]), (0x6FFFFFFD, len(defines)))
    yield 0, 0


def section_table(packer, places, needs, defines, first):
    headers = [first, packer.section(SHT_DYNSYM, *places["symbols"], 2, 1, packer.symbol_size),
               packer.section(SHT_STRTAB, *places["strings"]),
               packer.section(SHT_DYNAMIC, *places["dynamic"], 2, 0, packer.dynamic_size)]
    if needs:
        headers += [packer.section(SHT_VERSYM, *places["versym"], 1, 0, 2),
                    packer.section(SHT_VERNEED, *places["verneed"], 2, len(needs))]
    if defines:
        headers.append(packer.section(SHT_VERDEF, *places["verdef"], 2, len(defines)))
    return headers


def image(bits=64, big_endian=False, needs=(), libraries=(), runpath=None, sections=True, machine=None, reps=1,
          defines=(), counts_in_section=False):
    """A shared library. `needs` are (library, version, symbol); `reps` writes the versions that many times over. The
    first of `defines` is the base version. `counts_in_section`: the numbers of segments and sections are in the first
    section, as if they were too large for the header."""
    packer, strings = Packer(bits, big_endian), Strings()
    needs = list(needs) * reps
    symbols, versym, verneed, verdef = version_tables(packer, strings, needs, defines)
    named = [(1, strings.add(library)) for library in libraries]
    if runpath is not None:
        named.append((29, strings.add(runpath)))

    at = (packer.header_size + 2 * packer.segment_size + 7) // 8 * 8
    body, places = b"", {}
    for name, data in (("symbols", symbols), ("strings", strings.bytes), ("versym", versym),
                       ("verneed", verneed), ("verdef", verdef)):
        places[name] = (at + len(body), len(data))
        body += aligned(data)
    dynamic = b"".join(packer.pack("WW", *entry) for entry in [*named, *dynamic_entries(places, needs, defines)])
    places["dynamic"] = (at + len(body), len(dynamic))
    body += aligned(dynamic)

    end = at + len(body)
    table = section_table(packer, places, needs, defines, packer.section(0, 0, 0)) if sections else []
    if counts_in_section:
        table[0] = packer.pack("IIWWWWIIWW", 0, 0, 0, 0, 0, len(table), 0, 2, 0, 0)
    head = packer.header(ET_DYN, machine, packer.header_size, PN_XNUM if counts_in_section else 2, end if sections else 0,
                         0 if counts_in_section else len(table))
    head += packer.segment(PT_LOAD, 0, end) + packer.segment(PT_DYNAMIC, *places["dynamic"])
    return head + b"\0" * (at - len(head)) + body + b"".join(table)


def object_image(bits=64, big_endian=False, symbols=(), strings=None, offsets=None, reps=1):
    """An object that needs these symbols; or whose undefined symbols have their names at these offsets of these strings,
    that many times over."""
    packer = Packer(bits, big_endian)
    if strings is None:
        names = Strings()
        offsets = [names.add(symbol) for symbol in symbols]
        strings = names.bytes
    table = b"\0" * packer.symbol_size + b"".join(map(packer.symbol, offsets)) * reps
    at = aligned(b"\0" * packer.header_size)
    strings_at = len(at) + len(aligned(table))
    body = aligned(table) + aligned(strings)
    sections = [packer.section(0, 0, 0), packer.section(SHT_SYMTAB, len(at), len(table), 2, 1, packer.symbol_size),
                packer.section(SHT_STRTAB, strings_at, len(strings))]
    head = packer.header(ET_REL, None, 0, 0, len(at) + len(body), len(sections))
    return aligned(head) + body + b"".join(sections)


def of_each_kind():
    """Their names, and their bytes."""
    defines = ["libx.so.1", "X_1.0", "X_1.1"]
    for bits, big_endian in itertools.product((64, 32), (False, True)):
        kind = f"{bits}-{'big' if big_endian else 'little'}"
        for name, options in (("library", {}), ("stripped", {"sections": False}), ("counted", {"counts_in_section": True})):
            yield f"{name}-{kind}.so", image(bits, big_endian, NEEDS, LIBRARIES, "$ORIGIN:/a", defines=defines, **options)
        yield f"object-{kind}.o", object_image(bits, big_endian, ["_ZSt21ios_base_library_initv", "f", "dlsym",
                                                                  "__isoc23_strtol"])


def archive(members):
    """Of (name, bytes)."""
    whole = b"!<arch>\n"
    for name, data in members:
        whole += f"{name + '/':<16}{0:<12}{0:<6}{0:<6}{'644':<8}{len(data):<10}`\n".encode() + data + b"\n" * (len(data) % 2)
    return whole


def main():
    if len(sys.argv) != 2:
        sys.exit(__doc__)
    pathlib.Path(sys.argv[1]).write_bytes(archive((name[:15], data) for name, data in of_each_kind()))


if __name__ == "__main__":
    main()
