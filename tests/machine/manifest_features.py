#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""`manifest --features` with fake archives in the forms of NVIDIA's: its output, its messages, and that it writes
nothing if an archive is not that of the manifest.

usage: manifest_features.py CUDASTDENV
"""

import hashlib
import io
import json
import os
import pathlib
import subprocess
import sys
import tarfile
import tempfile
import zipfile

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parents[1]))
from programs import run_unwrapped  # noqa: E402

# The form of each manifest that nixpkgs published: texts `true` and `false`, two blanks a level, sorted keys.
ALL = ("bin", "dev", "doc", "lib", "python", "sample", "static", "stubs")
# nixpkgs' schema has these and no others (modules/generic/manifests/feature/outputs.nix).
NIXPKGS = ("bin", "dev", "doc", "lib", "sample", "static")


def tar(entries, mode):
    """`name`, `name/` (a folder), `name -> target`, `name => target` (a hard link)."""
    data = io.BytesIO()
    with tarfile.open(fileobj=data, mode=f"w:{mode}") as archive:
        for entry in entries:
            if " -> " in entry or " => " in entry:
                name, arrow, target = entry.split(" ")
                row = tarfile.TarInfo(name)
                row.type = tarfile.SYMTYPE if arrow == "->" else tarfile.LNKTYPE
                row.linkname = target
                archive.addfile(row)
                continue
            row = tarfile.TarInfo(entry.rstrip("/"))
            if entry.endswith("/"):
                row.type = tarfile.DIRTYPE
                archive.addfile(row)
            else:
                row.size = 3
                archive.addfile(row, io.BytesIO(b"abc"))
    return data.getvalue()


def zipped(entries):
    data = io.BytesIO()
    with zipfile.ZipFile(data, "w", zipfile.ZIP_DEFLATED) as archive:
        for entry in entries:
            archive.writestr(entry, b"" if entry.endswith("/") else b"abc")
    return data.getvalue()


# Package, system, variant, entries below the one folder, outputs.
PACKAGES = [
    ("cuda_cudart", "linux-x86_64", "", ["LICENSE", "include/cuda_runtime.h", "lib/libcudart.so -> libcudart.so.12",
                                         "lib/libcudart.so.12 -> libcudart.so.12.8.90", "lib/libcudart.so.12.8.90",
                                         "lib/libcudart_static.a", "lib/stubs/libcuda.so", "pkg-config/cuda.pc"],
     "dev lib static stubs"),
    ("cuda_cudart", "windows-x86_64", "", ["bin/cudart64_12.dll", "include/cuda_runtime.h", "lib/x64/cudart.lib"],
     "bin dev"),
    ("cuda_nvcc", "linux-x86_64", "", ["bin/", "bin/nvcc", "include/fatbinary_section.h", "nvvm/lib64/libnvvm.so"],
     "bin dev"),
    ("cuda_docs", "linux-x86_64", "", ["share/doc/cuda/index.html", "samples/a/b.cu", "python/cupti.py"],
     "doc python sample"),
    ("cuda_empty", "linux-x86_64", "", ["LICENSE", "bin/", "include/", "lib/", "samples/", "share/doc/"], ""),
    ("cuda_hidden", "linux-x86_64", "", ["bin/a/", "include/a/", "lib/libx.so.1", "lib/liby.so -> nowhere.so.2",
                                         "lib/libz.so -> /usr/lib/libz.so", "lib/libw.so -> libw.so",
                                         "lib/libv.so -> ../../../libv.so", "lib/x.so/"], "dev"),
    ("cuda_links", "linux-x86_64", "", ["lib -> targets/lib", "targets/lib/libx.so.1",
                                        "targets/lib/libx.so => cuda_links-linux-x86_64/targets/lib/libx.so.1",
                                        "stubs/libx.a"], "lib stubs"),
    ("libcudnn", "linux-sbsa", "cuda12", ["lib/libcudnn.so.9", "lib/cmake/x.cmake"], "dev"),
    ("libcudnn", "linux-sbsa", "cuda13", ["lib/a/libcudnn.so"], "lib"),
]


class Tried:
    def __init__(self, command):
        self.command = command
        self.failures = 0

    def same(self, what, expected, found):
        if expected != found:
            self.failures += 1
            print(f"{what}: expected {expected!r}, found {found!r}")

    def run(self, *arguments):
        return run_unwrapped([self.command, "manifest", *map(str, arguments)], capture_output=True, text=True,
                              timeout=300, check=False, stdin=subprocess.DEVNULL)


def archive_of(package, system, variant, entries, kind):
    name = f"{package}-{system}{'-' + variant if variant else ''}"
    entries = [f"{package}-{system}/{entry}" for entry in entries]
    if system.startswith("windows"):
        return f"{name}-archive.zip", zipped(entries)
    return f"{name}-archive.tar.{kind}", tar(entries, kind)


def make(folder, kind):
    """The manifest of all packages, with their archives as NVIDIA's server has them."""
    manifest = {"release_date": "2025-03-06", "release_label": "12.8.1", "release_product": "cuda"}
    for package, system, variant, entries, _ in PACKAGES:
        name, data = archive_of(package, system, variant, entries, kind)
        path = folder / "archives" / package / system / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_bytes(data)
        row = {"relative_path": f"{package}/{system}/{name}", "sha256": hashlib.sha256(data).hexdigest(),
               "md5": hashlib.md5(data).hexdigest(), "size": str(len(data))}
        release = manifest.setdefault(package, {"name": package, "license": "CUDA Toolkit", "version": "12.8.90"})
        if variant:
            release.setdefault("cuda_variant", []).append(variant.removeprefix("cuda"))
            release.setdefault(system, {})[variant] = row
        else:
            release[system] = row
    file = folder / "redistrib_12.8.1.json"
    file.write_text(json.dumps(manifest), encoding="utf-8")
    return manifest, file


def expected_features(left_out=(), names=ALL):
    features = {}
    for package, system, variant, _, outputs in PACKAGES:
        if (package, system) in left_out:
            continue
        leaf = {"outputs": {name: name in outputs.split() for name in names}}
        systems = features.setdefault(package, {})
        if variant:
            systems.setdefault(system, {})[variant] = leaf
        else:
            systems[system] = leaf
    return features


def published_form(features):
    return json.dumps(features, indent=2, sort_keys=True) + "\n"


def try_all(tried, folder, kind):
    _, file = make(folder, kind)
    archives = folder / "archives"
    done = tried.run("--features", archives, file)
    tried.same(f"{kind}: exit and notes", (0, ""), (done.returncode, done.stderr))
    tried.same(f"{kind}: features", published_form(expected_features()), done.stdout)
    done = tried.run("--features", archives, "--nixpkgs-exact", file)
    tried.same(f"{kind}: features for nixpkgs", published_form(expected_features(names=NIXPKGS)), done.stdout)

    written = folder / "feature_12.8.1.json"
    done = tried.run("--features", archives, "-o", written, file)
    tried.same(f"{kind}: exit with -o", (0, ""), (done.returncode, done.stderr))
    tried.same(f"{kind}: file", published_form(expected_features()), written.read_text(encoding="utf-8"))
    for package, system, variant, _, outputs in PACKAGES:
        line = next(line for line in done.stdout.splitlines() if f"{package} {system} {variant}".strip() + ":" in line)
        tried.same(f"{kind}: said of {package} {system}", outputs or "none of its own", line.split(": ")[1])
    # The command reads its output as a feature manifest.
    again = tried.run(written)
    tried.same(f"{kind}: read again", True, "a feature manifest" in again.stdout)


def try_flat_and_missing(tried, folder):
    """All archives in one directory; one of them is missing."""
    _, file = make(folder, "xz")
    flat = folder / "flat"
    flat.mkdir()
    for path in (folder / "archives").rglob("*-archive.*"):
        if "cuda_nvcc" not in path.name:
            path.rename(flat / path.name)
    done = tried.run("--features", flat, file)
    tried.same("flat: exit", 1, done.returncode)
    tried.same("flat: features", expected_features({("cuda_nvcc", "linux-x86_64")}), json.loads(done.stdout))
    tried.same("flat: note", True, done.stderr.startswith("note: cuda_nvcc linux-x86_64: left out"))
    tried.same("flat: notes", 1, done.stderr.count("\n"))

    (folder / "none").mkdir()
    written = folder / "feature.json"
    done = tried.run("--features", folder / "none", "-o", written, file)
    tried.same("none: exit", (3, "", False), (done.returncode, done.stdout, written.exists()))
    (flat / "more").mkdir()
    (flat / "more" / "cuda_docs-linux-x86_64-archive.tar.xz").write_bytes(b"")
    done = tried.run("--features", flat, file)
    tried.same("two of a name", (3, "", True), (done.returncode, done.stdout, "more than one file" in done.stderr))


def try_wrong(tried, folder, what, change, named):
    manifest, file = make(folder, "xz")
    path = folder / "archives" / manifest["cuda_nvcc"]["linux-x86_64"]["relative_path"]
    data = change(path.read_bytes(), manifest["cuda_nvcc"]["linux-x86_64"])
    path.write_bytes(data)
    file.write_text(json.dumps(manifest), encoding="utf-8")
    written = folder / "feature.json"
    written.write_text("as before", encoding="utf-8")
    done = tried.run("--features", folder / "archives", "-o", written, file)
    tried.same(f"{what}: exit", (3, ""), (done.returncode, done.stdout))
    last = done.stderr.splitlines()[-1]
    tried.same(f"{what}: error", True, last.startswith(f"error: {path}: ") and named in last)
    tried.same(f"{what}: nothing is written", "as before", written.read_text(encoding="utf-8"))


def flip(data, _):
    return data[:-1] + bytes([data[-1] ^ 1])


def longer(data, _):
    return data + b"\0"


def otherwise(make_data):
    """Another archive, with its entry in the manifest."""
    def change(_, row):
        data = make_data()
        row |= {"sha256": hashlib.sha256(data).hexdigest(), "size": str(len(data))}
        return data
    return change


def main():
    if len(sys.argv) != 2:
        sys.exit(__doc__)
    tried = Tried(os.path.abspath(sys.argv[1]))
    with tempfile.TemporaryDirectory() as name:
        root = pathlib.Path(name)

        def folder():
            return pathlib.Path(tempfile.mkdtemp(dir=root))

        for kind in ("xz", "gz", "bz2"):
            try_all(tried, folder(), kind)
        try_flat_and_missing(tried, folder())
        try_wrong(tried, folder(), "a flipped bit", flip, "SHA-256")
        try_wrong(tried, folder(), "a byte more", longer, "bytes")
        try_wrong(tried, folder(), "two folders", otherwise(lambda: tar(["a/bin/x", "b/bin/x"], "xz")), "one directory")
        try_wrong(tried, folder(), "no archive", otherwise(lambda: b"x" * 100), "is not a readable archive")
        try_wrong(tried, folder(), "cut off", otherwise(lambda: tar(["a/" + str(i) for i in range(999)], "xz")[:500]),
                  "cannot be read")
        _, file = make(folder(), "xz")
        done = tried.run("--features", file.parent / "nothing", file)
        tried.same("no folder", (3, ""), (done.returncode, done.stdout))
        for arguments in (("-o", "x"), ("--nixpkgs-exact",), ("--features", file.parent, "--json")):
            done = tried.run(*arguments, file)
            tried.same(f"{arguments}: exit", (2, ""), (done.returncode, done.stdout))
    return 1 if tried.failures else 0


sys.exit(main())
