# SPDX-License-Identifier: MIT
"""PyTorch's check of the host compiler, without tables of its own: torch_compiler_check.py g++ 14.2 12.6 12.8"""

import sys

import cudastdenv


def check_cuda_compiler(name: str, version: str, cuda: str) -> None:
    """Like _check_cuda_version of torch/utils/cpp_extension.py: RuntimeError if NVIDIA does not support the
    compiler."""
    compiler = f"{'clang' if name.startswith('clang') else 'gcc'}-{version}"
    answer = cudastdenv.explain(compiler, cuda=cuda, stdenv=compiler, policy="documented")
    if answer.rejection:
        raise RuntimeError(f"CUDA {answer.cuda.release} does not take {name} {version}: {answer.rejection.message}")


if __name__ == "__main__":
    compiler_name, compiler_version, *releases = sys.argv[1:]
    for release in releases:
        try:
            check_cuda_compiler(compiler_name, compiler_version, release)
            print(f"{release}: taken")
        except (RuntimeError, cudastdenv.BadInput) as error:
            print(f"{release}: {error}")
