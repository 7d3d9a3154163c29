# SPDX-License-Identifier: MIT
"""The common parts of the scripts in this directory: the recorded answers, and how to ask again.

Each format has SPELLING.json, the texts with the real consumer's results, and SPELLING.py, which asks it again. The
texts are only in the JSON: for another one, add {"text": "..."} to `cases` and run the script with --write.

usage of each: SPELLING.py [--write | --any-version]

Exit codes: 0 the answers are the recorded ones, 1 they are not (a line for each on stderr), 77 the consumer is missing.
Another version than the recorded one counts as missing, unless --any-version compares with it anyway. A consumer that
is not on PATH is searched in the directory CUDASTDENV_CONSUMERS; fetch.py fills one.
"""

import concurrent.futures
import contextlib
import dataclasses
import datetime
import json
import os
import pathlib
import re
import shutil
import subprocess
import sys

HERE = pathlib.Path(__file__).resolve().parent
SKIPPED = 77


class Unavailable(Exception):
    """The consumer is missing; the message says what is needed."""


@dataclasses.dataclass
class Answer:
    """A consumer's result for one text.

    real and ptx have capabilities as "9.0a"; built_from is the virtual architecture of machine code, if it is another
    one; lto is code for the link step. An error means that the text was rejected; a warning that it was accepted with
    one.
    """

    real: list = dataclasses.field(default_factory=list)
    ptx: list = dataclasses.field(default_factory=list)
    error: str | None = None
    warning: str | None = None
    built_from: dict = dataclasses.field(default_factory=dict)
    lto: list = dataclasses.field(default_factory=list)


def order_of(capability):
    major, minor, suffix = re.fullmatch(r"(\d+)\.(\d+)([a-z]?)", capability).groups()
    return int(major), int(minor), suffix


def dotted(architecture):
    """"sm_90a", "compute_120", "lto_80" or "90a" as "9.0a": the last digit is the minor number."""
    found = re.fullmatch(r"(?:[a-z]+_)?(\d+)(\d)([a-z]?)", architecture)
    if not found:
        raise ValueError(f"no architecture: {architecture!r}")
    return f"{int(found[1])}.{found[2]}{found[3]}"


def in_order(capabilities):
    return sorted(set(capabilities), key=order_of)


def answer_of_gencode(flags):
    """The Answer for nvcc flags such as `-gencode arch=compute_80,code=[sm_80,compute_80]`."""
    answer = Answer()
    for virtual, codes in re.findall(r"arch=(\w+),code=\[?([\w,]+)", " ".join(flags)):
        for code in codes.split(","):
            if code.startswith("compute_"):
                answer.ptx.append(dotted(code))
                continue
            if code.startswith("lto_"):
                answer.lto.append(dotted(code))
                continue
            answer.real.append(dotted(code))
            if dotted(virtual) != dotted(code):
                answer.built_from[dotted(code)] = dotted(virtual)
    return tidy(answer)


def tidy(answer):
    answer.real = in_order(answer.real)
    answer.ptx = in_order(answer.ptx)
    answer.lto = in_order(answer.lto)
    answer.built_from = dict(sorted(answer.built_from.items(), key=lambda pair: order_of(pair[0])))
    return answer


def one_line(text, limit=160):
    """The first line with content, without anything of this machine."""
    for line in text.strip().splitlines():
        line = re.sub(r"/tmp/[\w/.-]*", "FILE", line).strip()
        if line:
            return line[:limit]
    return "no words"


def run(command, **options):
    # All output is captured, because it is an answer; in the C locale it is the same everywhere.
    environment = {**os.environ, "LC_ALL": "C", **options.pop("env", {})}
    done = subprocess.run(
        [str(word) for word in command],
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        text=True,
        errors="replace",
        check=False,
        timeout=1200,
        env=environment,
        **options,
    )
    return done.returncode, done.stdout


def program(name):
    """The program of that name, from the consumers' directory, otherwise from PATH."""
    folder = os.environ.get("CUDASTDENV_CONSUMERS")
    if folder:
        for place in ("bin", "venv/bin"):
            found = pathlib.Path(folder) / place / name
            if found.exists():
                return found
    found = shutil.which(name)
    if not found:
        raise Unavailable(f"there is no {name} on PATH")
    return pathlib.Path(found)


def fetched(*path):
    """A file in the consumers' directory; `*` matches what differs between versions."""
    folder = os.environ.get("CUDASTDENV_CONSUMERS")
    if not folder:
        raise Unavailable("CUDASTDENV_CONSUMERS names no folder; fetch.py fills one")
    found = sorted(pathlib.Path(folder).glob("/".join(path)))
    if not found:
        raise Unavailable(f"{folder} has no {'/'.join(path)}")
    return found[-1]


@contextlib.contextmanager
def environment(**values):
    """Sets environment variables temporarily; None removes one."""
    before = {name: os.environ.get(name) for name in values}

    def put(which):
        for name, value in which.items():
            if value is None:
                os.environ.pop(name, None)
            else:
                os.environ[name] = value

    put(values)
    try:
        yield
    finally:
        put(before)


def function_source(path, name, indent=""):
    """The text of one top-level (or, with an indent, inner) function of a Python or Starlark file."""
    lines = path.read_text().splitlines()
    starts = [number for number, line in enumerate(lines) if line.startswith(f"{indent}def {name}(")]
    if not starts:
        raise Unavailable(f"{path.name} has no function {name}")
    end = starts[0] + 1
    while end < len(lines) and (not lines[end].strip() or lines[end].startswith((indent + " ", indent + ")"))):
        end += 1
    return "\n".join(line[len(indent):] for line in lines[starts[0] : end]) + "\n"


class Starlark:
    """Functions of Bazel's rules, run by an interpreter of Bazel's language (package starlark-pyo3)."""

    def __init__(self, callables, prelude=""):
        folder = os.environ.get("CUDASTDENV_CONSUMERS")
        if folder:
            sys.path += [str(path) for path in pathlib.Path(folder).glob("venv/lib/python3*/site-packages")]
        try:
            import starlark
        except ImportError as missing:
            raise Unavailable("this Python has no package starlark-pyo3") from missing
        self._starlark = starlark
        self._globals = starlark.Globals.extended_by([starlark.LibraryExtension.StructType])
        self._text = prelude
        self._callables = callables

    def add(self, text):
        self._text += text + "\n"

    def call(self, expression):
        """The value of an expression, or (None, message) of `fail` or of another error."""
        module = self._starlark.Module()
        for name, function in self._callables.items():
            module.add_callable(name, function)
        try:
            program = self._starlark.parse("rules", self._text + expression)
            return self._starlark.eval(module, program, self._globals), None
        except self._starlark.StarlarkError as failure:
            words = re.search(r"^error: (?:fail: )?(.*)$", str(failure), re.MULTILINE)
            return None, one_line(words[1] if words else str(failure))


def kept(case, answer):
    """A case as it is recorded: the asker's fields first, then the answer's."""
    result = {name: case[name] for name in ("text", "given") if name in case}
    result.update(accepted=answer.error is None, real=answer.real, ptx=answer.ptx, error=answer.error)
    if answer.warning:
        result["warning"] = answer.warning
    if answer.lto:
        result["lto"] = answer.lto
    if answer.built_from:
        result["built_from"] = answer.built_from
    if case.get("note"):
        result["note"] = case["note"]
    return result


def write(path, document):
    path.write_text(json.dumps(document, indent=2, ensure_ascii=False) + "\n")


def ask_all(cases, ask, at_once):
    missing = []

    def answered(case):
        try:
            return kept(case, ask(case["text"], case.get("given", {})))
        except Unavailable as why:
            # If only some releases of the consumer exist here, the answers of the others stay.
            missing.append(why)
            return case

    with concurrent.futures.ThreadPoolExecutor(os.cpu_count() if at_once else 1) as workers:
        result = list(workers.map(answered, cases))
    if len(missing) == len(cases):
        raise missing[0]
    return result


def main(spelling, ask, version, more=None, at_once=False):
    """Ask for every recorded text and compare, or write.

    ask(text, given) gives an Answer (`given` is the case's own, such as {"cuda": "12.8"}); version() is the version to
    record; more(document), if it exists, refreshes the rest of the file. Consumers that are separate programs can run
    in parallel; those in this process change its environment.
    """
    arguments = sys.argv[1:]
    if arguments not in ([], ["--write"], ["--any-version"]):
        sys.exit(f"usage: {spelling}.py [--write | --any-version]")
    path = HERE / f"{spelling}.json"
    document = json.loads(path.read_text())
    try:
        found = version()
        if not arguments and found != document["version"]:
            raise Unavailable(f"here is version {found}, the kept answers are of {document['version']}")
        cases = ask_all(document["cases"], ask, at_once)
        beside = more() if more else {}
    except Unavailable as missing:
        print(f"{spelling}: {missing}", file=sys.stderr)
        sys.exit(SKIPPED)

    if arguments == ["--write"]:
        changed = (document["cases"], document["version"]) != (cases, found)
        document.update(version=found, measured=True, cases=cases, **beside)
        if changed:
            document["asked"] = datetime.date.today().isoformat()
        write(path, document)
        return
    differences = 0
    for before, now in zip(document["cases"], cases):
        if before != now:
            differences += 1
            print(f"{spelling} {before['text']!r} {before.get('given', '')}:", file=sys.stderr)
            print(f"  kept ({document['version']}): {json.dumps(before)}", file=sys.stderr)
            print(f"  now ({found}): {json.dumps(now)}", file=sys.stderr)
    for name, value in beside.items():
        if document.get(name) != value:
            differences += 1
            print(f"{spelling}: `{name}` is not what is kept, now {json.dumps(value)}", file=sys.stderr)
    sys.exit(1 if differences else 0)
