# SPDX-License-Identifier: MIT
"""Which host compiler, libstdc++ and GPU capabilities go with a CUDA release.

    import cudastdenv

    answer = cudastdenv.resolve(cuda="12.8", stdenv="debian-12")
    if answer.host_compiler:
        print(answer.host_compiler.compiler)

A function for each question that the library answers, with the command's options in snake_case: a text, a list of
texts where the option takes several, a bool for a switch. Answers have the keys of the command's JSON as attributes, in
snake_case. "None" is an answer: `host_compiler` is None then, `status` 1, and `rejected` has the reasons. Where there
is no answer BadInput or Failure is raised, with the command's sentence.
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
    """What this machine has: toolkits, compilers, libraries, driver and GPUs. The installed command looks.

    A question that says `host` asks by itself; `host=` takes what was detected elsewhere, or the JSON of it.
    """
    return DetectAnswer(_detected())
