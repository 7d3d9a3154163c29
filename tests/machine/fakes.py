# SPDX-License-Identifier: MIT
"""Fakes of programs that a machine can have, and a directory for them."""

import pathlib
import stat

# If NVIDIA's kernel module is loaded, the command finds driver and GPUs without nvidia-smi.
HAS_DRIVER = pathlib.Path("/proc/driver/nvidia/version").exists()


def program(path, body):
    """A program that /bin/sh runs; it finds others only by absolute paths."""
    path = pathlib.Path(path)
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text(f"#!/bin/sh\n{body}\n", encoding="utf-8")
    path.chmod(path.stat().st_mode | stat.S_IXUSR)
    return path


def driver(path, macros, library, folders):
    """A compiler driver that prints its macros, where it searches for headers, and compiles nothing."""
    lines = "\n".join(f"#define {name} {value}" for name, value in macros.items())
    searched = "\n".join(["#include <...> search starts here:", *(f" {folder}" for folder in folders),
                          "End of search list."])
    return program(path, f"case \"$*\" in *-dM*) /bin/cat <<'END'\n{lines}\nEND\n/bin/cat >&2 <<'END'\n{searched}\nEND\n"
                         f";; *) echo '{library}';; esac")


def gcc(path, major, glibc="2.36", headers=None, library="libstdc++.so", folders=()):
    """A g++ that prints its version, and compiles nothing."""
    glibc_major, glibc_minor = glibc.split(".")
    macros = {
        "__GNUC__": major,
        "__GNUC_MINOR__": 2,
        "__GNUC_PATCHLEVEL__": 0,
        "_GLIBCXX_RELEASE": headers or major,
        "__GLIBC__": glibc_major,
        "__GLIBC_MINOR__": glibc_minor,
    }
    return driver(path, macros, library, folders)


def clang(path, major, headers=12, library="libstdc++.so", glibc="2.36", folders=()):
    """A clang++ that prints its version, and compiles nothing."""
    macros = {
        "__clang__": 1,
        "__clang_major__": major,
        "__clang_minor__": 0,
        "__clang_patchlevel__": 0,
        "_GLIBCXX_RELEASE": headers,
        "__GLIBC__": glibc.split(".")[0],
        "__GLIBC_MINOR__": glibc.split(".")[1],
    }
    return driver(path, macros, library, folders)


def pips_toolkit(root, build, lacks=()):
    """A toolkit in pip's layout, which does not match nvcc 13.0 and 13.1: libraries in lib, a profile for lib64.
    `lacks`: `cicc` and `link-stub`, as in the wheels of 13.0.48, and `cudart`, as in all."""
    nvcc(root / "bin/nvcc", build)
    profile = 'TOP = $(_HERE_)/..\nCICC_PATH = $(TOP)/nvvm/bin\nLIBRARIES =+ "-L$(TOP)/lib$(_TARGET_SIZE_)"\n'
    files = {"bin/nvcc.profile": profile, "lib/libcudart_static.a": "", "lib/libcudart.so.13": ""}
    if "cudart" not in lacks:
        files["lib/libcudart.so"] = ""
    files["bin/cicc" if "cicc" in lacks else "nvvm/bin/cicc"] = ""
    if "link-stub" not in lacks:
        files["bin/crt/link.stub"] = ""
    for name, text in files.items():
        (root / name).parent.mkdir(parents=True, exist_ok=True)
        (root / name).write_text(text, encoding="utf-8")
    return root


def nvcc(path, build, heeds_ccbin=True, needs_compiler=False):
    """An nvcc that prints its version. `needs_compiler`: a dry run fails without NVCC_CCBIN, since there is no g++."""
    release = ".".join(build.split(".")[:2])
    compiler = "$NVCC_CCBIN" if heeds_ccbin else "gcc"
    cicc = '"$CICC_PATH/cicc"' if int(build.split(".")[0]) >= 13 else "cicc"
    check = "test -n \"$NVCC_CCBIN\" || exit 1; " if needs_compiler else ""
    dry_run = f"case \"$*\" in *--dryrun*) {check}printf '#$ %s -E\\n#$ %s\\n' \"{compiler}\" '{cicc}' >&2;; esac"
    return program(path, f"{dry_run}\necho 'Cuda compilation tools, release {release}, V{build}'")
