# SPDX-License-Identifier: MIT
"""Which host compiler, libstdc++ and GPU capabilities work with a CUDA release.

    import cudastdenv

    answer = cudastdenv.resolve(cuda="12.8", stdenv="debian-12")
    if answer.host_compiler:
        print(answer.host_compiler.compiler)

A function for each question that the library answers, with the command's options in snake_case: a text, a list of texts
if the option accepts several, or a bool for a switch. Answers have the keys of the command's JSON as attributes, in
snake_case. "No compiler works" is an answer: `host_compiler` is None, `status` 1, and `rejected` has the reasons.
Without an answer, BadInput or Failure is raised, with the command's error.
"""

from . import _questions
from ._command import detected as _detected
from ._errors import BadInput, DataError, Error, Failure
from ._library import version as _version
from ._questions import *
from ._record import Answer, Message, Record

__version__ = _version()
__all__ = ["Answer", "BadInput", "DataError", "Error", "Failure", "Message", "Record", "__version__", "detect"]
__all__ += _questions.__all__


def detect() -> DetectAnswer:
    """This machine's toolkits, compilers, libraries, driver and GPUs, detected by the installed command.

    A question with the value `host` calls this automatically; `host=` accepts what was detected elsewhere, or its JSON.
    """
    return DetectAnswer(_detected())
