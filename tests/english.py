#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""Finds phrases that are not plain English: in pages, messages, data, string literals, comments and names of tests.

usage: english.py ROOT         prints each phrase with its file and line
       english.py --self-test  checks that each pattern finds its phrase, in each kind of file

A literal without a space is a name, not a sentence. The name of a test states a condition and a result: it has at most
twelve words, and does not begin with a question word. Not checked are code in backquotes, and in pages also blocks of
code, targets of links and HTML comments.
"""

import ast
import json
import pathlib
import re
import sys
import tempfile

# What is found, what to write instead, and a text that has it.
PATTERNS = (
    (r"\b(takes?|taken)\b", "accept, support, use", "nvcc takes gcc-14"),
    (r"\b(stands?|lies)\b", "is", "the file lies in bin"),
    (r"\bways? out\b", "workaround", "by a way out"),
    (r"\bhand(s|ed)?\b", "pass", "hand nvcc the directory"),
    (r"\b(anew|once more)\b", "again", "configure anew"),
    (r"\bwhoever\b|\bwho (builds|links|asks|depends|needs)\b", "the person, by a noun", "for who builds it"),
    (r"\b(mends?|tells?|speaks? of|own word)\b", "fix, print, report", "a newer release mends it"),
    (r"\belse\b", "otherwise", "else it fails"),
    (r"\bgoes? with\b|\bhold together\b", "work with, support", "no release goes with it"),
    (r"\bargument too many\b|\bthere are\b", "unexpected argument, expected one of", "bad shell; there are bash, zsh"),
    (r"^Of (a|the|what|several)\b", "a sentence with a subject", "Of the rows only the first"),
    (r"\bnone works\b|\bis none\b|\bhas none\b", "no ... works, is not a ..., has no ...", "the GPU is none"),
    (r"\bmakes? code\b", "build code, support", "nvcc makes code for it"),
    (r"\blets? .*\bpass\b", "accept", "the check lets GCC 11 pass"),
    (r"\bas it stands\b|\bat hand\b|\bby itself\b", "unchanged, available, alone", "this Clang by itself"),
)

MESSAGES = "src/messages/diagnostics.txt"

PAGES = ("README.md", "docs/*.md")

# The fields of the rows of a data file that are sentences.
DATA = {
    "data/advisories.json": ("message", "workaround"),
    "data/components.json": ("title",),
    "data/environments.json": ("title",),
    "data/messages.json": ("title", "why", "remedy"),
    "data/releases.json": ("reason",),
    "data/rules.json": ("statement",),
}

# The sources whose literals are checked: texts, and descriptions for schemas.
SOURCES = (
    "include/cudastdenv.h",
    "include/cudastdenv/*.hpp",
    "src/*/*.?pp",
    "src/wire/records/*.hpp",
    "tests/unit/schemas.cpp",
)

# The sources whose comments are checked.
COMMENTED = (
    "include/cudastdenv.h",
    "include/cudastdenv/*.hpp",
    "src/*/*.?pp",
    "tests/*.hpp",
    "tests/ask/*.cpp",
    "tests/golden/*.?pp",
    "tests/laws/*.?pp",
    "tests/unit/*.?pp",
)

# The scripts whose comments and docstrings are checked.
SCRIPTS = (
    ".ci/run",
    "CMakeLists.txt",
    "dev",
    "docs/*.py",
    "flake.nix",
    "meson.build",
    "packaging/**/*.nix",
    "packaging/**/*.py",
    "src/meson.build",
    "tests/**/*.py",
    "tests/**/meson.build",
    "tests/**/*.sh",
)

# The tests whose names are checked: of cases and laws, and of functions.
CASES = ("tests/laws/*.cpp", "tests/unit/*.cpp")
TEST_FUNCTIONS = ("tests/**/*.py",)

# What is found only in names of tests.
NAME_PATTERNS = (
    (r"^(what|which|who|whose|whatever|whoever)\b", "a name with a subject or a verb first", "what nvcc accepts"),
    (r"^(\S+\s+){12}\S.*", "at most twelve words", "a b c d e f g h i j k l m"),
)

# (file, text, why it may stay): the text as it is in the file, of which the phrase is a part.
EXCEPTIONS = (
    ("data/advisories.json", "std::views::take", "a name of the standard library"),
    ("data/messages.json", "std::views::take", "a name of the standard library"),
    ("src/findings/host.cpp", "#else of line ", "the directive"),
    ("src/nix/update.hpp", "by-hand", "a value in JSON"),
)

LITERAL = re.compile(
    r'//[^\n]*|/\*.*?\*/|R"(?P<mark>[^(\s]*)\((?P<raw>.*?)\)(?P=mark)"|"(?P<text>(?:[^"\\\n]|\\.)*)"'
    r"|'(?:[^'\\\n]|\\.)+'|(?P<blank>\s+)|\w+|.",
    re.DOTALL,
)


# A test case or a law in C++, and its name as one or more literals.
NAMED = re.compile(r'\b(?:TEST_CASE|SUBCASE|Law \w+)\s*[({]\s*(?P<name>(?:"(?:[^"\\\n]|\\.)*"\s*)+)')

# The marks of a comment, and the code in it.
MARKS = re.compile(r"^[ \t]*(///<|///|//|/\*+|\*(?!/))|\*/$", re.MULTILINE)
QUOTED = re.compile(r"`[^`]*`")

# What is not prose in a page: blocks of code, HTML comments, code within a line, targets of links.
NOT_PROSE = re.compile(
    r"^ *(?P<fence>```+)[^\n]*\n.*?^ *(?P=fence)$|<!--.*?-->|`[^`\n]*`|(?<=\])\([^)\s]*\)", re.MULTILINE | re.DOTALL
)


def literals_in(text):
    """(line, text) of each string literal of C++; adjacent ones are one."""
    found = []
    in_literal = False
    for token in LITERAL.finditer(text):
        piece = token["raw"] if token["text"] is None else token["text"]
        if piece is not None:
            if not in_literal:
                found.append([text.count("\n", 0, token.start()) + 1, ""])
            found[-1][1] += piece
            in_literal = True
        elif token["blank"] is None and not token[0].startswith(("//", "/*")):
            in_literal = False
    return found


def comments_in(text):
    """(line, text) of each comment of C++, with its marks; line comments with equal marks below each other are one."""
    found = []
    mark = None
    for token in LITERAL.finditer(text):
        if token[0].startswith(("//", "/*")):
            own = re.match(r"/\*|///<|///|//", token[0])[0]
            if own == mark and own != "/*":
                found[-1][1] += "\n" + token[0]
            else:
                found.append([text.count("\n", 0, token.start()) + 1, token[0]])
            mark = own
        elif token["blank"] is None or token[0].count("\n") > 1:
            mark = None
    return found


def sentences_of_comments(text):
    """Each sentence of a comment in one line; code within it is `x`."""
    for first, comment in comments_in(text):
        prose = QUOTED.sub(lambda code: "x" + "\n" * code[0].count("\n"), MARKS.sub("", comment))
        for sentence in re.finditer(r"\S.*?(?:\.(?=\s)|\Z)", prose, re.DOTALL):
            yield first + prose.count("\n", 0, sentence.start()), " ".join(sentence[0].split())


def names_of_cases(text):
    """(line, name) of each test case and law in C++."""
    for case in NAMED.finditer(text):
        yield text.count("\n", 0, case.start("name")) + 1, "".join(piece for _, piece in literals_in(case["name"]))


def names_of_test_functions(text):
    """(line, name) of each test function in Python, as words."""
    for number, line in enumerate(text.splitlines(), 1):
        if function := re.match(r"\s*def test_(\w+)\(", line):
            yield number, function[1].replace("_", " ")


def docstrings_in(text):
    """(line, text) of each docstring; none where the text is not Python."""
    try:
        nodes = list(ast.walk(ast.parse(text)))
    except SyntaxError:
        return
    for node in nodes:
        if isinstance(node, (ast.Module, ast.ClassDef, ast.FunctionDef)) and (docstring := ast.get_docstring(node)):
            yield node.body[0].lineno, docstring


def sentences_of_script(text):
    """Each line of a comment, and each sentence of a docstring; code within them is `x`."""
    for number, line in enumerate(text.splitlines(), 1):
        if comment := re.search(r"(?:^|\s)# (.*)", line):
            yield number, QUOTED.sub("x", comment[1])
    for number, docstring in docstrings_in(text):
        for sentence in re.split(r"(?<=\.)\s", QUOTED.sub("x", docstring)):
            yield number, " ".join(sentence.split())


def sentences_of_messages(text):
    for number, line in enumerate(text.splitlines(), 1):
        if not line.startswith("#"):
            for sentence in line.split(": ", 1)[1].split(" => "):
                yield number, sentence


def sentences_of_data(text, fields):
    for number, line in enumerate(text.splitlines(), 1):
        member = re.match(r'\s*\{?"(\w+)": (".*?(?<!\\)"),?\s*(\}|$)', line)
        if member and member[1] in fields:
            yield number, json.loads(member[2])


def sentences_of_source(text):
    for number, literal in literals_in(text):
        if " " in literal:
            yield number, literal


def sentences_of_page(text):
    """Each line of prose; code within it is `x`."""
    prose = NOT_PROSE.sub(lambda code: "x" + "\n" * code[0].count("\n"), text)
    for number, line in enumerate(prose.splitlines(), 1):
        if line.strip():
            yield number, line


def sentences_in(root, patterns, sentences_of):
    for pattern in patterns:
        paths = sorted(root.glob(pattern))
        if not paths:
            raise SystemExit(f"{pattern}: no such file")
        for path in paths:
            file = str(path.relative_to(root))
            yield from ((file, *each) for each in sentences_of(path.read_text(encoding="utf-8")))


def sentences_below(root, sources, commented, scripts):
    """(file, line, sentence) of each."""
    for path in sorted(path for pattern in PAGES for path in root.glob(pattern)):
        page = str(path.relative_to(root))
        yield from ((page, *each) for each in sentences_of_page(path.read_text(encoding="utf-8")))
    yield from ((MESSAGES, *each) for each in sentences_of_messages((root / MESSAGES).read_text(encoding="utf-8")))
    for file, fields in DATA.items():
        yield from ((file, *each) for each in sentences_of_data((root / file).read_text(encoding="utf-8"), fields))
    yield from sentences_in(root, sources, sentences_of_source)
    yield from sentences_in(root, commented, sentences_of_comments)
    yield from sentences_in(root, scripts, sentences_of_script)


def phrases_below(root, sources=SOURCES, commented=COMMENTED, scripts=SCRIPTS, exceptions=EXCEPTIONS, cases=CASES,
                  functions=TEST_FUNCTIONS):
    """A line for each phrase that is not an exception, and for each exception that is not needed."""
    used = set()
    sentences = [(PATTERNS, each) for each in sentences_below(root, sources, commented, scripts)]
    names = (*sentences_in(root, cases, names_of_cases), *sentences_in(root, functions, names_of_test_functions))
    sentences += [(PATTERNS + NAME_PATTERNS, each) for each in names]
    for patterns, (file, line, sentence) in sentences:
        for pattern, instead, _ in patterns:
            for phrase in re.finditer(pattern, sentence, re.MULTILINE):
                excuse = next((e for e in exceptions if e[0] == file and e[1] in sentence and phrase[0] in e[1]), None)
                if excuse:
                    used.add(excuse)
                else:
                    yield f"{file}:{line}: '{phrase[0]}' in '{sentence}'; write: {instead}"
    yield from (f"{file}: the exception '{text}' is not needed" for file, text, why in exceptions
                if (file, text, why) not in used)


def test_names():
    """Checks that each pattern is found in each kind of name, and in nothing other than a name."""
    for pattern, _, example in PATTERNS + NAME_PATTERNS:
        case = f'TEST_CASE("{example}") {{\n    SUBCASE("{example}") f("{example}");\n    Law law{{\n        "{example}"}};'
        assert [number for number, name in names_of_cases(case) if name == example] == [1, 2, 4], case
        words = re.sub(r"\W+", "_", example)
        function = f"    def test_{words}(self):\n        def {words}(): pass\n"
        assert [number for number, _ in names_of_test_functions(function)] == [1], function
        with tempfile.TemporaryDirectory() as folder:
            root = pathlib.Path(folder)
            for file in (MESSAGES, *DATA):
                (root / file).parent.mkdir(parents=True, exist_ok=True)
                (root / file).write_text("", encoding="utf-8")
            (root / "case.cpp").write_text(case, encoding="utf-8")
            (root / "case.py").write_text(function, encoding="utf-8")
            phrases = list(phrases_below(root, (), (), (), (), ("case.cpp",), ("case.py",)))
            assert [phrase.split(":")[:2] for phrase in phrases[:3]] == [["case.cpp", n] for n in "124"], phrases
            assert len(phrases) == 4, phrases


def self_test():
    test_names()
    for pattern, _, example in PATTERNS:
        found = [p for p, _, _ in PATTERNS if re.search(p, example, re.MULTILINE)]
        assert found == [pattern], f"'{example}' is found by {found}"
        assert not re.search(pattern, "Use gcc-14 with CUDA 12.8; older releases do not support it")

        message = f"# {example}\ncheck (takes): {example} => {example}\n"
        assert [s for _, s in sentences_of_messages(message)] == [example] * 2
        row = f'      "id": "none works",\n      "title": {json.dumps(example)},\n'
        assert list(sentences_of_data(row, ("title",))) == [(2, example)]
        middle = len(example) // 2
        source = f'// "{example}"\nf("takes", \'"\', "{example[:middle]}"  // and\n  "{example[middle:]}");\n'
        assert [tuple(each) for each in sentences_of_source(source)] == [(2, example)], source
        broken = example.replace(" ", "\n  ///< ")
        comment = f"int a;  ///< {broken}\n/// `{example}`.\n/* Not so.\n\n   {example} */\n"
        assert [s for s in sentences_of_comments(comment) if s[1] in example] == \
            [(1, example), (comment.count("\n"), example)], comment
        assert not any(re.search(pattern, s) for _, s in sentences_of_comments(comment) if s != example)
        script = f'"""Do it.\n\n{example}\n"""\nx = "takes"  # {example}\n# `takes`\n'
        found = [each for each in sentences_of_script(script) if each[1] == example]
        assert found == [(5, example), (1, example)], script
        page = f"<!-- {example}\n -->\n```\n{example}\n```\n\nRun `{example}` [here](#takes):\n{example}\n"
        assert [each for each in sentences_of_page(page) if each[1] == example] == [(8, example)], page
        assert not any(re.search(pattern, line) for number, line in sentences_of_page(page) if number != 8)
        with tempfile.TemporaryDirectory() as folder:
            root = pathlib.Path(folder)
            for file in (MESSAGES, *DATA):
                (root / file).parent.mkdir(parents=True, exist_ok=True)
                (root / file).write_text("", encoding="utf-8")
            (root / MESSAGES).write_text(message, encoding="utf-8")
            (root / "data/messages.json").write_text(row, encoding="utf-8")
            (root / "src/some.cpp").write_text(source, encoding="utf-8")
            (root / "README.md").write_text(page, encoding="utf-8")
            (root / "docs").mkdir()
            (root / "docs/some.md").write_text(page, encoding="utf-8")
            (root / "src/other.hpp").write_text(comment, encoding="utf-8")
            checked = (root, ("src/*.cpp",), ("src/*.hpp",), ())
            phrases = list(phrases_below(*checked, (), (), ()))
            assert len(phrases) == 8, phrases
            excuse = ("src/some.cpp", example, "a test")
            assert len(list(phrases_below(*checked, (excuse,), (), ()))) == 7
            assert "not needed" in list(phrases_below(root, (), (), (), (excuse,), (), ()))[-1]
    print("each pattern finds its phrase")


def main():
    if sys.argv[1:] == ["--self-test"]:
        return self_test()
    phrases = list(phrases_below(pathlib.Path(sys.argv[1])))
    print("\n".join(phrases) or "nothing found")
    return int(bool(phrases))


if __name__ == "__main__":
    sys.exit(main())
