# SPDX-License-Identifier: MIT
"""The public names of CCCL (Thrust, CUB, libcu++) in a release's headers, each with a header that programs include."""

import pathlib
import re
import shutil
import subprocess

from clang import cindex
from clang.cindex import CursorKind

import api_wheels
from api_headers import (CUDA, KINDS, LIBRARY, PRIVATE, GUARD, Name, Parser, Snapshot, contents, digest, is_member,
                         note_of,
                         public_headers, remembered)

VERSION = b"1"  # of what is remembered
# The wheels of these releases lack libcu++'s headers without an extension. Their other headers are equal, byte by byte,
# to those of the revision of github.com/NVIDIA/cccl; for 12.0 to 12.2.1, which it lacks, to a part of them.
OLDER = ("nvidia-cuda-cccl-cu11", "11.8.89")
REVISIONS = {
    "12.0.0": OLDER, "12.0.1": OLDER, "12.1.0": OLDER, "12.1.1": OLDER,
    "12.2.0": "64691aaa7d561447a763c4dce075009ae5893878", "12.2.1": "64691aaa7d561447a763c4dce075009ae5893878",
    "12.2.2": "v2.2.0", "12.3.0": "v2.2.0", "12.3.1": "v2.2.0", "12.3.2": "v2.2.0", "12.4.0": "v2.3.1",
    "12.4.1": "v2.3.2",
}
PUBLIC = re.compile(r"(thrust|cub|cuda|nv)/(?!.*\btbb/)")
MACRO = re.compile(r"(THRUST|CUB|CCCL|LIBCUDACXX|NV)_\w+|Cub\w+")
# libclang has no kind for a variable template.
OTHER_KINDS = {CursorKind.UNEXPOSED_DECL: "variable", CursorKind.CONCEPT_DECL: "concept",
               CursorKind.USING_DECLARATION: None}
# Namespaces that are part of CCCL's own code, and those of other projects.
OWN_CODE = re.compile(r"(^|::)(_\w*|details?|\w+_details?|internal|core|cuda_cub)::|^std::|"
                      r"^(thrust::cub|cuda::device::(ptx|experimental)|thrust::(system::)?tbb)::")


def qualified(cursor):
    """`thrust::system::cuda::` of a namespace, without the inline ones."""
    found = ""
    while cursor is not None and cursor.kind == CursorKind.NAMESPACE:
        if not LIBRARY.clang_Cursor_isInlineNamespace(cursor):
            found = f"{cursor.spelling}::{found}"
        cursor = cursor.semantic_parent
    return found


class Reader:
    """All names in namespaces, also the private ones, with the namespaces that others use."""

    def __init__(self, header_of):
        self.header_of, self.names, self.used = header_of, {}, set()

    def walk(self, parent, prefix):
        for cursor in parent.get_children():
            kind, file = cursor.kind, cursor.location.file
            header = file and self.header_of(file.name)
            if kind == CursorKind.NAMESPACE:
                inline = LIBRARY.clang_Cursor_isInlineNamespace(cursor) or not cursor.spelling
                if header:
                    self.walk(cursor, prefix if inline else f"{prefix}{cursor.spelling}::")
            elif not header:
                continue
            elif kind == CursorKind.LINKAGE_SPEC or (kind == CursorKind.UNEXPOSED_DECL and not cursor.spelling):
                self.walk(cursor, prefix)
            elif kind in (CursorKind.USING_DIRECTIVE, CursorKind.NAMESPACE_ALIAS):
                target = [child.referenced for child in cursor.get_children() if child.kind == CursorKind.NAMESPACE_REF]
                if target and target[-1] is not None:
                    here = f"{prefix}{cursor.spelling}::" if kind == CursorKind.NAMESPACE_ALIAS else prefix
                    self.used.add((here, qualified(target[-1])))
            elif prefix and (kind in KINDS or kind in OTHER_KINDS) and not is_member(cursor):
                self.declaration(cursor, prefix, header)

    def declaration(self, cursor, prefix, header):
        kind = KINDS.get(cursor.kind) or OTHER_KINDS[cursor.kind] or self.kind_of_used(cursor)
        self.add(cursor, kind, prefix, header)
        if cursor.kind == CursorKind.ENUM_DECL:
            for child in cursor.get_children():
                if child.kind == CursorKind.ENUM_CONSTANT_DECL:
                    scoped = f"{cursor.spelling}::" if cursor.is_scoped_enum() else ""
                    self.add(child, "enumerator", prefix + scoped, header)

    def kind_of_used(self, cursor):
        for child in cursor.get_children():
            for target in [child.referenced, *overloads(child)]:
                if target is not None and target.kind in KINDS:
                    return KINDS[target.kind]
        return "type"

    def add(self, cursor, kind, prefix, header):
        if re.fullmatch(r"[A-Za-z_]\w*", cursor.spelling):
            self.names.setdefault(prefix + cursor.spelling, []).append((kind, header, *note_of(cursor)))

    def expand(self):
        """Adds the names that a namespace has by `using namespace` and by another name of a namespace."""
        for _ in range(3):
            for here, target in self.used:
                if here == target or here.startswith(target):
                    continue
                for name in [name for name in self.names if name.startswith(target)]:
                    self.names.setdefault(here + name[len(target):], self.names[name])


def overloads(cursor):
    return [LIBRARY.clang_getOverloadedDecl(cursor, number)
            for number in range(LIBRARY.clang_getNumOverloadedDecls(cursor))]


class PublicHeaders:
    """The header that a program includes for what another one declares."""

    def __init__(self, folder, public):
        self.public, self.reached = set(public), {}
        texts = {str(path.relative_to(folder)): path for path in folder.rglob("*") if path.is_file()}
        included = {}
        for name, path in texts.items():
            found = re.findall(r'^\s*#\s*include\s*(?:<([^>]+)>|"([^"]+)")',
                               path.read_text(encoding="utf-8", errors="replace"), re.MULTILINE)
            included[name] = [target for angle, quoted in found
                              if (target := angle or self.beside(name, quoted, texts)) in texts]
        for header in public:
            self.reach(header, included)

    @staticmethod
    def beside(name, quoted, texts):
        beside = str(pathlib.PurePosixPath(name).parent / quoted)
        while "/../" in beside:
            beside = re.sub(r"[^/]+/\.\./", "", beside, count=1)
        return beside if beside in texts else quoted

    def reach(self, header, included):
        distances, left = {header: 0}, [header]
        for name in left:
            for target in included.get(name, []):
                if target not in distances:
                    distances[target] = distances[name] + 1
                    left.append(target)
        for name, distance in distances.items():
            self.reached.setdefault(name, []).append((distance, header))

    def of(self, headers):
        """The best of the public headers with one of these."""
        direct = [header for header in headers if header in self.public]
        if direct:
            return min(direct, key=lambda header: (header.count("/"), header))
        choices = []
        for name in headers:
            parts = {part.split(".")[0].strip("_") for part in name.split("/")}
            choices += [(pathlib.PurePosixPath(header).stem not in parts, header.split("/")[:1] != name.split("/")[:1],
                         distance, len(header), header) for distance, header in self.reached.get(name, [])]
        return min(choices)[-1] if choices else None


def read_names(folder, library, version, architectures):
    heads = [name for name in public_headers(folder) if PUBLIC.match(name)]
    defines = [f"-D__CUDACC_VER_MAJOR__={version[0]}", f"-D__CUDACC_VER_MINOR__={version[1]}",
               "-D__CUDACC_VER_BUILD__=0", "-D__CUDACC__", "-D__NVCC__",
               "-DTHRUST_IGNORE_DEPRECATED_CPP_DIALECT", "-DCUB_IGNORE_DEPRECATED_CPP_DIALECT"]
    text = "#include <cuda_runtime.h>\n" + "".join(f"#include <{name}>\n" for name in heads)
    parser, snapshot = Parser([folder], library), Snapshot()
    public = PublicHeaders(folder, heads)
    found, macros = {}, {}
    for number in architectures:
        arch = [f"-D__CUDA_ARCH__={number}0", f"-D__CUDA_ARCH_FEAT_SM{number}_ALL",
                f"-D__CUDA_ARCH_SPECIFIC__={number}0"]
        unit = parser.parse(text, [*CUDA, *defines, "--cuda-device-only", "--cuda-gpu-arch=sm_75", "-U__CUDA_ARCH__",
                                   *arch])
        snapshot.errors += [str(error) for error in unit.diagnostics if error.severity == cindex.Diagnostic.Fatal
                            or "#error" in error.spelling or "file not found" in error.spelling]
        reader = Reader(parser.header_of)
        reader.walk(unit.cursor, "")
        reader.expand()
        for name, places in reader.names.items():
            found.setdefault(name, []).extend(places)
        for name, arguments, body, header in parser.macros(text, ["-x", "c++", "-std=c++17", *defines],
                                                           parser.header_of):
            if MACRO.fullmatch(name) and not PRIVATE.search(name) and (body or not GUARD.search(name)):
                macros[name] = ("function-macro" if arguments else "macro", header, False, None)
    for name, places in [*found.items(), *((name, [place]) for name, place in macros.items())]:
        last = name.rpartition("::")[2]
        if PRIVATE.search(last) or last.startswith("_") or OWN_CODE.search(name):
            continue
        header = public.of([place[1] for place in places])
        if header:
            marks = [place for place in places if place[2]]
            # A function with an overload that is not deprecated is not.
            deprecated = len(marks) == len(places) or (places[0][0] != "function" and bool(marks))
            snapshot.add(Name(name, places[0][0], header, deprecated=deprecated,
                              note=marks[0][3] if deprecated and marks else None))
    return snapshot


def complete(cache, release, folder, repository):
    """The directory of the wheel's headers with those that the wheel lacks: the ones whose names have no extension."""
    if release not in REVISIONS:
        return folder
    target = pathlib.Path(cache, f"{folder.name}.complete")
    if target.exists():
        return target
    unfinished = target.with_name(target.name + ".unfinished")
    shutil.rmtree(unfinished, ignore_errors=True)
    unfinished.mkdir()
    revision = REVISIONS[release]
    if revision == OLDER:
        shutil.copytree(api_wheels.headers(cache, *revision), unfinished, dirs_exist_ok=True)
        for part in ("thrust", "cub"):
            shutil.rmtree(unfinished / part)
    else:
        archive = subprocess.run(["git", "-C", repository, "archive", revision, "libcudacxx/include"], check=True,
                                 capture_output=True).stdout
        subprocess.run(["tar", "-x", "--strip-components=2", "-C", unfinished], input=archive, check=True)
    for part in ("thrust", "cub"):
        shutil.copytree(folder / part, unfinished / part)
    unfinished.rename(target)
    return target


def read(cache, version, architectures, folder, library):
    """The names of CCCL in the wheel's folder; `library` has what they include."""
    key = digest([VERSION, b"cccl", repr((version[:2], architectures)).encode(), *contents(folder)])
    return remembered(cache, key, lambda: read_names(pathlib.Path(folder), library, version, architectures))
