# SPDX-License-Identifier: MIT
"""The public names in a release's headers, read by libclang (PyPI: libclang), which needs no nvcc.

The headers of a wheel that are C are parsed together, as C. The others are parsed together, behind cuda_runtime.h, as
CUDA device code for the release's oldest and newest architecture; names in one of the two can be used. libclang does
not say which macros are still defined behind the headers: GCC's preprocessor does."""

import ctypes
import dataclasses
import functools
import hashlib
import json
import os
import pathlib
import re
import subprocess
import tempfile

from clang import cindex
from clang.cindex import AccessSpecifier, AvailabilityKind, CursorKind, TypeKind

# Other projects' headers that CUDA's include: as much of them as the declarations need.
STUBS = {
    "GL/gl.h": "typedef unsigned GLuint; typedef unsigned GLenum; typedef int GLint;\n",
    "EGL/egl.h": "typedef void *EGLDisplay; typedef int EGLint;\n",
    "EGL/eglext.h": "typedef void *EGLImageKHR; typedef void *EGLStreamKHR; typedef void *EGLSyncKHR;\n",
    "vdpau/vdpau.h": "typedef unsigned VdpDevice; typedef unsigned VdpFuncId; typedef int VdpStatus;\n"
                     "typedef unsigned VdpVideoSurface; typedef unsigned VdpOutputSurface;\n"
                     "typedef VdpStatus VdpGetProcAddress(VdpDevice, VdpFuncId, void **);\n",
}
VERSION = b"8"  # of what is remembered
# Without the vector types of GCC's headers, which Clang cannot parse.
C = ["-x", "c", "-std=c11", "-U__MMX__", "-U__SSE__", "-U__SSE2__"]
BEFORE = "#include <stdbool.h>\n#include <cuda.h>\n"  # some headers expect them
CUDA = ["-x", "cuda", "-std=c++17", "-nocudainc", "-nocudalib"]
RECORDS = {CursorKind.STRUCT_DECL, CursorKind.UNION_DECL, CursorKind.CLASS_DECL}
CLASSES = {*RECORDS, CursorKind.CLASS_TEMPLATE, CursorKind.CLASS_TEMPLATE_PARTIAL_SPECIALIZATION}
KINDS = {
    CursorKind.FUNCTION_DECL: "function", CursorKind.FUNCTION_TEMPLATE: "function", CursorKind.VAR_DECL: "variable",
    CursorKind.TYPEDEF_DECL: "type", CursorKind.TYPE_ALIAS_DECL: "type", CursorKind.ENUM_DECL: "type",
    CursorKind.STRUCT_DECL: "type", CursorKind.UNION_DECL: "type", CursorKind.CLASS_DECL: "type",
    CursorKind.CLASS_TEMPLATE: "type", CursorKind.TYPE_ALIAS_TEMPLATE_DECL: "type",
}
CUDA_WHEELS = re.compile(r"runtime|-crt|-nvcc|curand|nvtx")  # those with code for kernels
PART = re.compile(r"^CL/|(^|/)(generated_|omp-tools|details?/|internal/|agent/|_|crt/)|nvtxDetail|"
                  r"\.(hpp|inl|txt|md|cmake|in)$")
# Parsed apart: these exclude cublas_v2.h and nvtx3/.
LEGACY = {"cublas.h", "nvToolsExt.h", "nvToolsExtCuda.h", "nvToolsExtCudaRt.h", "nvToolsExtOpenCL.h", "nvToolsExtSync.h"}
CPLUSPLUS = {"cupti_pcsampling_util.h"}  # C programs, which the newest one allows, have other names
# Parts that programs do not name.
PRIVATE = re.compile(r"^(_[^_]|__(nv|cuda|cg|internal|builtin|cudart|device_stub|NV|CUDA|CU_))|"
                     r"(details?|internal|_impl)$|(^|_)_$")
VERSIONED = re.compile(r"__v\d+")  # a namespace that programs do not write
COMMENT_MARK = re.compile(r"[\\@]deprecated\b((?:[^\\@]|[\\@](?:ref|p|c)\b)*)|"
                          r"^\W*(?:[Dd]eprecated|DEPRECATED)\b(.*)")
LIBRARY = cindex.conf.lib
GUARD = re.compile(r"(_H|_HPP|_H_INCLUDED|_INCLUDED|_h)_*$")


@dataclasses.dataclass
class Name:
    """A name in one release; `parent` is the struct of a field, `meaning` the function that a macro names."""
    name: str
    kind: str
    header: str
    parent: str | None = None
    cuda: bool = False
    signature: str | None = None
    canonical: str | None = None
    meaning: str | None = None
    deprecated: bool = False
    note: str | None = None  # what the mark says

    @property
    def key(self):
        return self.parent or "", self.name


@dataclasses.dataclass
class Snapshot:
    """The names of a release: `names` have rows, `known` are all keys, also those by another name of a struct."""
    names: dict = dataclasses.field(default_factory=dict)
    known: set = dataclasses.field(default_factory=set)
    errors: list = dataclasses.field(default_factory=list)
    others: list = dataclasses.field(default_factory=list)  # headers that are not C

    def join(self, other):
        for name in other.names.values():
            self.add(name)
        self.known |= other.known
        self.errors += other.errors

    def add(self, name):
        before = self.names.setdefault(name.key, name)
        self.known.add(name.key)
        if before is not name and name.deprecated and before.header == name.header and before.kind == name.kind:
            before.deprecated, before.note = True, before.note or name.note


@functools.cache
def compiler_headers():
    """GCC's own headers (stddef.h), which the package libclang lacks."""
    return subprocess.run(["gcc", "-print-file-name=include"], capture_output=True, text=True,
                          check=True).stdout.strip()


@functools.cache
def stubs():
    folder = tempfile.TemporaryDirectory()
    for name, text in STUBS.items():
        path = pathlib.Path(folder.name, name)
        path.parent.mkdir(exist_ok=True)
        path.write_text("#pragma once\n" + text, encoding="utf-8")
    return folder


def plain(text):
    """C and C++ spell a struct's type differently."""
    return re.sub(r"\b(struct|enum|union) ", "", text)


def deprecation_message(cursor):
    """The text of the attribute `deprecated`, which the Python module does not ask for."""
    always, unavailable = ctypes.c_int(), ctypes.c_int()
    message, other = cindex._CXString(), cindex._CXString()  # pylint: disable=protected-access
    LIBRARY.clang_getCursorPlatformAvailability(cursor, ctypes.byref(always), ctypes.byref(message),
                                                ctypes.byref(unavailable), ctypes.byref(other), None, 0)
    return LIBRARY.clang_getCString(message) or ""


def note_of(cursor):
    """Whether the attribute or the comment marks the name as deprecated, and the text of the mark."""
    comment = re.sub(r"\s*\n[ \t]*\*?[ \t]*", " ", cursor.raw_comment or "")
    marked = COMMENT_MARK.search(comment)
    notes = [marked[1] or marked[2] or ""] if marked else []
    if cursor.availability == AvailabilityKind.DEPRECATED:
        notes.insert(0, deprecation_message(cursor))
    return bool(notes), " ".join(notes)[:600] or None


def is_member(cursor):
    """Whether the cursor defines a class's member behind the class."""
    return cursor.semantic_parent is not None and cursor.semantic_parent.kind in CLASSES


class Reader:
    """The names of one translation unit."""

    def __init__(self, snapshot, header_of, cuda=False):
        self.snapshot, self.header_of, self.cuda = snapshot, header_of, cuda
        self.typedefs = {}   # of a record, by its hash
        self.functions = {}  # by name
        self.records = []

    def read(self, unit, macros):
        self.walk(unit.cursor, "")
        for record, header, prefix in self.records:
            self.read_record(record, header, prefix)
        for macro in macros:
            self.read_macro(*macro)

    def walk(self, parent, prefix):
        for cursor in parent.get_children():
            kind = cursor.kind
            file = cursor.location.file
            header = file and self.header_of(file.name)
            if not header:
                if kind == CursorKind.FUNCTION_DECL:
                    self.functions.setdefault(cursor.spelling, cursor)
                continue
            if kind in (CursorKind.LINKAGE_SPEC, CursorKind.UNEXPOSED_DECL):
                self.walk(cursor, prefix)
            elif kind == CursorKind.NAMESPACE:
                inline = LIBRARY.clang_Cursor_isInlineNamespace(cursor) or VERSIONED.fullmatch(cursor.spelling)
                if inline or (cursor.spelling and not PRIVATE.search(cursor.spelling)):
                    self.walk(cursor, prefix if inline else f"{prefix}{cursor.spelling}::")
            elif kind in KINDS and not is_member(cursor):
                self.read_declaration(cursor, header, prefix)

    def read_declaration(self, cursor, header, prefix):
        kind = KINDS[cursor.kind]
        if kind == "function":
            self.functions[cursor.spelling] = cursor
        if cursor.kind == CursorKind.TYPEDEF_DECL:
            target = cursor.underlying_typedef_type.get_canonical().get_declaration()
            if target.kind in RECORDS:
                self.typedefs.setdefault(target.hash, []).append(prefix + cursor.spelling)
        if cursor.kind in RECORDS and cursor.is_definition():
            self.records.append((cursor, header, prefix))
        if cursor.kind == CursorKind.ENUM_DECL:
            for child in cursor.get_children():
                if child.kind == CursorKind.ENUM_CONSTANT_DECL:
                    scoped = f"{cursor.spelling}::" if cursor.is_scoped_enum() else ""
                    self.add(child, "enumerator", header, prefix + scoped)
        if "(" not in cursor.spelling or kind == "function":
            self.add(cursor, kind, header, prefix)

    def add(self, cursor, kind, header, prefix):
        name = cursor.spelling
        if not re.fullmatch(r"\w+", name) or PRIVATE.search(name):
            return
        if name.startswith("__") and not (self.cuda and kind in ("function", "type")):
            return
        deprecated, note = note_of(cursor)
        row = Name(prefix + name, kind, header, None, self.cuda, deprecated=deprecated, note=note)
        if cursor.kind == CursorKind.FUNCTION_DECL and not self.cuda:  # C has no overloads
            row.signature = plain(cursor.type.spelling)
            row.canonical = plain(cursor.type.get_canonical().spelling)
        elif kind == "enumerator":
            row.canonical = str(cursor.enum_value)
        self.snapshot.add(row)

    def names_of(self, record, prefix):
        tag = prefix + record.spelling if record.spelling and "(" not in record.spelling else ""
        names = {name for name in [tag, *self.typedefs.get(record.hash, [])] if name and not PRIVATE.search(name)}
        return sorted(names, key=lambda name: (len(name), name))

    def read_record(self, record, header, prefix):
        names = self.names_of(record, prefix)
        if not names or names[0].startswith("__"):
            return
        if found := self.snapshot.names.get(("", prefix + record.spelling)):
            found.header = header  # not that of a declaration before
        for path, field in fields(record, ()):
            parent = ".".join((names[0], *path))
            deprecated, note = note_of(field)
            self.snapshot.add(Name(field.spelling, "field", header, parent, self.cuda, deprecated=deprecated,
                                   note=note))
            for other in names[1:]:
                self.snapshot.known.add((".".join((other, *path)), field.spelling))

    def read_macro(self, name, has_arguments, body, header):
        if name.startswith("_") or PRIVATE.search(name) or (not body and GUARD.search(name)):
            return
        if has_arguments:
            self.snapshot.add(Name(name, "function-macro", header, None, self.cuda))
            return
        function = self.functions.get(target(body))
        if not function:
            self.snapshot.add(Name(name, "macro", header, None, self.cuda))
            return
        deprecated, note = note_of(function)
        meaning = function.spelling if function.spelling != name else None
        row = Name(name, "function", header, None, self.cuda, plain(function.type.spelling),
                   plain(function.type.get_canonical().spelling), meaning, deprecated, note)
        # A program that writes the name means this function.
        if not self.cuda or row.key not in self.snapshot.known:
            self.snapshot.names[row.key] = row
            self.snapshot.known.add(row.key)


def target(body):
    """`cuMemAlloc_v2` of `cuMemAlloc_v2` and of `__CUDA_API_PTDS(cuMemAlloc_v2)`"""
    found = re.fullmatch(r"(?:__\w+_(?:PTDS|PTSZ)\s*\(\s*)?(\w+)\s*\)?", body)
    return found and found[1]


def fields(record, path):
    """The public fields, also those in records without a name, each with the fields around it."""
    for child in record.get_children():
        if child.kind in RECORDS and child.is_anonymous():
            inner = [field for field in record.get_children() if field.kind == CursorKind.FIELD_DECL
                     and field.type.get_canonical().get_declaration() == child]
            if not inner:
                yield from fields(child, path)
        elif child.kind == CursorKind.FIELD_DECL and child.access_specifier in (AccessSpecifier.PUBLIC,
                                                                               AccessSpecifier.INVALID):
            if child.spelling and not child.spelling.startswith("__"):
                yield path, child
            kind = child.type.get_canonical()
            while kind.kind == TypeKind.CONSTANTARRAY:
                kind = kind.element_type
            inner = kind.get_declaration()
            if inner.kind in RECORDS and inner.is_anonymous() and child.spelling:
                yield from fields(inner, (*path, child.spelling))


class Parser:
    """Parses the headers in the directories of a release's wheels."""

    def __init__(self, own, library):
        self.own = [str(folder) for folder in own]
        self.index = cindex.Index.create()
        self.includes = [f"-I{folder}" for folder in [*own, *library, stubs().name]]
        self.only, self.headers = {}, {}

    def header_of(self, file):
        """`crt/host_config.h`; None: no header of the release."""
        if file not in self.headers:
            folder = next((folder for folder in self.own if file.startswith(folder + "/")), None)
            header = folder and os.path.normpath(file[len(folder) + 1:])
            left_out = header and re.search("^generated_|nvtxDetail", header)
            if left_out or header not in self.only.get(folder, [header]):
                header = None
            self.headers[file] = header
        return self.headers[file]

    def parse(self, text, options):
        name = "unit.cu" if "cuda" in options else "unit.c"
        return self.index.parse(
            name, [*options, *self.includes, "-isystem", compiler_headers(), "-ferror-limit=0", "-w"], [(name, text)])

    def macros(self, text, options, wanted):
        """Name, whether it has arguments, body and header of the macros that are defined behind the headers."""
        shown = subprocess.run(["gcc", *options, *self.includes, "-w", "-E", "-dD", "-"], input=text,
                               capture_output=True, text=True, check=False).stdout
        header, found = None, {}
        for line in shown.splitlines():
            if not line.startswith("#"):
                continue
            if place := re.match(r'# \d+ "(.*?)"', line):
                header = wanted(place[1])
            elif define := re.match(r"#define (\w+)(\(.*?\))? ?(.*)", line):
                found.pop(define[1], None)
                if header:
                    found[define[1]] = (define[1], define[2] is not None, define[3].strip(), header)
            elif line.startswith("#undef "):
                found.pop(line.split()[1], None)
        return found.values()

    def read_c(self, folder, headers, snapshot):
        """Adds the names in a wheel's headers that are C; returns the others."""
        left, others = [name for name in headers if name not in CPLUSPLUS], list(CPLUSPLUS & set(headers))
        while left:
            text = BEFORE + "".join(f"#include <{header}>\n" for header in left)
            unit = self.parse(text, C)
            error = next((found for found in unit.diagnostics if found.severity >= cindex.Diagnostic.Error), None)
            if not error:
                def wanted(file):
                    return self.header_of(file) if file.startswith(f"{folder}/") else None
                Reader(snapshot, wanted).read(unit, self.macros(text, C, wanted))
                break
            # The errors behind the first one can be due to it.
            others.append(left.pop(culprit(unit, error) - 1 - BEFORE.count("\n")))
        return others

    def read_cuda(self, headers, version, architectures, snapshot):
        """Adds the names of headers that are CUDA, and of those that they include."""
        defines = [f"-D__CUDACC_VER_MAJOR__={version[0]}", f"-D__CUDACC_VER_MINOR__={version[1]}",
                   "-D__CUDACC_VER_BUILD__=0", "-D__CUDACC__"]
        text = "#include <cuda_runtime.h>\n" + "".join(f"#include <{header}>\n" for header in headers)
        for number in architectures:
            device = [f"-D__CUDA_ARCH__={number}0", f"-D__CUDA_ARCH_FEAT_SM{number}_ALL",
                      f"-D__CUDA_ARCH_SPECIFIC__={number}0"]
            self.read_pass(text, [*CUDA, *defines, "--cuda-device-only", "--cuda-gpu-arch=sm_75", "-U__CUDA_ARCH__",
                                  *device], [*defines, *device], snapshot)

    def read_pass(self, text, options, defines, snapshot):
        unit = self.parse(text, options)
        # Clang's rules for overloads and constexpr are others than nvcc's; it goes on behind them.
        snapshot.errors += [str(found) for found in unit.diagnostics if found.severity == cindex.Diagnostic.Fatal
                            or "#error" in found.spelling or "file not found" in found.spelling]
        Reader(snapshot, self.header_of, True).read(
            unit, self.macros(text, ["-x", "c++", "-std=c++17", *defines], self.header_of))


def culprit(unit, error):
    """The line of the unit that includes the header with the error."""
    file, line = error.location.file, error.location.line
    for inclusion in reversed(list(unit.get_includes())):
        if file and inclusion.include.name == file.name:
            file, line = inclusion.location.file, inclusion.location.line
    return line


def public_headers(folder):
    """The headers that a program includes; the others are part of them."""
    names = (str(path.relative_to(folder)) for path in pathlib.Path(folder).rglob("*") if path.is_file())
    return [name for name in sorted(names, key=lambda name: (name.count("/"), name))
            if not PART.search(name) and name not in LEGACY]


def digest(parts):
    return hashlib.sha256(b"\0".join(parts)).hexdigest()[:24]


def contents(folder):
    return [part for path in sorted(pathlib.Path(folder).rglob("*")) if path.is_file()
            for part in (str(path.relative_to(folder)).encode(), path.read_bytes())]


def remembered(cache, key, make):
    """The names that were read before from the same headers, otherwise those that are read now."""
    file = pathlib.Path(cache, "names", key + ".json")
    if file.exists():
        stored = json.loads(file.read_text(encoding="utf-8"))
        return Snapshot({(row["parent"] or "", row["name"]): Name(**row) for row in stored["names"]},
                        {tuple(item) for item in stored["known"]}, stored["errors"], stored["others"])
    snapshot = make()
    file.parent.mkdir(exist_ok=True)
    file.write_text(json.dumps({"names": [vars(name) for name in snapshot.names.values()],
                                "known": sorted(snapshot.known), "errors": snapshot.errors,
                                "others": snapshot.others}), encoding="utf-8")
    return snapshot


def read_wheel(parser, folder):
    snapshot = Snapshot()
    snapshot.others = parser.read_c(folder, public_headers(folder), snapshot)
    parser.read_c(folder, sorted(LEGACY & {path.name for path in pathlib.Path(folder).iterdir()}), snapshot)
    return snapshot


def read(cache, version, architectures, folders, library):
    """The names in the headers of the wheels' folders, the first ones win; `library` has what they include."""
    whole, others, parser = Snapshot(), [], Parser(folders, library)
    parts = {folder: contents(folder) for folder in folders}
    for folder in folders:
        found = remembered(cache, digest([VERSION, *parts[folder]]), lambda folder=folder: read_wheel(parser, folder))
        whole.join(found)
        others += found.others
    cuda = [folder for folder in folders if CUDA_WHEELS.search(folder.name)]
    headers = [header for folder in cuda for header in public_headers(folder)]
    others = [header for header in others if header not in headers]

    def read_cuda():
        snapshot, cuda_parser = Snapshot(), Parser(folders, library)
        for folder in folders:
            if folder not in cuda:
                cuda_parser.only[str(folder)] = set(others)
        cuda_parser.read_cuda(headers + others, version, architectures, snapshot)
        return snapshot
    key = digest([VERSION, b"cuda", repr((version[:2], architectures, others)).encode(),
                  *(part for folder in cuda for part in parts[folder])])
    whole.join(remembered(cache, key, read_cuda))
    return whole
