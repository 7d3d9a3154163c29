#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""`covers FILE` reads made-up files of each kind: libraries, archives, DLLs, wheels, directories; and hostile ones.

usage: gpu_code.py CUDASTDENV
"""

import io
import json
import os
import pathlib
import struct
import subprocess
import sys
import tarfile
import tempfile
import time
import zipfile

from gpu_code_image import COMPRESSED, CUBIN, FAMILY, LTO, PTX, SPECIFIC, archive, elf, fatbin, piece

COMMAND = os.path.abspath(sys.argv[1])

OLD = fatbin(piece(CUBIN, 60, COMPRESSED), piece(CUBIN, 70))
NEW = fatbin(piece(CUBIN, 80), piece(CUBIN, 90, SPECIFIC), piece(PTX, 90, version=(8, 7)))
LIBRARY = elf(text=bytes(100), nv_fatbin=NEW + bytes(8) + NEW)
FAILURES = []


def check(what, is_right):
    if not is_right:
        FAILURES.append(what)
        print("FAILED:", what)


def covers(*arguments):
    done = subprocess.run([COMMAND, "covers", *arguments], capture_output=True, text=True, timeout=120, check=False)
    return done.returncode, done.stdout, done.stderr


def answer(*arguments):
    code, out, _ = covers("--json", *arguments)
    return code, json.loads(out)


def lists(answered):
    return {file["file"]: (file["machineCode"], file["ptx"]) for file in answered["files"]}


def check_kinds():
    new = (["8.0", "9.0a"], ["9.0"])
    files = {"lib.so": LIBRARY, "object.o": elf(__nv_relfatbin=NEW), "code.fatbin": NEW, "lib.a": archive(a=LIBRARY)}
    for name, data in files.items():
        pathlib.Path(name).write_bytes(data)
        code, answered = answer(name)
        check(f"{name}: {answered}", code == 0 and lists(answered) == {name: new})
    pathlib.Path("k.cubin").write_bytes(elf(190, 0x600640A, 8, text=bytes(100)))
    check("cubin", lists(answer("k.cubin")[1]) == {"k.cubin": (["10.0a"], [])})
    pathlib.Path("plain.so").write_bytes(elf(text=bytes(100), data=NEW))
    code, answered = answer("plain.so")
    check("a file without GPU code", code == 1 and answered["withoutCode"] == 1 and not answered["files"])
    check("its text", covers("plain.so") == (1, "No: 1 file without GPU code\n", ""))
    code, answered = answer(*files, "k.cubin", "--gpu", "RTX 4090")
    check("several files", code == 1 and answered["verdict"] == "partly" and len(answered["files"]) == 5)
    text = covers(*files)[1]
    check("equal lists are printed once: " + text, text.count("machine code") == 1 and "and 1 more" in text)


def check_packages():
    with zipfile.ZipFile("x-1.whl", "w", zipfile.ZIP_DEFLATED) as wheel:
        wheel.writestr("x/lib.so", LIBRARY)
        wheel.writestr("x/old.so", elf(nv_fatbin=OLD))
        wheel.writestr("x/name\n.so", elf(nv_fatbin=OLD[:100]))
        wheel.writestr("x/text.py", "nothing")
        # Is not read into memory.
        wheel.writestr("x/large.so", elf(text=bytes(70 << 20), nv_fatbin=NEW + OLD, data=OLD))
    _, answered = answer("x-1.whl")
    found = lists(answered)
    check(f"wheel {found}", found == {"x-1.whl:x/lib.so": (["8.0", "9.0a"], ["9.0"]),
                                      "x-1.whl:x/old.so": (["6.0", "7.0"], []),
                                      "x-1.whl:x/large.so": (["6.0", "7.0", "8.0", "9.0a"], ["9.0"])})
    check(f"{answered['unreadable']}",
          answered["unreadable"] == ["x-1.whl:x/name\\x0a.so: is truncated: its fat binary is beyond its end"])
    large = next(file for file in answered["files"] if "large" in file["file"])
    check("code outside of its section", sum(code["count"] for code in large["codes"]) == 5)
    with tarfile.open("x.tar.xz", "w:xz") as packed:
        member = tarfile.TarInfo("lib.so")
        member.size = len(LIBRARY)
        packed.addfile(member, io.BytesIO(LIBRARY))
    check("tar", list(lists(answer("x.tar.xz")[1])) == ["x.tar.xz:lib.so"])
    pathlib.Path("cut.whl").write_bytes(pathlib.Path("x-1.whl").read_bytes()[:5000])
    code, _, err = covers("cut.whl")
    check(f"a wheel that is cut off: {err}", code == 3 and err.startswith("error: cut.whl"))


def check_directories():
    site = pathlib.Path("site/a/b")
    site.mkdir(parents=True)
    (site / "lib.so").write_bytes(LIBRARY)
    (site / "same.so").symlink_to("lib.so")
    os.link(site / "lib.so", site / "hard.so")
    (site / "text").write_text("text", encoding="utf-8")
    (site / "other.so").write_bytes(elf(text=bytes(10)))
    (site / "broken").symlink_to("nowhere")
    with zipfile.ZipFile(site / "y.whl", "w") as wheel:
        wheel.writestr("y.so", LIBRARY)
    _, answered = answer("site")
    check(f"directory {lists(answered).keys()}",
          list(lists(answered)) == ["site/a/b/hard.so", "site/a/b/y.whl:y.so"] and answered["withoutCode"] == 1)
    check("nothing is unreadable", not answered["unreadable"])
    pathlib.Path("empty").mkdir()
    check("empty directory", covers("empty")[:2] == (1, "No: no file can have GPU code\n"))


def check_judgement():
    pathlib.Path("both.so").write_bytes(elf(nv_fatbin=OLD + NEW))
    for gpu, driver, code, begin in (("RTX 4090", None, 1, "Partly: both.so runs only in part"),
                                     ("P100", None, 1, "Partly: "), ("K80", None, 1, "No: "),
                                     ("V100", "570", 1, "Partly: ")):
        got, text, _ = covers("both.so", "--gpu", gpu, *(["--driver", driver] if driver else []))
        check(f"{gpu}: {text}", got == code and text.startswith(begin))
    code, text, _ = covers("lib.so", "--gpu", "RTX 5090", "--driver", "550")
    check(text, code == 1 and text.startswith("No: ") and "use driver 570 or later" in text)
    code, text, _ = covers("lib.so", "--gpu", "RTX 5090", "--driver", "580.65.06")
    check(text, code == 0 and text.startswith("Yes: "))
    # A release may come first.
    check("--cuda", covers("12.8", "lib.so", "--gpu", "RTX 4090")[0] == 0)
    for arguments, error in ((("lib.so", "--capabilities", "8.0"), "--capabilities cannot be combined"),
                             (("lib.so", "--driver", "550"), "--driver requires a GPU"),
                             (("lib.so", "--gpu", "A", "--device", "8.0"), "cannot be combined")):
        code, out, err = covers(*arguments)
        check(f"{arguments}: {err}", code == 2 and not out and error in err)
    code, _, err = covers("lib.so", "nowhere.so")
    check(err, code == 3 and err == "error: nowhere.so: no such file\n")


def check_hostile():
    """A sparse file of a gigabyte, with sections that are garbage, or with a size that is not there."""
    for name, data in (("zeros", b""), ("letters", b"\x50" * (64 << 20))):
        start = time.monotonic()
        with open("large.so", "wb") as file:
            header = bytearray(elf(nv_fatbin=b""))
            table = struct.unpack_from("<Q", header, 0x28)[0]
            struct.pack_into("<QQ", header, table + 64 + 0x18, 4096, 1 << 30)
            file.write(header.ljust(4096, b"\0") + data)
            file.truncate(4096 + (1 << 30))
        code, answered = answer("large.so")
        check(f"{name}: {time.monotonic() - start} s", time.monotonic() - start < 60)
        check(name, code == 1 and answered["withoutCode"] == 1)
    os.unlink("large.so")
    pathlib.Path("cut.so").write_bytes(LIBRARY[:-10])
    code, _, err = covers("cut.so")
    check(err, code == 3 and err == "error: cut.so: is truncated: its section table is beyond its end\n")
    os.mkfifo("pipe")
    check("a pipe is not read", covers("pipe")[0] != 0)


def main():
    with tempfile.TemporaryDirectory() as folder:
        os.chdir(folder)
        for part in (check_kinds, check_packages, check_directories, check_judgement, check_hostile):
            part()
        os.chdir("/")
    sys.exit(f"{len(FAILURES)} failed" if FAILURES else 0)


if __name__ == "__main__":
    main()
