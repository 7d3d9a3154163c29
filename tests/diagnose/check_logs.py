#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""Reads every log of logs.json with `diagnose`, and compares the answers with the expected ones.

usage: check_logs.py GOLDEN   the program that has the command as a function (tests/golden)

logs.json has the messages that count in a log, in the order in which they stop the build (none if its failure is
another one), the statuses of all messages that are no failures, and facts in its lines; other facts may be found or
not, but no other log is of Windows. known-differences.json lists answers that differ, with the reason; a listed
difference that does not exist is an error too.
"""

import collections
import json
import re
import sys

from asking import HERE, answer_of, ask, code_complaint, content, contents, ids_in, logs, unfit_for_terminal
from programs import OneProcess

SCREEN = 24  # lines of a terminal

FACTS = {}
WINDOWS = "x86_64-windows"


def fact(name):
    def add(function):
        FACTS[name] = function
        return function

    return add


@fact("cuda")
def same_releases(expected, found):
    return bool(found) and (found["first"], found["last"]) == (expected["first"], expected["last"])


@fact("hostCompiler")
def same_compiler(expected, found):
    """A version that is not in logs.json may be found."""
    return bool(found) and found["value"] == expected["value"] and expected.get("version") in (None, found["version"])


def number(version):
    return tuple(map(int, version.split(".")))


@fact("glibc")
def same_glibc(expected, found):
    """One end alone is a bound: the other end may be missing, but must not contradict it."""
    if "first" not in expected:
        return not found or number(found["value"]) <= number(expected["last"])
    return bool(found) and found["value"] == expected["first"] and found["orNewer"] == ("last" not in expected)


@fact("driver")
def same_driver(expected, found):
    return bool(found) and found["value"] == expected


@fact("system")
def same_system(expected, found):
    return bool(found) and found["value"] == expected


@fact("torchCuda")
def same_torch_release(expected, found):
    return bool(found) and found["value"] == expected


@fact("architectures")
def same_architectures(expected, found):
    return sorted(expected, key=str) == sorted(found or [], key=str)


def plain(name):
    return re.sub(r"nvidia|geforce|tesla|quadro|[^a-z0-9]", "", name.lower())


@fact("gpus")
def same_gpus(expected, found):
    """Tools print the vendor or not, and after the tables' name the memory and the connector."""
    printed, names = {plain(name) for name in expected}, {plain(gpu["name"]) for gpu in found or []}
    return (all(any(one.startswith(name) for name in names) for one in printed) and
            all(any(one.startswith(name) for one in printed) for name in names))


def statuses_in(answer):
    """By id, those of the messages that are no failures."""
    return {one["message"]: one["messageStatus"] for one in answer["findings"] + answer["otherMessages"]
            if one["messageStatus"] != "failure"}


def differences(row, answer):
    """By what differs: `messages`, `statuses`, or a fact's name."""
    found = {}
    if statuses_in(answer) != row.get("statuses", {}):
        found["statuses"] = f"{statuses_in(answer)} instead of {row.get('statuses', {})}"
    if ids_in(answer) != row["messages"]:
        found["messages"] = f"{ids_in(answer)} instead of {row['messages']}"
    if "system" not in row["facts"] and (answer["facts"]["system"] or {}).get("value") == WINDOWS:
        found["system"] = f"a log of Windows in line {answer['facts']['system']['line']}"
    for name, expected in row["facts"].items():
        value = answer["facts"].get(name)
        if not FACTS[name](expected, value):
            found[name] = f"{name} {json.dumps(value)} instead of {json.dumps(expected)}"
    return found


def complaints_about_form(row, in_json, text, answer):
    complaints = [code_complaint(outcome, answer["findings"]) for outcome in (in_json, text)]
    if row["log"].startswith("others/"):
        complaints += [f"{finding['message']} is a failure" for finding in answer["findings"]
                       if finding["messageStatus"] == "failure"]
    for one in answer["findings"] + answer["otherMessages"]:
        if (one["messageStatus"] == "failure") != (one["statusReason"] is None):
            complaints.append(f"{one['message']}: {one['status']} with the reason {one['statusReason']}")
    complaints += [unfit_for_terminal(outcome) for outcome in (in_json, text)]
    first = text.out.decode("utf-8", "replace").partition("\n")[0]
    named = f"({answer['findings'][0]['message']})" if answer["findings"] else "Unknown: "
    if named not in " ".join(text.out.decode("utf-8", "replace").split("\n  ")[:3]):
        complaints.append(f"the text begins with {first!r}")
    # More than two findings fit a screen.
    height = text.out.count(b"\n")
    if len(answer["findings"]) > 2 and height > SCREEN:
        complaints.append(f"{height} lines of text")
    lines = content(row).count(b"\n") + 1
    complaints += [f"line {finding['line']} of {lines}" for finding in answer["findings"]
                   if not 1 <= finding["line"] <= lines]
    return [one for one in complaints if one]


def check(process, row, known):
    """Lines about one log, and whether its messages are the expected ones."""
    in_json, text = ask(process, content(row), "--json"), ask(process, content(row))
    answer, trouble = answer_of(in_json)
    complaints = [trouble] if trouble else complaints_about_form(row, in_json, text, answer)
    found = differences(row, answer)
    complaints += [text for name, text in found.items() if name not in known]
    complaints += [f"{name} is listed as a known difference and is as expected" for name in known if name not in found]
    return complaints, ids_in(answer)


def figures(results):
    right, all_of, alarms = collections.Counter(), collections.Counter(), 0
    for row, ids in results:
        is_ours = row["log"].startswith("ours/")
        cause = row["messages"][0] if is_ours else "none of ours"
        all_of[cause] += 1
        right[cause] += ids[:1] == row["messages"][:1]
        alarms += not is_ours and ids[:1] != row["messages"][:1]
    for cause in sorted(all_of):
        print(f"{cause}: {right[cause]} of {all_of[cause]}")
    exact = sum(ids == row["messages"] for row, ids in results)
    ours = sum(row["log"].startswith("ours/") for row, _ in results)
    first = sum(right.values()) - right["none of ours"]
    print(f"cause right: {first} of {ours}; false alarms: {alarms} of {len(results) - ours}; "
          f"all messages in their order: {exact} of {len(results)}")


def main():
    if len(sys.argv) != 2:
        sys.exit(__doc__)
    rows = logs()
    listed = json.loads((HERE / "known-differences.json").read_text(encoding="utf-8"))
    there = contents().keys()
    wrong = [f"{name}: logs.json or the records do not have it" for name in sorted(there ^ {row["log"] for row in rows})]
    known = collections.defaultdict(set)
    for row in listed:
        known[row["log"]] |= set(row["differs"])
        if row["log"] not in there or not row["reason"]:
            wrong.append(f"{row['log']}: listed as known difference, without a log or a reason")
    results = []
    with OneProcess(sys.argv[1]) as process:
        for row in rows:
            complaints, ids = check(process, row, known[row["log"]])
            wrong += [f"{row['log']}: {one}" for one in complaints]
            results.append((row, ids))
    figures(results)
    for line in wrong:
        print(line)
    return 1 if wrong else 0


sys.exit(main())
