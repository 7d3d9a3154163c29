#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""Runs the hook of .pre-commit-hooks.yaml with pre-commit itself, in a new repository.

usage: pre_commit.py COMMAND --keep FOLDER      uses pre-commit from PATH, otherwise from PyPI, and keeps it in FOLDER
"""

import argparse
import os
import pathlib
import shutil
import subprocess
import sys
import tempfile

SKIPPED = 77
ROOT = pathlib.Path(__file__).resolve().parents[2]
GOOD = {"CMakeLists.txt": 'set(CMAKE_CUDA_ARCHITECTURES "80-real;90")\nset(CMAKE_CUDA_ARCHITECTURES ${ARCHS})\n',
        "docker/Dockerfile": "# ENV TORCH_CUDA_ARCH_LIST=3.5\nENV TORCH_CUDA_ARCH_LIST='8.0;9.0+PTX'\n",
        "notes.txt": "TORCH_CUDA_ARCH_LIST=3.5\n", "src/Makefile": "NVCCFLAGS = -gencode arch=compute_80,code=sm_80\n"}
BAD = {"CMakeLists.txt": "\nset(CMAKE_CUDA_ARCHITECTURES 35 90)\n", "cmake/x.cmake": "set(ENV{CUDAARCHS} 37)\n",
       "CMakePresets.json": '{"cacheVariables": {"CMAKE_CUDA_ARCHITECTURES": "35;90"}}\n',
       "docker/cuda.Dockerfile": "ENV TORCH_CUDA_ARCH_LIST=3.5+PTX\n", "a b/Makefile": "CUDAARCHS := 35\n",
       "pyproject.toml": '[tool.scikit-build.cmake.define]\nCMAKE_CUDA_ARCHITECTURES = "35;90"\n',
       ".github/workflows/ci.yml": "env:\n  TORCH_CUDA_ARCH_LIST: '3.5;9.0+PTX'\n",
       "setup.py": 'import os\nos.environ["TORCH_CUDA_ARCH_LIST"] = "3.5;9.0+PTX"\n'}


def found(keep):
    """The program and the environment to start it; nothing if it cannot be fetched."""
    if shutil.which("pre-commit"):
        return ["pre-commit"], {}
    if not (keep / "pre_commit").is_dir():
        done = subprocess.run([sys.executable, "-m", "pip", "install", "--quiet", "--root-user-action=ignore", "--target", keep,
                               "pre-commit"], stdin=subprocess.DEVNULL, check=False)
        if done.returncode != 0:
            return None
    return [sys.executable, "-m", "pre_commit"], {"PYTHONPATH": str(keep)}


def git(folder, *arguments):
    subprocess.run(["git", "-c", "user.name=t", "-c", "user.email=t@example.org", "-C", folder, *arguments], check=True,
                   stdout=subprocess.DEVNULL, env={**os.environ, "GIT_CONFIG_GLOBAL": "/dev/null"})


def repository(folder, files):
    for name, text in files.items():
        (folder / name).parent.mkdir(parents=True, exist_ok=True)
        (folder / name).write_text(text, encoding="utf-8")
    git(folder.parent, "init", "--quiet", folder.name)
    git(folder, "add", "-A")
    git(folder, "commit", "--quiet", "-m", "all")
    return folder


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("command", type=pathlib.Path)
    parser.add_argument("--keep", type=pathlib.Path, required=True)
    options = parser.parse_args()
    program = found(options.keep.resolve()) if shutil.which("git") else None
    if not program:
        print("skipped: there is no git, or no pre-commit")
        return SKIPPED
    with tempfile.TemporaryDirectory(prefix="cudastdenv-hook-") as scratch:
        scratch = pathlib.Path(scratch)
        (scratch / "bin").mkdir()
        (scratch / "bin/cudastdenv").symlink_to(options.command.resolve())
        variables = {**os.environ, **program[1], "PATH": f"{scratch}/bin:{os.environ['PATH']}", "HOME": str(scratch),
                     "PRE_COMMIT_HOME": str(scratch / "kept"), "GIT_CONFIG_GLOBAL": "/dev/null"}
        hooks = repository(scratch / "hooks", {".pre-commit-hooks.yaml": (ROOT / ".pre-commit-hooks.yaml").read_text("utf-8")})
        git(hooks, "tag", "v0.1.0")
        config = (ROOT / "examples/pre-commit/.pre-commit-config.yaml").read_text(encoding="utf-8")
        if config.partition("\n")[2] not in (ROOT / "docs/spellings.md").read_text(encoding="utf-8"):
            return "docs/spellings.md does not show examples/pre-commit/.pre-commit-config.yaml"
        config = config.replace("https://example.org/cudastdenv ", f"{hooks} ")
        for files, expected in ((GOOD, 0), (BAD, 1)):
            user = repository(scratch / f"user{expected}", {**files, ".pre-commit-config.yaml": config})
            done = subprocess.run([*program[0], "run", "--all-files", "--color=never"], cwd=user, env=variables, text=True,
                                  stdin=subprocess.DEVNULL, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, check=False)
            print(done.stdout)
            if done.returncode != expected:
                return f"exit code {done.returncode}, not {expected}"
            missing = [name for name in BAD if expected and f"\n{name}:" not in done.stdout]
            if missing:
                return f"{missing} is not reported"
    return 0


sys.exit(main())
