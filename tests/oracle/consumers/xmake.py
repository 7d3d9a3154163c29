#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""How xmake reads add_cugencodes.

A text is the content of the parentheses: string literals of Lua with commas between them. The flags are those
that xmake writes into compile_commands.json for a project of one empty file. See asking.py for the use.
"""

import json
import pathlib
import re
import tempfile

import asking

PROJECT = """target("one")
    set_kind("object")
    add_files("one.cu")
    add_cugencodes({text})
"""


def ask(text, _given):
    with tempfile.TemporaryDirectory() as folder:
        pathlib.Path(folder, "xmake.lua").write_text(PROJECT.format(text=text))
        pathlib.Path(folder, "one.cu").touch()
        settings = {"XMAKE_GLOBALDIR": folder + "/global", "XMAKE_THEME": "plain", "XMAKE_ROOT": "y"}
        command = [asking.program("xmake"), "project", "--yes", "-k", "compile_commands"]
        code, output = asking.run(command, cwd=folder, env=settings)
        refusal = re.search(r"error: (.*)", output)
        if code or refusal:
            words = re.sub(r"\S*xmake\.lua:\d+: ", "", refusal[1] if refusal else output)
            return asking.Answer(error=asking.one_line(words))
        arguments = json.loads(pathlib.Path(folder, "compile_commands.json").read_text())[0]["arguments"]
    answer = asking.answer_of_gencode(arguments)
    warning = re.search(r"warning: (unknown.*)", output)
    answer.warning = asking.one_line(warning[1]) if warning else None
    return answer


def version():
    return re.search(r"xmake v(\d+\.\d+\.\d+)", asking.run([asking.program("xmake"), "--version"])[1])[1]


if __name__ == "__main__":
    asking.main("xmake", ask, version, at_once=True)
