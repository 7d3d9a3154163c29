#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""`diagnose` reads the GPU code in the files that a log names, like `covers FILE`, and opens no other ones.

usage: named_code.py CUDASTDENV
"""

import json
import os
import pathlib
import subprocess
import sys
import tempfile
import zipfile

from gpu_code_image import CUBIN, PTX, elf, fatbin, piece

COMMAND = os.path.abspath(sys.argv[1])
FAILURE = "RuntimeError: CUDA error: no kernel image is available for execution on the device\n"
SITE = "v/lib/python3.12/site-packages"
FAILURES = []


def check(what, is_right):
    if not is_right:
        FAILURES.append(what)
        print("FAILED:", what)


def run(*arguments, log=None):
    done = subprocess.run([COMMAND, *arguments], input=log, capture_output=True, text=True, timeout=60, check=False)
    return done.returncode, done.stdout, done.stderr


def files(log, *options, gpu="RTX 5090"):
    code, out, err = run("diagnose", "--json", "--gpu", gpu, *options, log=log)
    check(f"{log}: {code} {err}", code == 0 and not err)
    findings = json.loads(out)["findings"]
    check("only the first has files", all(not finding["files"] for finding in findings[1:]))
    return findings[0]["files"]


def names(log, **options):
    return [file["file"] for file in files(log, **options)]


def library(*architectures, size=0, ptx=()):
    pieces = [piece(CUBIN, number) for number in architectures] + [piece(PTX, number, version=(8, 7)) for number in ptx]
    return elf(text=bytes(size), nv_fatbin=fatbin(*pieces))


def write(path, data):
    path = pathlib.Path(path)
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_bytes(data)
    return path


def traceback(*frames):
    lines = "".join(f'  File "{os.path.abspath(frame)}", line 7, in f\n    g()\n' for frame in frames)
    return "Traceback (most recent call last):\n" + lines + FAILURE


def check_verdicts():
    """The answer is that of `covers FILE`."""
    write("train", library(80, 90, ptx=[90]))
    for gpu, driver in (("RTX 5090", None), ("GTX 1080", None), ("RTX 5090", "550"), ("RTX 4090", "570")):
        options = ["--driver", driver] if driver else []
        found = files("$ ./train\n" + FAILURE, *options, gpu=gpu)
        covered = json.loads(run("covers", "--json", "./train", "--gpu", gpu, *options)[1])["files"]
        check(f"{gpu}, {driver}: {found}", len(found) == 1 and found == covered)
    text = run("diagnose", "--gpu", "GTX 1080", log="$ ./train\n" + FAILURE)[1]
    check(text, "  file          ./train does not run on GeForce GTX 1080 (6.1): " in text and
          "\n  machine code  8.0 9.0\n  PTX           9.0 (ISA 8.7, " in text)
    # Words without a command are a log too.
    check("ask", "./train runs on GeForce RTX 4090 (8.9), by" in run(log="$ ./train\nRTX 4090\n" + FAILURE)[1])


def check_packages():
    """A traceback names sources: the code is in the libraries of their packages."""
    torch = f"{SITE}/torch"
    write(f"{torch}/nn/functional.py", b"")
    for number in range(10):
        write(f"{torch}/lib/none{number}.so", elf(text=bytes(10000)))
    large = write(f"{torch}/lib/libtorch_cuda.so", library(80, size=50000))
    larger = write(f"{torch}/lib/libother.so.1", library(90, size=60000))
    os.symlink("libother.so.1", f"{torch}/lib/libother.so")
    os.symlink("..", f"{torch}/lib/loop")
    write(f"{torch}/lib/small.so", library(70))
    log = traceback("main.py", f"{torch}/nn/functional.py", "/usr/lib/python3.12/subprocess.py")
    # Among the eight largest, each once.
    found = [os.path.relpath(name) for name in names(log)]
    check(f"{found}", found == [str(larger).removesuffix(".1"), str(large)])
    for number in range(6):
        write(f"{SITE}/many/k{number}.so", library(80, size=1000 * number))
    found = [os.path.basename(name) for name in names(traceback(f"{SITE}/many/a.py"))]
    check(f"{found}", found == ["k5.so", "k4.so", "k3.so", "k2.so"])
    # The frame that is nearest to the message comes first.
    found = names(traceback(f"{SITE}/many/a.py", f"{torch}/nn/functional.py"))
    check(f"{found}", "torch" in found[0] and "many" in found[-1])
    text = run("diagnose", "--gpu", "RTX 5090", log=traceback(f"{SITE}/many/a.py"))[1]
    check(f"files with the same code are told together: {text}", text.count("machine code  8.0") == 1 and
          "and 1 more do" in " ".join(text.split()))
    mixed = traceback(f"{torch}/a.py", f"{SITE}/many/a.py")
    text = run("diagnose", "--gpu", "P100", log=mixed)[1]
    check(f"the worst verdict: {text}", text.count("  file  ") == 1 and "does not run" in text and
          "\n  other files   1 does not run (--all)\n" in text)
    check("--all", run("diagnose", "--all", "--gpu", "P100", log=mixed)[1].count("  file  ") == 2)
    text = run("diagnose", "--gpu", "H100", log=mixed)[1]
    check(f"two run: {text}", "\n  other files   1 runs (--all)\n" in text)
    extension = write(f"{SITE}/ext.cpython-312-x86_64-linux-gnu.so", library(75))
    check("a module", names(f"{os.path.abspath(extension)}: {FAILURE}") == [os.path.abspath(extension)])


def check_left_out():
    """What cannot be read does not matter, and nothing but regular files is opened."""
    write("cut.so", library(80)[:-10])
    os.mkfifo("pipe")
    os.symlink("pipe", "link-to-pipe")
    os.symlink("train", "link")
    pathlib.Path("directory").mkdir()
    write("directory/lib.so", library(80))
    write("text", b"text")
    write("locked", library(80)).chmod(0)
    for name in ("cut.so", "pipe", "link-to-pipe", "directory", "text", "nowhere.so", "pipe/x", f"{'x' * 5000}.so"):
        check(name, names(f"./{name}\n" + FAILURE) == [])
    if os.geteuid() != 0:
        check("locked", names("./locked\n" + FAILURE) == [])
    check("a link, and its target", names("./link ./train\n" + FAILURE) == ["./train"])
    with zipfile.ZipFile("x-1.whl", "w") as wheel:
        wheel.writestr("x/lib.so", library(80))
    check("wheel", names("./x-1.whl\n" + FAILURE) == ["./x-1.whl:x/lib.so"])
    os.truncate("x-1.whl", 200 << 20)
    check("a large wheel", names("./x-1.whl\n" + FAILURE) == [])
    # Messages that do not count, or are not about code.
    for log in ("./train\nerror: RPC failed\n", "grep: ./train\n+    // " + FAILURE):
        check(log, "./train does" not in run("diagnose", "--gpu", "GTX 1080", log=log)[1])


def main():
    with tempfile.TemporaryDirectory() as folder:
        os.chdir(os.path.realpath(folder))
        for part in (check_verdicts, check_packages, check_left_out):
            part()
        os.chdir("/")
    sys.exit(f"{len(FAILURES)} failed" if FAILURES else 0)


if __name__ == "__main__":
    main()
