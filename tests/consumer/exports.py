#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""A shared library exports what the public headers mark with CUDASTDENV_API, and a static one has no names of other
libraries.

usage: exports.py --shared LIBRARY [--static LIBRARY] --headers DIR [--nm NM]
       exports.py --self-test
"""

import argparse
import pathlib
import re
import subprocess
import sys

# A class's members, and what the compiler generates for it, have its name.
OF_CLASS = r"(?:(?:typeinfo|typeinfo name|vtable) for )?"
PUBLIC = re.compile(OF_CLASS + r"cudastdenv::(\w+)(?:::[~\w]+|::operator=)?(?:\[abi:\w+\])?(?:\(|$)")
IN_C = re.compile(r"(cudastdenv_\w+)$")
MARKED = re.compile(r"\b(?:class|struct) CUDASTDENV_API (\w+)|\bCUDASTDENV_API\b[^;{(]*?\b(\w+)\(")
DECLARATION = re.compile(r"(?:\[\[nodiscard\]\] )?[\w:<>,&* ]+\b(\w+)\(")
DEFINED_HERE = re.compile(r"(?:\[\[nodiscard\]\] )?(?:constexpr|inline|using|template|static_assert|#)")
VERSIONED = re.compile(r"([^@]+)@@?CUDASTDENV_\d+(?:\.\d+)?$")
OF_OTHERS = re.compile(r"\b(?:dtl|fmt|nlohmann|utf8)::")


def names_in(header):
    """What a header marks as exported, and what it declares without a mark although the library defines it."""
    text = re.sub(r"//.*|/\*.*?\*/", "", re.sub(r"^\s*#.*", "", header, flags=re.MULTILINE))
    unmarked = set()
    for chunk in re.split(r"(?m)^(?=\S)", text):
        found = DECLARATION.match(chunk)
        ends = re.search(r"[;{]", chunk)
        if found and ends and ends[0] == ";" and not DEFINED_HERE.match(chunk) and "CUDASTDENV_API" not in chunk:
            unmarked.add(found[1])
    return {found[1] or found[2] for found in MARKED.finditer(text)}, unmarked


def complaints(headers, exported, archived):
    """The errors. `headers` are texts by name, the others lists of demangled names."""
    marked = set()
    for name, text in headers.items():
        here, unmarked = names_in(text)
        marked |= here
        yield from (f"{name}: {word} is declared without CUDASTDENV_API" for word in sorted(unmarked))
    seen = set()
    for versioned in exported:
        if not (found := VERSIONED.match(versioned)):
            yield f"exported without a version: {versioned}"
            continue
        symbol = found[1]
        found = PUBLIC.match(symbol) or IN_C.match(symbol)
        if not found or found[1] not in marked:
            yield f"exported, though no public header marks it: {symbol}"
        else:
            seen.add(found[1])
    yield from (f"a public header marks {name}, and the library does not export it" for name in sorted(marked - seen))
    yield from (f"in the static library: {symbol}" for symbol in archived if OF_OTHERS.search(symbol))


def symbols_of(nm, library, *options):
    lines = subprocess.run(
        [*nm, "--demangle", "--defined-only", *options, library], stdout=subprocess.PIPE, text=True, check=True
    ).stdout.splitlines()
    # The names of an archive's members are on lines between them. "A" is the version itself.
    return [line.split(" ", 2)[2] for line in lines if re.match(r"[0-9a-f]+ [^ A] ", line)]


GOOD = (
    {"a.hpp": "[[nodiscard]] CUDASTDENV_API std::optional<int>\nread(int);  // f(x);\n"
              "class CUDASTDENV_API Error : public std::runtime_error {\n    Error(int);\n};\ninline int two() { return 2; }\n",
     "a.h": "CUDASTDENV_API const char* cudastdenv_version(void);\n"},
    ["cudastdenv::read(int)@@CUDASTDENV_0.1", "cudastdenv::Error::Error(int)@@CUDASTDENV_0.1",
     "typeinfo for cudastdenv::Error@@CUDASTDENV_0.1", "cudastdenv::Error::~Error()@@CUDASTDENV_0.1",
     "cudastdenv_version@@CUDASTDENV_0.1"],
    ["cudastdenv::hidden(int)", "cudastdenv_fmt::v9::format[abi:cxx11](int)"],
)
BROKEN = [
    ({"a.hpp": "[[nodiscard]] std::string text(int value);\n"}, [], [], "text is declared without"),
    ({}, ["cudastdenv::internal(int)@@CUDASTDENV_0.1"], [], "no public header marks it"),
    ({}, ["cudastdenv::nix::read(int)@@CUDASTDENV_0.1"], [], "no public header marks it"),
    ({}, ["std::vector<cudastdenv::Error>::~vector()@@CUDASTDENV_0.1"], [], "no public header marks it"),
    ({}, ["cudastdenv::read(int)"], [], "exported without a version"),
    ({"b.hpp": "CUDASTDENV_API int three();\n"}, [], [], "does not export it"),
    ({}, [], ["fmt::v9::detail::f(int)"], "in the static library"),
    ({}, [], ["dtl::version[abi:cxx11]"], "in the static library"),
    ({}, [], ["utf8::exception::~exception()"], "in the static library"),
    ({}, [], ["std::map<int, nlohmann::json_abi_v3_11_2::basic_json<> >::map()"], "in the static library"),
]


def self_test():
    if wrong := list(complaints(*GOOD)):
        yield f"what is good is refused: {wrong}"
    for headers, exported, archived, expected in BROKEN:
        wrong = list(complaints(GOOD[0] | headers, GOOD[1] + exported, GOOD[2] + archived))
        if not any(expected in line for line in wrong):
            yield f"{headers}, {exported}, {archived}: expected {expected!r}, got {wrong}"


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("--self-test", action="store_true")
    parser.add_argument("--shared", type=pathlib.Path)
    parser.add_argument("--static", type=pathlib.Path)
    parser.add_argument("--headers", type=pathlib.Path)
    parser.add_argument("--nm", default="nm")
    options = parser.parse_args()
    if options.self_test:
        wrong = list(self_test())
    else:
        exported = symbols_of([options.nm], options.shared, "--dynamic")
        headers = {path.name: path.read_text(encoding="utf-8") for path in sorted(options.headers.rglob("*.h*"))}
        del headers["config.h.in"]  # defines the mark
        wrong = list(complaints(headers, exported, symbols_of([options.nm], options.static) if options.static else []))
        print(f"{len(exported)} symbols are exported")
    print("\n".join(wrong) or "nothing wrong")
    return 1 if wrong else 0


sys.exit(main())
