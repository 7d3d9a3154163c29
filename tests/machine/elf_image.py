"""Writes small shared libraries byte by byte: of 32 and 64 bits, of both byte orders, with and without sections."""

import struct

EM_386, EM_X86_64, EM_PPC, EM_PPC64 = 3, 62, 20, 21
PT_LOAD, PT_DYNAMIC = 1, 2
SHT_STRTAB, SHT_DYNAMIC, SHT_DYNSYM = 3, 6, 11


class Strings:
    def __init__(self):
        self.bytes = b"\0"

    def add(self, text):
        at = len(self.bytes)
        self.bytes += text.encode() + b"\0"
        return at


def elf_hash(text):
    value = 0
    for byte in text.encode():
        value = (value << 4) + byte
        value = (value ^ ((value & 0xF0000000) >> 24)) & 0x0FFFFFFF
    return value


def aligned(data):
    return data + b"\0" * (-len(data) % 8)


def image(bits=64, big_endian=False, needs=(), libraries=(), runpath=None, sections=True, machine=None, reps=1):
    """A shared library. `needs` are (library, version, symbol); `reps` writes the versions that many times over."""
    order = ">" if big_endian else "<"
    word = "Q" if bits == 64 else "I"
    strings = Strings()

    symbols = b"\0" * (24 if bits == 64 else 16)
    versym = [0]
    verneed = b""
    needs = list(needs) * reps
    for index, (library, version, symbol) in enumerate(needs):
        name, number = strings.add(symbol), index + 2
        symbols += (struct.pack(order + "IBBHQQ", name, 0x12, 0, 0, 0, 0) if bits == 64
                    else struct.pack(order + "IIIBBH", name, 0, 0, 0x12, 0, 0))
        versym.append(number)
        last = index == len(needs) - 1
        verneed += struct.pack(order + "HHIII", 1, 1, strings.add(library), 16, 0 if last else 32)
        verneed += struct.pack(order + "IHHII", elf_hash(version), 0, number & 0x7FFF, strings.add(version), 0)
    versym = struct.pack(f"{order}{len(versym)}H", *versym)

    dynamic = [(1, strings.add(library)) for library in libraries]
    if runpath is not None:
        dynamic.append((29, strings.add(runpath)))

    header_size, phdr_size = (64, 56) if bits == 64 else (52, 32)
    at = (header_size + 2 * phdr_size + 7) // 8 * 8
    body, places = b"", {}
    for name, data in (("symbols", symbols), ("strings", strings.bytes), ("versym", versym), ("verneed", verneed)):
        places[name] = (at + len(body), len(data))
        body += aligned(data)
    dynamic += [(5, places["strings"][0]), (10, places["strings"][1]), (6, places["symbols"][0])]
    if needs:
        dynamic += [(0x6FFFFFF0, places["versym"][0]), (0x6FFFFFFE, places["verneed"][0]), (0x6FFFFFFF, len(needs))]
    dynamic.append((0, 0))
    dynamic = b"".join(struct.pack(order + word * 2, *entry) for entry in dynamic)
    places["dynamic"] = (at + len(body), len(dynamic))
    body += aligned(dynamic)

    end = at + len(body)
    table = b""
    if sections:
        headers = [(0, 0, 0, 0), (SHT_DYNSYM, *places["symbols"], 2), (SHT_STRTAB, *places["strings"], 0),
                   (SHT_DYNAMIC, *places["dynamic"], 2)]
        for kind, offset, size, link in headers:
            table += struct.pack(f"{order}II{word * 4}II{word * 2}", 0, kind, 2, offset, offset, size, link, 0, 8, 0)

    def segment(kind, offset, size):
        if bits == 64:
            return struct.pack(order + "IIQQQQQQ", kind, 6, offset, offset, offset, size, size, 8)
        return struct.pack(order + "IIIIIIII", kind, offset, offset, offset, size, size, 6, 8)

    if machine is None:
        machine = {(64, False): EM_X86_64, (32, False): EM_386, (64, True): EM_PPC64, (32, True): EM_PPC}[bits, big_endian]
    ident = b"\x7fELF" + bytes([2 if bits == 64 else 1, 2 if big_endian else 1, 1]) + b"\0" * 9
    head = ident + struct.pack(f"{order}HHI{word * 3}IHHHHHH", 3, machine, 1, 0, header_size, end if sections else 0, 0,
                               header_size, phdr_size, 2, 64 if bits == 64 else 40, 4 if sections else 0,
                               2 if sections else 0)
    head += segment(PT_LOAD, 0, end) + segment(PT_DYNAMIC, *places["dynamic"])
    return head + b"\0" * (at - len(head)) + body + table
