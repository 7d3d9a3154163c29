# SPDX-License-Identifier: MIT
"""Types of the module for a type checker. Errors that it must find are marked; an unneeded mark is an error too."""

from typing import List, Optional

import cudastdenv


def compiler_for(cuda: str) -> Optional[str]:
    answer = cudastdenv.resolve(cuda=cuda, stdenv="host", capabilities=["8.9", "9.0a"], nixpkgs_exact=True)
    if answer.host_compiler is None:
        return None
    return answer.host_compiler.compiler


def unguarded(cuda: str) -> str:
    return cudastdenv.resolve(cuda=cuda).host_compiler.compiler  # type: ignore[union-attr]


def reasons(cuda: str) -> List[str]:
    answer = cudastdenv.resolve(cuda=cuda)
    answer.hostCompiler  # type: ignore[attr-defined]
    answer.status = "none"  # type: ignore[assignment]
    answer.cuda = answer.cuda  # type: ignore[misc]
    return [f"{other.compiler}: {other.message}" for other in answer.rejected]


def fixes(log: str) -> List[str]:
    findings = cudastdenv.diagnose(log, for_="cmake").findings
    return [line for finding in findings for fix in finding.fix for line in fix.lines]


def refused() -> None:
    cudastdenv.resolve(cuda=12.8)  # type: ignore[arg-type]
    cudastdenv.resolve(12.8)  # type: ignore[arg-type]
    cudastdenv.resolve(cdua="12.8")  # type: ignore[call-arg]
    cudastdenv.resolve(cuda="12.8", available=[13])  # type: ignore[list-item]


def message() -> str:
    try:
        return str(cudastdenv.gpu("RTX 4090").gpus[0].first_release)
    except cudastdenv.BadInput as error:
        return error.message + error.code
