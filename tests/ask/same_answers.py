#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""Passes each command line of the transcripts that needs no process and no file to the library as a request. The
answer, the notes and the error must be the same, and each answer must match its schema.

usage: same_answers.py COMMAND PROGRAM   at most ten cases of each command, unless every case is tried
"""

import json
import pathlib
import re
import shlex
import subprocess
import sys

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parents[1]))
from answer_schemas import complaints, read_schemas, schema_name  # noqa: E402
from programs import run_unwrapped  # noqa: E402
from sampling import tries_every_case  # noqa: E402
from transcripts import GOLDEN, read_cases  # noqa: E402

SAMPLE = 10
LEAST = {False: 200, True: 100}  # command lines, by whether they are a sample


def commands_of(schema):
    """The options of each command, by its name."""
    return {one["properties"]["command"]["const"]: one["properties"] for one in schema["oneOf"]}


def key_of(option):
    return re.sub(r"-(\w)", lambda letter: letter[1].upper(), option)


def as_request(words, commands):
    """The request for a command line; None if requests cannot express it."""
    name = next((" ".join(words[:size]) for size in (2, 1) if " ".join(words[:size]) in commands), None)
    names_file = (name == "diagnose" and words[1:2] and words[1] and " " not in words[1] or
                  name == "diagnose" and words[1:2] and (GOLDEN / words[1].split(":")[0]).is_file() or
                  name == "covers" and any((GOLDEN / word).is_file() for word in words))
    if name in (None, "manifest", "port") or names_file or "host" in words or "-" in words:
        return None
    taken, request, rest = commands[name], {"command": name}, []
    words = iter(words[len(name.split()):])
    for word in words:
        option, equals, value = word[2:].partition("=")
        key = key_of(option)
        if not word.startswith("--"):
            rest.append(word)
            continue
        if word == "--json":
            continue
        if key not in taken or key in request or key in ("text", "file"):
            return None
        is_switch = taken[key].get("type") == "boolean"
        request[key] = True if is_switch else value if equals else next(words, None)
        if request[key] is None or (is_switch and equals):
            return None
    behind = [key for key in ("compiler", "name", "text") if "description" not in taken.get(key, {"description": ""})]
    if rest and (not behind or "file" in taken or any(word.startswith("-") for word in rest)):
        return None
    if rest and behind == ["compiler"] and len(rest) > 1:
        return None
    if rest:
        request[behind[0]] = " ".join(rest)
    # covers_wheel() has no such parameter.
    return None if {"wheel", "cuda"} <= request.keys() else request


def lines_and_error(stderr):
    """The lines, and the rest if there is no answer."""
    lines, brace, error = stderr.partition("{\n")
    return [tuple(line.split(": ", 1)) for line in lines.splitlines()], json.loads(brace + error) if brace else None


def misfits(schemas, words, reply, error):
    """Where a reply, its answer or the command's error does not match its schema."""
    found = [("reply", reply)]
    name = isinstance(reply["answer"], dict) and schema_name(words, reply["answer"])
    if name:
        found.append((name, reply["answer"]))
    if error:
        found.append(("error", error))
    return [f"{name}: {line}" for name, value in found for line in complaints(schemas, name, value)]


def asked(commands):
    """(command line, request) of each case that is a request."""
    for case in read_cases():
        words = case.arguments
        if (request := as_request(words, commands)) is not None:
            yield words if "--json" in words else [*words, "--json"], request


def sample_of(pairs):
    """Every n-th case of each command, at most ten: the same ones each time."""
    by_command = {}
    for pair in pairs:
        by_command.setdefault(pair[1]["command"], []).append(pair)
    return [pair for same in by_command.values() for pair in same[::-(-len(same) // SAMPLE)]]


def main():
    command, program = (str(pathlib.Path(argument).resolve()) for argument in sys.argv[1:])
    schema = json.loads(subprocess.run([program, "schema"], capture_output=True, check=True).stdout)
    commands, schemas = commands_of(schema), read_schemas()
    pairs = list(asked(commands))
    if not tries_every_case():
        pairs = sample_of(pairs)
    text = "".join(json.dumps(request) + "\n" for _, request in pairs)
    replies = subprocess.run([program], input=text, capture_output=True, text=True, check=True).stdout.splitlines()
    wrong, answered = 0, set()
    for (words, request), line in zip(pairs, replies, strict=True):
        done = run_unwrapped([command, *words], capture_output=True, text=True, check=False, stdin=subprocess.DEVNULL,
                              cwd=GOLDEN)
        reply = json.loads(line)
        notes = [(note["kind"], note["text"]) for note in reply["notes"]]
        lines_printed, error = lines_and_error(done.stderr)
        # The command knows which of its commands was typed.
        if error:
            error["message"] = re.sub("`cudastdenv [a-z]+ --help` lists", "`cudastdenv --help` lists", error["message"])
        same_error = reply["error"] == (error and {key: error[key] for key in ("code", "message")})
        try:
            answer = json.loads(done.stdout) if done.stdout else None
        except ValueError:
            answer = done.stdout
        misfit = misfits(schemas, words, reply, error)
        if not same_error or misfit or (reply["status"], reply["answer"], notes) != (done.returncode, answer, lines_printed):
            wrong += 1
            print(f"{shlex.join(words)}: exit {done.returncode}, {done.stderr!r}, {str(answer)[:300]}\n"
                  f"  {json.dumps(request)}: {line[:600]}", *misfit[:3], sep="\n")
        if reply["status"] < 2:
            answered.add(request["command"])
    print(f"{len(pairs)} command lines, {wrong} answered otherwise by the library")
    if missing := sorted(set(commands) - answered - {"manifest", "port"}):
        print("never asked:", ", ".join(missing))
    return 1 if wrong or missing or len(pairs) < LEAST[not tries_every_case()] else 0


sys.exit(main())
