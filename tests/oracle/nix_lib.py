#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""packaging/nix/lib.nix, evaluated by the real Nix, gives the command's answers.

usage: nix_lib.py [--every] COMMAND REQUESTS GENERATOR PACKAGING DATA

REQUESTS answers requests in JSON, one a line. The questions are random over releases, stdenvs, policies, systems,
standards and glibcs, also with tables of other content, for which COMMAND answers and GENERATOR makes the library's
answers; and with --every each release × stdenv × system × policy. Skipped (77) without Nix.
"""

import json
import pathlib
import random
import subprocess
import sys
import tempfile

from nix import Checks, Command, evaluate, need_nix

POLICIES = ("nixpkgs", "documented", "enforced")
COMPILERS = [f"gcc-{major}" for major in range(5, 17)] + [f"clang-{major}" for major in range(7, 24)]
STANDARDS = ("c++11", "c++14", "c++17", "c++20", "c++23")
# The numbers of random questions, of other tables, and of random questions for each. With --every, and without.
MANY, FEW = (4000, 8, 40), (1000, 3, 20)
# Expressions that throw, and a part of the message.
REFUSED = {
    '{ cuda = "12.7"; }': "12.7",
    '{ cuda = 12.8; }': "string",
    '{ cuda = "12.8.9"; }': "12.8.9",
    '{ cuda = "12.8"; stdenv = "gcc"; }': "unknown stdenv",
    '{ cuda = "12.8"; stdenv = "gcc-0"; }': "unknown stdenv",
    '{ cuda = "12.8"; stdenv = "debain-12"; }': "unknown stdenv",
    '{ cuda = "12.8"; policy = "nvidia"; }': "policy",
    '{ cuda = "12.8"; system = "x86-64-linux"; }': "system",
    '{ cuda = "12.8"; standard = "c++26"; }': "standard",
    '{ cuda = "11.8"; standard = "c++20"; }': "does not support c++20",
    '{ cuda = "12.8"; available = [ "gcc-14" ]; }': "cudastdenv resolve --available",
    '{ cuda = "12.8"; libstdcxx = 14; }': "cudastdenv resolve --libstdcxx",
    '{ cuda = "12.8"; stdenv = "gcc-99"; }': "cudastdenv resolve --stdenv gcc-99",
    '{ cuda = "12.8"; stdenv.cc = { version = "1.0"; }; }': "neither GCC nor Clang",
}


class Faces:
    """Both sides: the command's answers, from the library, and the Nix expression's."""

    def __init__(self, program, packaging):
        self.program, self.file = program, packaging / "lib.nix"
        self.library = f"import {self.file} {{ }}"

    def of_command(self, questions):
        lines = [json.dumps({"command": "resolve"} | as_request(question)) for question in questions]
        done = subprocess.run([self.program], input="\n".join(lines) + "\n", capture_output=True, text=True, check=True)
        for line in done.stdout.splitlines():
            reply = json.loads(line)
            yield reply["error"] or as_nix_has_it(reply["answer"])

    def of_nix(self, questions, answers=None):
        library = f"import {self.file} {{ answersFile = {answers}; }}" if answers else self.library
        return evaluate(f"map ({library}).explainHostCompiler (builtins.fromJSON ''{json.dumps(questions)}'')")


def as_request(question):
    words = {"standard": "std"}
    return {words.get(key, key): value for key, value in question.items()}


def as_nix_has_it(answer):
    return {"hostCompiler": answer["hostCompiler"],
            "broken": answer["broken"],
            "rejected": [{key: row[key] for key in ("compiler", "reason")} for row in answer["rejected"]]}


def compare(faces, checks, questions):
    for question, ours, theirs in zip(questions, faces.of_nix(questions), faces.of_command(questions), strict=True):
        checks.same(question, theirs, ours)


def every_question(tables):
    stdenvs = [row["id"] for row in tables["environments"]["environments"]] + COMPILERS
    systems = sorted({row["nix"] for row in tables["redist"]["systems"]})
    for row in tables["releases"]["releases"]:
        yield [{"cuda": row["release"], "stdenv": stdenv, "system": system, "policy": policy}
               for stdenv in stdenvs for system in systems for policy in POLICIES]


def random_question(generator, tables):
    releases = tables["releases"]["releases"]
    environments = tables["environments"]["environments"]
    release = generator.choice(releases)
    question = {"cuda": release["release"], "policy": generator.choice(POLICIES)}
    if generator.random() < 0.3:
        question["cuda"] = ".".join(question["cuda"].split(".")[:2])
    stdenv = generator.choice([row["id"] for row in environments]
                              + [alias for row in environments for alias in row["aliases"]] + COMPILERS
                              + ["gcc-10.3.0", "gcc-10.3", "gcc-11.4", "gcc-13.2.0", "clang-16.0.6", "gcc-10.2", "gcc-10.4"])
    if generator.random() < 0.9:
        question["stdenv"] = stdenv
    if generator.random() < 0.5:
        question["system"] = generator.choice([row["nix"] for row in tables["redist"]["systems"]])
    if generator.random() < 0.4:
        minor = release["release"].rsplit(".", 1)[0]
        same = [row["newestStandard"] or "c++14" for row in releases if row["release"].startswith(f"{minor}.")]
        question["standard"] = generator.choice(STANDARDS[:min(map(STANDARDS.index, same)) + 1])
    if generator.random() < 0.4:
        question["glibc"] = generator.choice(("2.17", "2.33", "2.34", "2.35", "2.38", "2.40", "2.41", "2.42", "2.44"))
    return question


def clang_question(generator, tables):
    """A question that depends on the headers that a pair was measured to parse."""
    measured = {row["nvcc"] for row in tables["measured"]["pairHeaders"]}
    releases = [row["release"] for row in tables["releases"]["releases"] if row["nvcc"] in measured]
    clang = generator.choice(tables["measured"]["pairHeaders"])["compiler"]
    return {"cuda": generator.choice(releases), "stdenv": clang.replace("gcc", "clang"), "policy": "enforced"}


def named_sets(tables):
    """The names of a channel's package sets."""
    return [{"cuda": row["attribute"], "stdenv": row["channel"]} for row in tables["package_sets"]["packageSets"]]


def other_content(generator, tables):
    """Valid tables with other values wherever a rule reads them."""
    tables = json.loads(json.dumps(tables))
    releases = tables["releases"]["releases"]
    # Several releases with one nvcc; and a newer one accepts no less.
    first_with = {place: generator.randrange(len(releases)) for place in (2, 3, 4)}
    by_nvcc = {}
    for number, row in enumerate(releases):
        row["preview"] = generator.random() < 0.2
        newest = max([1, *(place for place, first in first_with.items() if first <= number)])
        row["newestStandard"] = by_nvcc.setdefault(row["nvcc"], STANDARDS[newest])
    for row in tables["redist"]["systems"]:
        # For 11.0 and later, other tables have the platforms.
        if row["first"] == releases[0]["release"] and not row["last"]:
            row["absent"] = [release["release"] for release in releases[1:5] if generator.random() < 0.4]
    ids = [row["id"] for row in tables["advisories"]["advisories"]]
    for row in tables["environments"]["environments"]:
        row["fixedAdvisories"] = [one for one in ids if generator.random() < 0.2]
    for row in tables["measured"]["pairHeaders"]:
        if row["compiler"].startswith("clang"):
            majors = generator.sample(range(8, 17), 4)
            row["works"], row["fails"] = sorted(majors[:generator.randrange(3)]), sorted(majors[2:])
    for row in tables["measured"]["clangHeaders"]:
        row["maxLibstdcxx"] = generator.choice((None, *range(8, 17)))
    for row in tables["measured"]["hostStandards"]:
        row["min"] = generator.randint(5, 20)
    for row in tables["host_compilers"]["hostCompilers"]:
        if row["enforced"] and generator.random() < 0.4:
            cited = row["enforced"]["sources"] + (row["documented"] or {"sources": []})["sources"]
            row["enforced"]["sources"], row["documented"] = list(dict.fromkeys(cited)), None
        if row["enforced"] and row["enforced"]["min"]:
            row["enforced"]["min"] = generator.randint(3, min(9, row["enforced"]["max"]))
    return tables


def check_other_tables(command, make, faces, checks, generator, tables, count, questions_of_each):
    for _ in range(count):
        other = other_content(generator, tables)
        with tempfile.TemporaryDirectory() as folder:
            for name, table in other.items():
                (pathlib.Path(folder) / f"{name}.json").write_text(json.dumps(table), encoding="utf-8")
            questions = [draw(generator, other) for draw in (random_question, clang_question)
                         for _ in range(questions_of_each)]
            answers = pathlib.Path(folder) / "answers"
            answers.write_bytes(subprocess.run([make, folder], capture_output=True, check=True).stdout)
            for question, ours in zip(questions, faces.of_nix(questions, answers), strict=True):
                options = [text for key, value in as_request(question).items() for text in (f"--{key}", value)]
                done = command.run("resolve", "--json", "--data", folder, *options)
                checks.same(f"{question} with other tables: {done.stderr}", ours, done.stdout and as_nix_has_it(
                    json.loads(done.stdout)))


def check_refused(faces, checks):
    for question, word in REFUSED.items():
        try:
            answer = evaluate(f"({faces.library}).pickHostCompiler {question}")
            checks.need(f"{question} is refused, and not answered {answer}", False)
        except AssertionError as error:
            checks.need(f"{question} names {word}: {error}", "cudastdenv: " in str(error) and word in str(error))


def check_ranges(faces, checks, tables):
    """Of each release: the limits that `resolve` checks compilers of a family against."""
    wanted = [(row["release"], family, policy) for row in tables["releases"]["releases"]
              for family in ("gcc", "clang") for policy in POLICIES]
    questions = [{"cuda": cuda, "family": family, "policy": policy} for cuda, family, policy in wanted]
    ranges = evaluate(f"map ({faces.library}).hostCompilerRange (builtins.fromJSON ''{json.dumps(questions)}'')")
    # A compiler within the range is chosen, as a rule, and its answer has the range.
    answers = faces.of_command([{"cuda": cuda, "stdenv": f"{family}-{found['max']}", "policy": policy}
                                for (cuda, family, policy), found in zip(wanted, ranges, strict=True)])
    compared = 0
    for question, found, answer in zip(questions, ranges, answers, strict=True):
        if isinstance(answer, dict) and answer.get("hostCompiler"):
            checks.same(question, answer["hostCompiler"]["range"], found)
            compared += 1
    checks.need(f"{compared} of {len(ranges)} ranges are compared", compared > len(ranges) / 2)


def check_stdenvs_of_nixpkgs(faces, checks):
    """A derivation instead of a name."""
    for cc, name, glibc in (("isGNU = true; version = \"14.3.0\"; libc.version = \"2.42\"", "gcc-14.3.0", "2.42"),
                            ("isClang = true; version = \"19.1.7\"", "clang-19.1.7", None)):
        question = {"cuda": "12.8", "stdenv": name} | ({"glibc": glibc} if glibc else {})
        ours = evaluate(f"({faces.library}).explainHostCompiler {{ cuda = \"12.8\"; stdenv.cc = {{ {cc}; }}; }}")
        checks.same(name, next(faces.of_command([question])), ours)


def main():
    need_nix()
    every = sys.argv[1] == "--every"
    command, program, make, packaging, data = sys.argv[1 + every:]
    tables = {file.stem: json.loads(file.read_text(encoding="utf-8")) for file in pathlib.Path(data).glob("*.json")}
    faces, checks = Faces(program, pathlib.Path(packaging)), Checks()
    if every:
        for questions in every_question(tables):
            compare(faces, checks, questions)
    at_random, *others = MANY if every else FEW
    generator = random.Random(7)
    questions = [random_question(generator, tables) for _ in range(at_random)]
    compare(faces, checks, questions)
    compare(faces, checks, named_sets(tables))
    check_other_tables(Command(command), make, faces, checks, generator, tables, *others)
    check_ranges(faces, checks, tables)
    check_refused(faces, checks)
    check_stdenvs_of_nixpkgs(faces, checks)
    checks.same("the tables", tables, evaluate(f"({faces.library}).tables"))
    checks.finish()


main()
