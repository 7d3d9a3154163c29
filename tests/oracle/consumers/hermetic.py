#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""How rules_ml_toolchain (JAX, XLA, TensorFlow) reads HERMETIC_CUDA_COMPUTE_CAPABILITIES.

Its two functions, from the text to a list and from the list to clang's options, are run by an interpreter of Bazel's
language. No registry has the rules: the consumers' directory needs a checkout of google-ml-infra/rules_ml_toolchain
as rules_ml_toolchain. See asking.py for the use.
"""

import asking

FILE = ("rules_ml_toolchain", "gpu", "cuda", "cuda_configure.bzl")
PRELUDE = """
_HERMETIC_CUDA_COMPUTE_CAPABILITIES = "HERMETIC_CUDA_COMPUTE_CAPABILITIES"
_TF_CUDA_COMPUTE_CAPABILITIES = "TF_CUDA_COMPUTE_CAPABILITIES"
def _auto_configure_fail(message):
    fail(message)
"""


def answer_of_options(options):
    """Clang's options, after --no-cuda-include-ptx=all of the same rules: only listed ones have PTX."""
    answer = asking.Answer()
    for option in options:
        name, _, architecture = option.partition("=")
        kind = {"--cuda-gpu-arch": answer.real, "--cuda-include-ptx": answer.ptx}[name]
        kind.append(asking.dotted(architecture))
    return asking.tidy(answer)


def ask(text, _given):
    file = asking.fetched(*FILE)
    values = {"HERMETIC_CUDA_COMPUTE_CAPABILITIES": text}
    rules = asking.Starlark({"get_host_environ": lambda _context, name: values.get(name)}, PRELUDE)
    rules.add(asking.function_source(file, "_compute_capabilities"))
    rules.add(asking.function_source(file, "_create_cuda_copts_list"))
    options, failure = rules.call("_create_cuda_copts_list(_compute_capabilities(None))")
    return asking.Answer(error=failure) if failure else answer_of_options(options)


def version():
    asking.fetched(*FILE)
    return "commit 1fb4d9082fd72b31e44f5d97da3f6d7f46bdd0d4"


if __name__ == "__main__":
    asking.main("hermetic", ask, version)
