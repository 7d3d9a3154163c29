#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""Passes 40 problem reports of strangers to the command, as their writers would, and compares the answers with what the
threads found.

usage: run.py GOLDEN         each case of cases.json that the answer misses, then how many pass, by category; GOLDEN is
                             the program that has the command as a function (tests/golden)
       run.py --self-test    breaks a right answer in each way, and checks that it is found

A case has its report, the category, the command line, the log that the command reads (a record of reports.logs: our own
text in the form of such a log), the exit code, and the expected parts of the answer:

  messages  ids of findings, all of them, in this order: the first is the cause; "a|b" accepts either, or both
  cause     patterns of the cause; all are in the first line of the text, without the lines below it
  fix       patterns of the lines to type for the cause
  fixes     the same for the other findings, by id
  answer    patterns of the text as a whole: the remedy, the release or compiler that the cause is about
  facts     what the log contains, by name; "~P" is a pattern of the fact's JSON
  not       patterns that no line to type may contain

Only `diagnose` has findings and facts; the answer of another command is its text with the lines to type. White space is
one blank, so line breaks do not matter.
"""

import collections
import copy
import json
import pathlib
import re
import sys

FOLDER = pathlib.Path(__file__).resolve().parent
sys.path.insert(0, str(FOLDER.parent))
from log_records import read_records  # noqa: E402
from programs import OneProcess  # noqa: E402

LOGS = read_records(FOLDER / "reports.logs")
KEYS = {"messages", "cause", "fix", "fixes", "answer", "facts", "not"}

Outcome = collections.namedtuple("Outcome", "code text errors")


def in_one_line(text):
    return " ".join(text.split())


def lacking(patterns, text):
    return [pattern for pattern in patterns if not re.search(pattern, in_one_line(text), re.IGNORECASE)]


def run(process, case, *more):
    """The command's answer; a dash in its arguments is the case's log."""
    log = LOGS[case["input"]] if case["input"] else b""
    done = process.run([*case["command"], *more], stdin=log, cwd=FOLDER, env={"PATH": "/usr/bin:/bin", "IN_NIX_SHELL": "pure"})
    return Outcome(done.returncode, *(getattr(done, name).decode("utf-8", "replace") for name in ("stdout", "stderr")))


def lines_of(finding):
    return "\n".join(line for fix in finding.get("fix") or [] for line in fix.get("lines") or [])


def said_instead(outcome):
    output = in_one_line(outcome.text) or in_one_line(outcome.errors) or "nothing"
    return output if len(output) <= 120 else output[:117] + "..."


def code_complaints(case, outcome, way):
    if outcome.code == case["exit"]:
        return []
    return [f"{way}: exit {outcome.code} instead of {case['exit']}: {said_instead(outcome)}"]


def text_complaints(case, outcome):
    """The answer as people read it."""
    found = code_complaints(case, outcome, "text")
    if not outcome.text.strip():
        return found or ["text: no answer"]
    expect, lines = case["expect"], outcome.text.splitlines()
    found += [f"the first line does not say /{one}/: {lines[0]}" for one in lacking(expect.get("cause", []), lines[0])]
    found += [f"the answer does not say /{one}/" for one in lacking(expect.get("answer", []), outcome.text)]
    if case["command"][0] != "diagnose":
        found += [f"the answer does not give /{one}/" for one in lacking(expect.get("fix", []), outcome.text)]
        found += [f"the answer says /{one}/" for one in expect.get("not", []) if not lacking([one], outcome.text)]
    return found


def message_complaints(expected, findings):
    ids = [str(finding.get("message")) for finding in findings]
    known = {one for either in expected for one in either.split("|")}
    if expected and ids[:1] and ids[0] not in expected[0].split("|"):
        return [f"the cause is {ids[0]} instead of {expected[0]}"]
    rest = iter(ids)
    missing = [one for one in expected if not any(found in one.split("|") for found in rest)]
    wrong = [f"not found, or not in its place: {one} (found: {', '.join(ids) or 'none'})" for one in missing]
    return wrong + [f"found too: {one}" for one in ids if one not in known]


def differences(expected, fact, name):
    if isinstance(expected, dict):
        inner = fact if isinstance(fact, dict) else {}
        return [line for key, value in expected.items() for line in differences(value, inner.get(key), f"{name}.{key}")]
    if isinstance(expected, str) and expected.startswith("~"):
        holds = not lacking([expected[1:]], json.dumps(fact, ensure_ascii=False))
    else:
        holds = fact == expected
    return [] if holds else [f"{name} is {json.dumps(fact, ensure_ascii=False)} instead of {json.dumps(expected)}"]


def json_complaints(case, outcome):
    """The answer as programs read it."""
    expect = case["expect"]
    found = code_complaints(case, outcome, "JSON")
    try:
        answer = json.loads(outcome.text)
    except json.JSONDecodeError:
        return found or [f"no JSON: {said_instead(outcome)}"]
    findings = answer.get("findings") or []
    found += message_complaints(expect.get("messages", []), findings)
    cause = findings[0] if findings else {}
    named = str(cause.get("cause"))
    found += [f"the cause does not say /{one}/: {named}" for one in lacking(expect.get("cause", []), named)]
    fixes = {expect.get("messages", ["?"])[0]: (cause, expect.get("fix", []))}
    for message, patterns in expect.get("fixes", {}).items():
        fixes[message] = (next((one for one in findings if one.get("message") == message), {}), patterns)
    for message, (finding, patterns) in fixes.items():
        found += [f"the lines to type for {message} lack /{one}/" for one in lacking(patterns, lines_of(finding))]
    found += differences(expect.get("facts", {}), answer.get("facts"), "facts")
    typed = " ".join(map(lines_of, findings))
    return found + [f"the lines to type say /{one}/" for one in expect.get("not", []) if not lacking([one], typed)]


def complaints(case, ask):
    """`ask` gets the answer: run(), or the self-test's replacement."""
    found = text_complaints(case, ask(case))
    if case["command"][0] == "diagnose":
        found += json_complaints(case, ask(case, "--json"))
    return list(dict.fromkeys(found))


def read_cases():
    cases = json.loads((FOLDER / "cases.json").read_text(encoding="utf-8"))["cases"]
    for case in cases:
        if not case["expect"].keys() <= KEYS or not case["expect"].get("cause") or not case["why"]:
            sys.exit(f"{case['case']}: asserts too little, or what nobody reads")
    logs, named = list(LOGS), [case["input"] for case in cases]
    if logs != sorted(filter(None, named)):
        sys.exit(f"logs and cases do not agree: {sorted(set(logs) ^ set(filter(None, named)))}")
    return cases


def check(process):
    held, missed = collections.Counter(), collections.Counter()
    for case in read_cases():
        found = complaints(case, lambda *question: run(process, *question))
        (missed if found else held)[case["category"]] += 1
        for line in found:
            print(f"{case['case']}: {line}")
    for category in sorted(held | missed):
        print(f"{category}: {held[category]} of {held[category] + missed[category]}")
    print(f"all: {held.total()} of {held.total() + missed.total()}")
    sys.exit(1 if missed else 0)


CASE = {
    "command": ["diagnose", "-"],
    "exit": 0,
    "expect": {
        "messages": ["a|b", "c"],
        "cause": ["too new"],
        "fix": ["gcc-13"],
        "fixes": {"c": ["c\\+\\+17"]},
        "answer": ["12\\.8"],
        "facts": {"cuda": {"first": "12.4.0"}, "glibc": "~2\\.41"},
        "not": ["gcc-12"],
    },
}
JSON = {
    "findings": [
        {"message": "a", "cause": "it is too new", "fix": [{"for": "nvcc", "lines": ["nvcc -ccbin gcc-13"]}]},
        {"message": "c", "cause": "an old one", "fix": [{"for": "nvcc", "lines": ["-std=c++17"]}]},
    ],
    "facts": {"cuda": {"first": "12.4.0", "line": 1}, "glibc": {"first": "2.41"}},
}
TEXT = "GCC is too\tnew\nor take CUDA\n12.8\n"


def changed(*keys, to):
    answer = copy.deepcopy(JSON)
    place = answer
    for key in keys[:-1]:
        place = place[key]
    place[keys[-1]] = to
    return answer


def self_test():
    spoilt = {
        "exit": (1, TEXT, JSON),
        "cause below the first line": (0, "GCC\nis too new; take CUDA 12.8", JSON),
        "remedy": (0, "GCC is too new", JSON),
        "no text": (0, "", JSON),
        "no finding": (0, TEXT, changed("findings", to=[])),
        "other cause": (0, TEXT, changed("findings", 0, "message", to="d")),
        "order": (0, TEXT, changed("findings", to=JSON["findings"][::-1])),
        "second finding": (0, TEXT, changed("findings", to=JSON["findings"][:1])),
        "one finding more": (0, TEXT, changed("findings", to=[*JSON["findings"], {"message": "d"}])),
        "words of the cause": (0, TEXT, changed("findings", 0, "cause", to="it is too old")),
        "fix": (0, TEXT, changed("findings", 0, "fix", 0, "lines", to=["nvcc"])),
        "no fix": (0, TEXT, changed("findings", 0, "fix", to=[])),
        "fix of the second": (0, TEXT, changed("findings", 1, "fix", to=JSON["findings"][0]["fix"])),
        "forbidden": (0, TEXT, changed("findings", 0, "fix", 0, "lines", to=["gcc-13 or gcc-12"])),
        "fact": (0, TEXT, changed("facts", "cuda", "first", to="12.4.1")),
        "no fact": (0, TEXT, changed("facts", "cuda", to=None)),
        "pattern of a fact": (0, TEXT, changed("facts", "glibc", to=None)),
    }

    def noticed(code, text, answer):
        return complaints(CASE, lambda _, *more: Outcome(code, json.dumps(answer) if more else text, ""))

    if noticed(0, TEXT, JSON):
        sys.exit(f"a right answer is refused: {noticed(0, TEXT, JSON)}")
    silent = [name for name, outcome in spoilt.items() if not noticed(*outcome)]
    other = {**CASE, "command": ["resolve"], "expect": {"cause": ["too new"], "fix": ["gcc-13"], "not": ["gcc-12"]}}
    for name, text in {"fix of a text": "too new", "forbidden in a text": "too new: gcc-13, gcc-12"}.items():
        if not complaints(other, lambda _, text=text: Outcome(0, text, "")):
            silent.append(name)
    if not complaints(CASE, lambda _, *more: Outcome(0, TEXT, "")):
        silent.append("no JSON")
    read_cases()
    if silent:
        sys.exit(f"nobody notices: {', '.join(silent)}")
    print(f"{len(spoilt) + 3} spoilt answers are noticed")


if __name__ == "__main__":
    if sys.argv[1:] == ["--self-test"]:
        self_test()
    elif len(sys.argv) == 2:
        with OneProcess(sys.argv[1]) as command:
            check(command)
    else:
        sys.exit(__doc__)
