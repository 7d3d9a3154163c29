#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""Checks that the modules of src/ depend on each other one way only, and that each library is used only in its module.

usage: modules.py ROOT           reads the #include lines of ROOT/src and ROOT/include, and what src/meson.build and
                               docs/architecture.md list
       modules.py --self-test    breaks each rule in a small tree and checks that it is found
"""

import pathlib
import re
import sys
import tempfile

# What each module may include beside itself; and what those may include.
NEEDS = {
    "core": [],
    "tables": ["core"],
    "resolve": ["tables"],
    "findings": ["resolve"],
    "spelling": ["resolve"],
    "manifest": ["resolve"],
    "nix": ["resolve"],
    "plan": ["findings", "spelling"],
    "diagnose": ["plan"],
    "messages": ["diagnose", "manifest", "nix"],
    "wire": ["messages"],
    "report": ["wire"],
    "query": ["report"],
    "graph": ["resolve"],
    "machine/os": ["findings"],
    "machine/elf": ["machine/os"],
    "machine/toolkit": ["machine/elf"],
    "machine/host": ["machine/toolkit"],
    "machine/verify": ["machine/host"],
    "found": ["report"],
    "matrix": ["report"],
    "pages": ["found", "graph", "matrix"],
    "cli": ["query", "pages", "machine/verify"],
}


def below(module):
    """Every module that it may include."""
    return {module}.union(*(below(other) for other in NEEDS[module]))


MAY_INCLUDE = {module: below(module) for module in NEEDS}


def module_of_source(file):
    """The module of a file, which is relative to src/; None if it is in none."""
    return next((module for module in NEEDS if file.startswith(module + "/")), None)


# Public headers are in one directory, but each belongs to a module.
MODULE_OF_HEADER = {
    "config": "core",
    "export": "core",
    "version": "core",
    "capability": "core",
    "compiler": "core",
    "driver": "core",
    "describe": "core",
    "tables": "tables",
    "load": "tables",
    "answers": "resolve",
    "ask": "query",
}

# The files that use the JSON library, which makes each of them seconds slower to compile.
JSON_FILES = {
    "query/request.cpp",
    "graph/read_graph.cpp",
    "manifest/manifest.cpp",
    "nix/rows.cpp",
    "spelling/readers.cpp",
    "tables/json.cpp",
    "tables/json_tree.hpp",
    "tables/load.cpp",
    "machine/toolkit/toolkit.cpp",
}

# Where a library may be included: modules, or single files. The first match counts. Public headers include none.
COMMON = "core/std.hpp"  # what it includes of the standard library, no other file does
LIBRARIES = [
    ("cudastdenv.h", {"query"}),  # the face for C
    ("fmt/", set(NEEDS)),
    ("nlohmann/", JSON_FILES),
    ("dtl/", {"report/page.cpp"}),
    ("utf8cpp/", {"core/quote.cpp", "diagnose/log_reader.cpp"}),
    ("boost/program_options", {"cli"}),
    ("boost/", {"graph"}),
    ("iostream", {"cli"}),
    ("unistd.h", {"cli", "machine/os", "machine/toolkit"}),
    ("sys/stat.h", {"machine/elf", "machine/host", "machine/os", "tables/load.cpp"}),
    ("sys/ioctl.h", {"cli"}),
    ("sys/", {"machine/os", "machine/elf", "machine/host"}),
    ("linux/magic.h", {"machine/elf"}),
    ("archive.h", {"machine/os/archive_reader.cpp"}),
    ("archive_entry.h", {"machine/os/archive_reader.cpp"}),
    ("cxxabi.h", {"findings"}),
    ("elf.h", {"machine/elf", "machine/host"}),
    ("fcntl.h", {"machine/os", "tables/load.cpp"}),
    ("fnmatch.h", {"machine/os"}),
    ("nettle/", {"machine/os/files.cpp"}),
    ("glob.h", {"machine/os"}),
    ("poll.h", {"machine/os"}),
]

STANDARD = re.compile(r"[a-z_]+\d*")  # no dot, no slash: <vector>
RAW_STRING = re.compile(r'R"([^()\s]*)\((.*?)\)\1"', re.DOTALL)  # may hold a program of its own
INCLUDE = re.compile(r'^\s*#\s*include\b\s*(?:<([^>]*)>|"([^"]*)")?')


def includes_of(path):
    """(line, name, whether it is in angle brackets); the name is None if it is a macro."""
    text = RAW_STRING.sub(lambda raw: "\n" * raw[0].count("\n"), path.read_text(encoding="utf-8"))
    for number, line in enumerate(text.splitlines(), 1):
        if found := INCLUDE.match(line):
            yield number, found[1] or found[2], found[1] is not None


def sources_in(folder):
    return sorted(path for path in folder.rglob("*") if path.suffix in {".cpp", ".hpp"})


def complaint_of_module(module, other, name):
    if other is None:
        return f"{name} belongs to no module"
    if other not in MAY_INCLUDE.get(module, {other}):
        return f"{module} may not include {other} ({name})"
    return None


def complaint_of_library(module, file, name):
    for prefix, allowed in LIBRARIES:
        if name.startswith(prefix):
            return None if {module, file} & allowed else f"<{name}> may only be included in {', '.join(sorted(allowed))}"
    if STANDARD.fullmatch(name):
        return None
    return f"<{name}> is of no library that LIBRARIES lists"


def complaint(root, module, file, public, name, angled):
    """The error of an include, or None. `file` is relative to src/ or include/."""
    if name is None:
        return "an include that a macro hides cannot be checked"
    if name.startswith("cudastdenv/"):
        if not angled:
            return f"public headers stand in angle brackets: <{name}>"
        return complaint_of_module(module, MODULE_OF_HEADER.get(pathlib.PurePath(name).stem), name)
    if public:
        return None if angled and STANDARD.fullmatch(name) and name != "iostream" else (
            f"a public header may not include {name}: only the standard library and public headers, and no streams")
    if angled and file != COMMON and name in {found for _, found, _ in includes_of(root / "src" / COMMON)}:
        return f"{COMMON} has <{name}>"
    if angled:
        return complaint_of_library(module, file, name)
    if "/" not in name and (made := list((root / "src").rglob(name + ".in"))):
        return complaint_of_module(module, module_of_source(made[0].relative_to(root / "src").as_posix()), name)
    if not (root / "src" / name).is_file():
        return f"there is no src/{name}; paths count from src/"
    return complaint_of_module(module, module_of_source(name), name)


def check_includes(root, folder, public, module_of):
    for path in sources_in(root / folder):
        file = path.relative_to(root / folder).as_posix()
        module = module_of(file)
        if module not in NEEDS:
            yield f"{folder}/{file}: belongs to no module that modules.py knows"
            continue
        for number, name, angled in includes_of(path):
            if wrong := complaint(root, module, file, public, name, angled):
                yield f"{folder}/{file}:{number}: {wrong}"


def check_listed(root):
    text = (root / "src" / "meson.build").read_text(encoding="utf-8")
    listed = set(re.findall(r"'([^']*)'", re.sub(r"#.*", "", text)))
    for path in sources_in(root / "src"):
        file = path.relative_to(root / "src").as_posix()
        if path.suffix == ".cpp" and file not in listed:
            yield f"src/{file}: src/meson.build does not list it"
    for path in sources_in(root / "include"):
        file = path.relative_to(root).as_posix()
        if f"../{file}" not in listed:
            yield f"{file}: src/meson.build does not install it"


PRIVATE_PART = re.compile(r"^namespace \{\n(.*?)^\}  // namespace\n", re.MULTILINE | re.DOTALL)
FUNCTION = re.compile(r"^(?!using|struct|class|static_assert|template)\S[\w:<>&*, ]*?[&* ](\w+)\(([^;{}]*?)\)(?: noexcept)? \{",
                      re.MULTILINE)


def private_functions(text):
    """Name and parameter types of each function that is private to its file."""
    for part in PRIVATE_PART.findall(text):
        for name, parameters in FUNCTION.findall(re.sub(r"//.*", "", part)):
            types = [re.sub(r"\s*\b\w+\s*(=.*)?$", "", one.strip()) for one in re.split(r",(?![^<]*>)", parameters)]
            yield name, tuple(types)


TYPE = re.compile(r"^(?:struct|class|enum class) (\w+)[^;]*$", re.MULTILINE)
CONSTANT = re.compile(r"^(?:inline )?constexpr [^=({;]*?(\w+)\s*[={;]", re.MULTILINE)


def private_names(path):
    """The private names of a file, as reported: `half()`, `width`."""
    text = path.read_text(encoding="utf-8")
    if path.suffix == ".hpp":
        return {(name, name) for name in CONSTANT.findall(text)}
    parts = PRIVATE_PART.findall(text)
    things = {(name, name) for part in parts for kind in (TYPE, CONSTANT) for name in kind.findall(part)}
    return things.union((f"{function[0]}()", function) for function in private_functions(text))


def check_private_names(root):
    """Files of a module are compiled together, so private names must differ."""
    seen = {}
    for path in sources_in(root / "src"):
        file = path.relative_to(root / "src").as_posix()
        for name, thing in sorted(private_names(path), key=str):
            first = seen.setdefault((module_of_source(file), thing), file)
            if first != file:
                yield f"src/{file}: {name} is in src/{first} too; they are compiled together"


NAMED_TYPE = re.compile(r"^(?:(?:struct|class|enum class)(?: CUDASTDENV_API)? |CUDASTDENV_NEW_ENUM\()"
                        r"(\w+)(?:,|(?: final)?(?: : [^{;]*)? \{)", re.MULTILINE)


def check_type_names(root):
    """One name is one thing in all namespaces, for readers and for searches."""
    seen = {}
    for folder in ("src", "include"):
        for path in sources_in(root / folder):
            file = path.relative_to(root).as_posix()
            for name in NAMED_TYPE.findall(RAW_STRING.sub("", path.read_text(encoding="utf-8"))):
                first = seen.setdefault(name, file)
                if first != file:
                    yield f"{file}: {first} has a {name} too"


STREAM = re.compile(r"\b(?:stdin|stdout|stderr|STD(?:IN|OUT|ERR)_FILENO|cin|cout|cerr)\b")


def check_streams(root):
    """A test runs the command as a function, which reads and writes the streams of its caller."""
    for path in sources_in(root / "src" / "cli"):
        text = re.sub(r'"[^"\n]*"|//.*', "", path.read_text(encoding="utf-8"))
        if path.name != "main.cpp" and (found := STREAM.search(text)):
            yield f"src/cli/{path.name}: {found[0]} belongs to the process; use Run::streams"


def check_described(root):
    """docs/architecture.md is up to date."""
    file = "docs/architecture.md"
    text = (root / file).read_text(encoding="utf-8")
    rows = re.findall(r"^\| `([\w/]+)` \| (nothing|`[\w/]+`(?:, `[\w/]+`)*) \|", text, re.MULTILINE)
    documented = {module: re.findall(r"`([\w/]+)`", needs) for module, needs in rows}
    for module in sorted({*documented, *NEEDS}):
        if documented.get(module) != NEEDS.get(module):
            yield f"{file}: of {module} it says {documented.get(module)}, modules.py {NEEDS.get(module)}"


def check(root):
    yield from check_described(root)
    yield from check_streams(root)
    yield from check_private_names(root)
    yield from check_type_names(root)
    yield from check_includes(root, "src", False, module_of_source)
    yield from check_includes(root, "include", True, lambda file: MODULE_OF_HEADER.get(pathlib.PurePath(file).stem))
    yield from check_listed(root)


def described(needs):
    """The table of modules in docs/architecture.md."""
    return "".join(f"| `{module}` | {', '.join(f'`{other}`' for other in others) or 'nothing'} | holds what it holds |\n"
                   for module, others in needs.items())


HEADER = "#pragma once\n\n"
GOOD_TREE = {
    "include/cudastdenv/version.hpp": HEADER + "#include <compare>\n",
    "include/cudastdenv/tables.hpp": HEADER + "#include <cudastdenv/version.hpp>\n#include <span>\n",
    "include/cudastdenv/answers.hpp": HEADER + "#include <cudastdenv/tables.hpp>\n",
    "src/core/values.cpp": '#include <cudastdenv/version.hpp>\n#include "core/text.hpp"\n#include <string>\n',
    "src/core/text.hpp": "#include <string_view>\n",
    "src/tables/load.cpp": "#include <cudastdenv/tables.hpp>\n#include <nlohmann/json.hpp>\n",
    "src/resolve/resolve.cpp": '#include <cudastdenv/answers.hpp>\n#include "core/text.hpp"\n',
    "src/spelling/json.hpp": "#include <string>\n",
    "src/spelling/readers.cpp": "#include <nlohmann/json.hpp>\n",
    "src/graph/graph.cpp": "#include <boost/graph/adjacency_list.hpp>\n",
    "src/graph/graph.hpp": "#include <vector>\n",
    "src/nix/nix.cpp": 'auto program = R"(\n#include <iostream>\n)";\n',
    "src/messages/sentence.hpp": "#include <cudastdenv/tables.hpp>\n",
    "src/report/text.cpp": '#include "messages/sentence.hpp"\n#include <fmt/format.h>\n',
    "src/cli/main.cpp": "#include <boost/program_options.hpp>\n#include <iostream>\n#include <unistd.h>\n",
    "src/cli/run.hpp": "",
    "src/core/std.hpp": "#include <span>\n",
    "docs/architecture.md": described(NEEDS),
}

# A change of the good tree, and the expected error.
BROKEN = [
    ({"src/core/text.hpp": "#include <cudastdenv/tables.hpp>\n"}, "core may not include tables"),
    ({"src/tables/load.cpp": '#include "spelling/json.hpp"\n'}, "tables may not include spelling"),
    ({"src/resolve/resolve.cpp": '#  include "spelling/json.hpp"\n'}, "resolve may not include spelling"),
    ({"src/spelling/json.hpp": '#include "graph/graph.hpp"\n'}, "spelling may not include graph"),
    ({"src/graph/graph.hpp": '#include "spelling/json.hpp"\n'}, "graph may not include spelling"),
    ({"src/spelling/json.hpp": '#include "report/text.hpp"\n', "src/report/text.hpp": ""}, "spelling may not include report"),
    ({"src/spelling/json.hpp": '#include "messages/sentence.hpp"\n'}, "spelling may not include messages"),
    ({"src/messages/sentence.hpp": '#include "wire/json.hpp"\n', "src/wire/json.hpp": ""}, "messages may not include wire"),
    ({"src/wire/json.hpp": '#include "report/text.hpp"\n', "src/report/text.hpp": ""}, "wire may not include report"),
    ({"src/report/text.cpp": '#include "cli/run.hpp"\n'}, "report may not include cli"),
    ({"src/report/text.cpp": '#include "graph/graph.hpp"\n'}, "report may not include graph"),
    ({"src/machine/os/file.cpp": '#include "spelling/json.hpp"\n'}, "machine/os may not include spelling"),
    ({"src/machine/os/file.cpp": '#include "machine/elf/file.hpp"\n', "src/machine/elf/file.hpp": ""}, "machine/os may not include machine/elf"),
    ({"src/machine/elf/file.hpp": '#include "machine/toolkit/toolkit.hpp"\n', "src/machine/toolkit/toolkit.hpp": ""},
     "machine/elf may not include machine/toolkit"),
    ({"src/machine/toolkit/toolkit.hpp": '#include "machine/host/host.hpp"\n', "src/machine/host/host.hpp": ""},
     "machine/toolkit may not include machine/host"),
    ({"src/machine/host/host.hpp": '#include "machine/verify/plan.hpp"\n', "src/machine/verify/plan.hpp": ""}, "machine/host may not include machine/verify"),
    ({"src/spelling/json.hpp": '#include "machine/os/file.hpp"\n', "src/machine/os/file.hpp": ""}, "spelling may not include machine/os"),
    ({"src/report/text.cpp": "#include <iostream>\n"}, "<iostream> may only"),
    ({"src/report/text.cpp": "#include <span>\n"}, "core/std.hpp has <span>"),
    ({"src/nix/nix.cpp": 'auto text = R"(\n)";\n#include <iostream>\n'}, "src/nix/nix.cpp:3: <iostream> may only"),
    ({"src/report/text.cpp": "#include <nlohmann/json.hpp>\n"}, "<nlohmann/json.hpp> may only"),
    ({"src/report/text.cpp": "#include <dtl/dtl.hpp>\n"}, "<dtl/dtl.hpp> may only be included in report/page.cpp"),
    ({"src/report/text.cpp": "#include <utf8cpp/utf8.h>\n"}, "<utf8cpp/utf8.h> may only"),
    ({"src/report/text.cpp": "#include <unistd.h>\n"}, "<unistd.h> may only"),
    ({"src/report/text.cpp": "#include <boost/program_options.hpp>\n"}, "<boost/program_options.hpp> may only"),
    ({"src/cli/main.cpp": "#include <boost/graph/graph_traits.hpp>\n"}, "<boost/graph/graph_traits.hpp> may only"),
    ({"src/machine/os/file.cpp": "#include <archive.h>\n"}, "<archive.h> may only be included in machine/os/archive_reader.cpp"),
    ({"src/cli/main.cpp": "#include <elf.h>\n"}, "<elf.h> may only"),
    ({"src/cli/main.cpp": "#include <absl/strings/str_cat.h>\n"}, "is of no library"),
    ({"src/cli/main.cpp": '#include "exit_status.hpp"\n'}, "there is no src/exit_status.hpp"),
    ({"src/cli/main.cpp": "#include HIDDEN\n"}, "a macro hides"),
    ({"src/cli/main.cpp": '#include "cudastdenv/version.hpp"\n'}, "in angle brackets"),
    ({"src/cli/main.cpp": "#include <cudastdenv/nowhere.hpp>\n"}, "cudastdenv/nowhere.hpp belongs to no module"),
    ({"include/cudastdenv/version.hpp": "#include <fmt/format.h>\n"}, "may not include fmt/format.h"),
    ({"include/cudastdenv/version.hpp": "#include <iostream>\n"}, "may not include iostream"),
    ({"include/cudastdenv/version.hpp": '#include "core/text.hpp"\n'}, "may not include core/text.hpp"),
    ({"include/cudastdenv/version.hpp": "#include <cudastdenv/tables.hpp>\n"}, "core may not include tables"),
    ({"include/cudastdenv/tables.hpp": "#include <cudastdenv/answers.hpp>\n"}, "tables may not include resolve"),
    ({"include/cudastdenv/other.hpp": ""}, "include/cudastdenv/other.hpp: belongs to no module"),
    (
        {
            "src/core/values.cpp": "namespace {\n\nint half(int of) {\n    return of / 2;\n}\n\n}  // namespace\n",
            "src/core/text.cpp": "namespace {\n\nint half(int n) { return n / 2; }\n\n}  // namespace\n",
            "src/meson.build": "files('core/version.cpp', 'core/text.cpp')\n",
        },
        "half() is in src/core/",
    ),
    (
        {
            "src/core/values.cpp": "namespace {\n\nconstexpr int width = 1;\n\n}  // namespace\n",
            "src/core/text.hpp": "inline constexpr int width = 2;\n",
        },
        "width is in src/core/text.hpp too",
    ),
    (
        {
            "include/cudastdenv/version.hpp": HEADER + "namespace cudastdenv::x {\nstruct Part {\n};\n}\n",
            "src/core/text.hpp": "namespace cudastdenv::y {\nclass Part {\n};\n}\n",
        },
        "src/core/text.hpp has a Part too",
    ),
    ({"src/cli/answer.cpp": "void f() { std::fflush(stdout); }\n"}, "src/cli/answer.cpp: stdout belongs"),
    ({"src/attic/old.cpp": ""}, "src/attic/old.cpp: belongs to no module"),
    ({"src/meson.build": "files('core/version.cpp')\n"}, "src/cli/main.cpp: src/meson.build does not list it"),
    ({"src/meson.build": "# 'core/values.cpp'\n"}, "src/core/values.cpp: src/meson.build does not list it"),
    ({"src/meson.build": ""}, "include/cudastdenv/tables.hpp: src/meson.build does not install it"),
    ({"docs/architecture.md": described(NEEDS | {"tables": ["core", "resolve"]})}, "of tables it says"),
    ({"docs/architecture.md": described(NEEDS | {"attic": ["core"]})}, "of attic it says ['core'], modules.py None"),
    ({"docs/architecture.md": described(NEEDS).partition("\n")[2]}, "of core it says None"),
]


def complaints_of_tree(files):
    listed = [f"'{name.removeprefix('src/')}'" for name in files if name.endswith(".cpp")]
    listed += [f"'../{name}'" for name in files if name.startswith("include/")]
    with tempfile.TemporaryDirectory(prefix="cudastdenv-modules-") as scratch:
        root = pathlib.Path(scratch)
        for name, text in ({"src/meson.build": ",\n".join(listed)} | files).items():
            path = root / name
            path.parent.mkdir(parents=True, exist_ok=True)
            path.write_text(text, encoding="utf-8")
        return list(check(root))


def self_test():
    if wrong := complaints_of_tree(GOOD_TREE):
        yield f"the good tree is refused: {wrong}"
    for change, expected in BROKEN:
        wrong = complaints_of_tree(GOOD_TREE | change)
        if not any(expected in line for line in wrong):
            yield f"{change}: expected {expected!r}, got {wrong}"


def main():
    if len(sys.argv) != 2:
        sys.exit(__doc__)
    wrong = list(self_test() if sys.argv[1] == "--self-test" else check(pathlib.Path(sys.argv[1])))
    print("\n".join(wrong) or "nothing wrong")
    return 1 if wrong else 0


sys.exit(main())
