# SPDX-License-Identifier: MIT
"""The same question in Python, through the C face: newest_gcc.py LIBCUDASTDENV.SO"""

import ctypes
import json
import sys

library = ctypes.CDLL(sys.argv[1])
library.cudastdenv_ask.restype = ctypes.c_void_p
library.cudastdenv_ask.argtypes = [ctypes.c_char_p]
library.cudastdenv_free.argtypes = [ctypes.c_void_p]


def ask(**request):
    answer = library.cudastdenv_ask(json.dumps(request).encode())
    try:
        return json.loads(ctypes.string_at(answer))
    finally:
        library.cudastdenv_free(answer)


for cuda in ("11.8", "12.4", "12.8", "13.0"):
    reply = ask(command="resolve", cuda=cuda, stdenv="debian-13")
    if reply["error"]:
        sys.exit(f"error: {reply['error']['message']}")
    host = reply["answer"]["hostCompiler"]
    print(reply["answer"]["cuda"]["release"], host["compiler"] if host else "none")
