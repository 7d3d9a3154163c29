#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""How EasyBuild reads --cuda-compute-capabilities: its option parser and check, and its template values.

The option parser runs in the Python of `eb`; the templates, which are the same list in other formats, are recorded
under `names` for one list. EasyBuild builds nothing itself: each package decides about PTX, so the answer is without
PTX. See asking.py for the use.
"""

import re
import tempfile

import asking

LIST = "8.0,9.0a,10.0f,12.0"
PROGRAM = """
import sys
from easybuild.tools.options import set_up_configuration
set_up_configuration(args=sys.argv[1:], silent=True)
from easybuild.framework.easyconfig.templates import template_constant_dict
from easybuild.tools.config import build_option
config = {name: "1" for name in ("name", "version", "versionprefix", "versionsuffix")}
config["toolchain"] = {"name": "system", "version": "system"}
values = template_constant_dict(config)
print("list=" + "|".join(build_option("cuda_compute_capabilities") or []))
for name in sorted(values):
    if name.startswith("cuda_"):
        print("template " + name + "=" + values[name])
"""


def run(text):
    python = asking.program("eb").with_name("python")
    with tempfile.TemporaryDirectory() as folder:
        options = [f"--prefix={folder}", "--allow-use-as-root-and-accept-consequences"]
        return asking.run([python, "-c", PROGRAM, f"--cuda-compute-capabilities={text}", *options], cwd=folder)[1]


def ask(text, _given):
    output = run(text)
    shown = re.search(r"^list=(.*)$", output, re.MULTILINE)
    if not shown:
        words = re.search(r"Incorrect values in --cuda-compute-capabilities.*", output)
        return asking.Answer(error=asking.one_line(words[0] if words else output))
    return asking.tidy(asking.Answer(real=[capability for capability in shown[1].split("|") if capability]))


def templates():
    found = re.findall(r"^template (cuda_\w+)=(.*)$", run(LIST), re.MULTILINE)
    return {"names": {"list": LIST, "templates": dict(found)}}


def version():
    python = asking.program("eb").with_name("python")
    # In another directory, because Python would import easybuild.py of this one.
    return asking.run([python, "-c", "from easybuild.tools.version import VERSION; print(VERSION)"], cwd="/")[1].strip()


if __name__ == "__main__":
    asking.main("easybuild", ask, version, templates, at_once=True)
