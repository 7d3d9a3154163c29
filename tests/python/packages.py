#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""Makes a source package of these sources, a wheel of it, and an environment with the wheel; and runs the tests of the
module there.

usage: packages.py SOURCE FOLDER

FOLDER has the tools from PyPI. CXX is the compiler.
"""

import os
import pathlib
import shutil
import subprocess
import sys
import tarfile
import tempfile
import venv
import zipfile

import pypi

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parents[1]))
from programs import run  # noqa: E402

TOOLS = ["pip", "build", "meson-python", "meson", "ninja"]
HERE = pathlib.Path(__file__).resolve().parent
IN_WHEEL = {"cudastdenv/py.typed", "cudastdenv/_questions.py", "cudastdenv/libcudastdenv.so"}


def sources(root):
    """The files that git would commit."""
    if not shutil.which("git") or not (root / ".git").exists():
        print("skipped: no checkout of git")
        sys.exit(pypi.SKIPPED)
    listed = subprocess.run(["git", "-C", root, "ls-files", "-z", "--cached", "--others", "--exclude-standard"],
                            check=True, capture_output=True, text=True).stdout
    return sorted(name for name in listed.split("\0") if name and (root / name).is_file())


def source_package(root, scratch, tools):
    """From a commit of all of them."""
    checkout, names = scratch / "checkout", sources(root)
    for name in names:
        (checkout / name).parent.mkdir(parents=True, exist_ok=True)
        shutil.copy2(root / name, checkout / name)
    git = ["git", "-C", checkout, "-c", "user.name=test", "-c", "user.email=test@localhost"]
    run(*git, "init", "--quiet")
    run(*git, "add", "--force", "--all")
    run(*git, "commit", "--quiet", "--message=all", "--no-gpg-sign")
    run(tools / "python", "-m", "build", "--no-isolation", "--sdist", "--outdir", scratch, checkout)
    (package,) = scratch.glob("cudastdenv-*.tar.gz")
    with tarfile.open(package) as archive:
        held = {member.name.partition("/")[2] for member in archive if member.isfile()}
    if held != {*names, "PKG-INFO"}:
        sys.exit(f"{package.name} lacks {set(names) - held}, and has {held - set(names)} too much")
    print(f"{package.name}: {len(held)} files, {package.stat().st_size} bytes")
    return package


def wheel_of(package, scratch, tools):
    run(tools / "pip", "wheel", "--no-deps", "--no-build-isolation", "--wheel-dir", scratch,
        "-Csetup-args=-Doptimization=0", package)
    (wheel,) = scratch.glob("*.whl")
    with zipfile.ZipFile(wheel) as archive:
        held = set(archive.namelist())
    modules = {f"cudastdenv/{path.name}" for path in (HERE.parents[1] / "packaging/python/cudastdenv").glob("*.py")}
    about = {name for name in held if ".dist-info/" in name}
    command = {name for name in held if name.endswith(".data/scripts/cudastdenv")}
    if held - about - command != modules | IN_WHEEL or len(command) != 1:
        sys.exit(f"{wheel.name} holds {sorted(held)}")
    print(f"{wheel.name}: {wheel.stat().st_size} bytes")
    return wheel


def check(root, wheel, scratch):
    """The wheel in a clean environment, without other files of the project."""
    folder = scratch / "environment"
    venv.create(folder, with_pip=True)
    programs = folder / "bin"
    environment = {**os.environ, "PATH": f"{programs}:{os.environ['PATH']}"}
    environment.pop("PYTHONPATH", None)
    outside = {"cwd": scratch, "env": environment}
    before = {path.relative_to(folder) for path in folder.rglob("*")}
    # Files besides it would not be found.
    run(programs / "pip", "install", "--no-index", wheel, **outside)
    command = programs / "cudastdenv"
    if command.read_bytes()[:4] != b"\x7fELF":
        sys.exit(f"{command} is not the command itself")
    if "data of" not in run(command, "--version", **outside):
        sys.exit(f"{command} --version says nothing")
    same_version = "import importlib.metadata as m, cudastdenv as it; assert m.version(it.__name__) == it.__version__"
    run(programs / "python", "-c", same_version, **outside)
    print(run(programs / "python", HERE / "module.py", command, **outside))
    print(run(programs / "python", HERE / "snippets.py", root / "docs" / "python.md", **outside))
    # The tests run with this machine's Python, and use the module in the environment.
    print(run(sys.executable, "-B", root / "tests/ask/same_answers.py", command, HERE / "ask_module.py", **outside))
    run(programs / "pip", "uninstall", "--yes", "cudastdenv", **outside)
    left = {path for path in folder.rglob("*") if "__pycache__" not in path.parts}
    if extra := {path.relative_to(folder) for path in left} - before:
        sys.exit(f"uninstalling leaves {extra}")
    run(programs / "pip", "install", "--no-index", "--target", scratch / "target", wheel, **outside)
    found = run(programs / "python", "-c", "import cudastdenv; print(cudastdenv.detect().system)", cwd=scratch,
                env={"PATH": "/nowhere", "PYTHONPATH": str(scratch / "target")})
    if not found.strip().endswith("-linux"):
        sys.exit(f"with --target it says {found}")


def main():
    root, folder = (pathlib.Path(argument).resolve() for argument in sys.argv[1:])
    tools = pypi.environment(folder, TOOLS)
    os.environ["PATH"] = f"{tools}:{os.environ['PATH']}"
    with tempfile.TemporaryDirectory(prefix="cudastdenv-python-") as name:
        scratch = pathlib.Path(name)
        check(root, wheel_of(source_package(root, scratch, tools), scratch, tools), scratch)


main()
