#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""The manual pages: cudastdenv(1), and one for each command. What a command takes and how it ends is what
`cudastdenv --help --json` says; what is said of it is its page in this folder.

usage: man_pages.py OUTPUT COMMAND...     OUTPUT: a folder that is made; COMMAND: cudastdenv, or an emulator and it
"""

import json
import pathlib
import re
import shutil
import subprocess
import sys

DOCS = pathlib.Path(__file__).resolve().parent
# The names of those that have a page.
COMMANDS = set()
# Where a command's page is called otherwise.
PAGE = {"covers": "coverage", "lint": "spellings", "gpu": "compat", "graph": "coverage", "completion": "command"}
# The one section of that page that is about the command.
SECTION = {"completion": "Completions", "gpu": "One GPU", "graph": "Graphs", "nix audit": "Auditing a checkout",
           "nix diff": "Comparing a checkout", "nix impact": "What a bump does", "nix update": "Updating a checkout"}


def escaped(text):
    """As it stands: no request, no escape, and dashes that can be copied."""
    text = text.replace("\\", "\\e").replace("-", "\\-")
    text = re.sub(r"(?m)^(?=[.'])", r"\\&", text)
    return text.replace("`", "\\(ga").replace("^", "\\(ha").replace("~", "\\(ti")


def bold(text):
    return f"\\fB{escaped(text)}\\fR"


class Inline:
    """Markdown within a line: code, bold, links. The address of a link that leaves the project stays."""

    FORM = re.compile(r"`(?P<code>[^`]+)`|\*\*(?P<bold>[^*]+)\*\*|\[(?P<text>(?:[^\]`]|`[^`]*`)+)\]\((?P<link>[^)]+)\)"
                      r"|\*(?P<it>[^*\s][^*]*)\*|<(?P<url>https?://[^>]+)>")

    @classmethod
    def roff(cls, text):
        out, at = [], 0
        for found in cls.FORM.finditer(text):
            out.append(escaped(text[at:found.start()]))
            at = found.end()
            if found["code"]:
                out.append(bold(found["code"]))
            elif found["bold"]:
                out.append(f"\\fB{cls.plain(found['bold'])}\\fR")
            elif found["it"]:
                out.append(f"\\fI{cls.plain(found['it'])}\\fR")
            elif found["url"]:
                out.append(escaped(found["url"]))
            else:
                out.append(cls.link(found["text"], found["link"]))
        out.append(escaped(text[at:]))
        return "".join(out)

    @classmethod
    def link(cls, text, place):
        """The pages of commands are manual pages; of the others it says where they lie."""
        if place.startswith("http"):
            return f"{cls.roff(text)} ({escaped(place)})"
        file = place.split("#")[0].removeprefix("docs/")
        stem = file.removesuffix(".md")
        if not file or file.startswith(".."):
            return cls.roff(text)
        where, names = f"docs/{escaped(file)}", (stem, file, f"docs/{file}")
        if command := next((name for name in (stem, *PAGE) if PAGE.get(name, name) == stem and name in COMMANDS
                            and SECTION.get(name) is None), None):
            where, names = f"{bold(page_name(command))}(1)", (*names, f"`{command}`")
        return where if text in names else f"{cls.roff(text)} (see {where})"

    @classmethod
    def plain(cls, text):
        return escaped(cls.FORM.sub(lambda found: found[0].strip("`*"), text))


class Page:
    """Markdown as it stands in this folder, as requests of man(7)."""

    def __init__(self):
        self.lines = []

    def section(self, title):
        self.lines.append(f".SH {escaped(title.upper())}")

    def subsection(self, title):
        self.lines.append(f".SS {Inline.plain(title)}")

    def paragraph(self, text):
        self.lines += [".PP", Inline.roff(text)]

    def code(self, lines):
        # As wide as a screen, it begins at the margin.
        is_wide = max(map(len, lines), default=0) > 69
        begin, end = (".in 0", ".in") if is_wide else (".RS 2", ".RE")
        self.lines += [".PP", begin, ".nf"] + [escaped(line) for line in lines] + [".fi", end]

    def item(self, mark, text):
        self.lines += [f".IP {mark} 4", Inline.roff(text)]

    def entry(self, head, text):
        """`head` is roff already."""
        self.lines += [".TP", head, text if text else "\\&"]

    def table(self, rows):
        head, *body = rows
        for cells in body:
            rest = [Inline.roff(cell) if not name or len(head) == 2 else f"{Inline.roff(name)}: {Inline.roff(cell)}"
                    for name, cell in zip(head[1:], cells[1:]) if cell]
            self.entry(Inline.roff(cells[0]) or "\\&", "; ".join(rest))
        self.lines.append(".PP")

    def markdown(self, text):
        lines = text.split("\n")
        at = 0
        while at < len(lines):
            line = lines[at]
            if not line.strip():
                at += 1
            elif line.lstrip().startswith("```"):
                # Within an item it stands further in.
                margin = len(line) - len(line.lstrip())
                end = lines.index(line[:margin] + "```", at + 1)
                self.code([each[margin:] for each in lines[at + 1:end]])
                at = end + 1
            elif line.startswith("#"):
                self.subsection(line.lstrip("# "))
                at += 1
            elif line.startswith("|"):
                end = at
                while end < len(lines) and lines[end].startswith("|"):
                    end += 1
                rows = [[cell.strip().replace("\\|", "|") for cell in re.split(r"(?<!\\)\|", row)[1:-1]]
                        for row in lines[at:end]]
                self.table([rows[0]] + rows[2:])
                at = end
            else:
                at = self.block(lines, at)

    def block(self, lines, at):
        """A paragraph or an item, which goes on until something else begins."""
        mark = re.match(r"\s*(\*|-|\d+\.) ", lines[at])
        text = [lines[at][mark.end():] if mark else lines[at]]
        at += 1
        while at < len(lines) and lines[at].strip() and not re.match(r"\s*(\* |- |\d+\. |\||```|#)", lines[at]):
            text.append(lines[at])
            at += 1
        joined = " ".join(part.strip() for part in text)
        if mark:
            self.item("\\(bu" if mark[1] in "*-" else mark[1], joined)
        else:
            self.paragraph(joined)
        return at


def sections_of(text):
    """The text before the first heading, and each section by its heading."""
    parts = re.split(r"(?m)^## (.+)$", re.sub(r"(?m)\A# .+\n", "", text))
    return parts[0], list(zip(parts[1::2], parts[2::2]))


def described(page, name):
    """Adds what the page of the folder says of a command before its first section. Returns the other sections, as pairs of
    heading and text."""
    first = name.split()[0]
    section = SECTION.get(name, SECTION.get(first))
    if first == "nix" and name != first and not section:
        page.lines += [".PP", f"{bold(page_name(first))}(1) has more."]
        return []
    lead, sections = sections_of((DOCS / f"{PAGE.get(first, first)}.md").read_text(encoding="utf-8"))
    if section:
        lead, sections = dict(sections)[section], []
    page.markdown(lead)
    return sections


def option_head(option):
    names = [f"--{option['name']}"] + ([f"-{option['letter']}"] if option["letter"] else [])
    names += [f"--{option['alias']}"] if option["alias"] else []
    value = f" \\fI{escaped(option['value'])}\\fR" if option["value"] else ""
    return ", ".join(bold(name) + value for name in names)


def add_options(page, options):
    page.section("Options")
    for option in options:
        page.entry(option_head(option), Inline.roff(option["help"]))


def add_exits(page, exits, text):
    page.section("Exit status")
    for each in exits:
        page.entry(bold(str(each["code"])), escaped(each["meaning"]))
    page.markdown(text)


def heading(name, version):
    # Lines that are neither stretched nor hyphenated: what stands there is copied.
    return [f'.TH {escaped(name.upper())} 1 "" "cudastdenv {version}" "cudastdenv"', ".ad l", ".nh"]


def page_name(name):
    return "-".join(["cudastdenv"] + name.split())


def references(page, names):
    page.section("See also")
    page.lines.append(", ".join(f"{bold(name)}(1)" for name in sorted(names)))


def command_page(command, commands, version):
    name = command["name"]
    page = Page()
    page.lines += heading(page_name(name), version)
    page.section("Name")
    page.lines.append(f"{escaped(page_name(name))} \\- {escaped(command['summary'])}")
    page.section("Synopsis")
    page.lines.append(f"{bold('cudastdenv ' + name)} {escaped(command['arguments'])}")
    page.section("Description")
    if command["more"]:
        page.paragraph(command["more"])
    sections = described(page, name)
    exits = "".join(text for title, text in sections if title == "Exit codes")
    details = [(title, text) for title, text in sections if title != "Exit codes"]
    within = [each for each in commands if each["name"].startswith(f"{name} ")]
    for each in within:
        page.entry(f"{bold(page_name(each['name']))}(1)", escaped(each["summary"]))
    page.section("Examples")
    page.code(command["examples"])
    add_options(page, command["options"])
    if command["variables"]:
        page.section("Environment")
        for variable in command["variables"]:
            page.entry(bold(variable), escaped(f"the default of --{variable.split('_')[1].lower()}"))
    if details:
        page.section("Details")
    for title, text in details:
        page.subsection(title)
        page.markdown(text)
    add_exits(page, command["exits"], exits)
    parent = [" ".join(name.split()[:-1])] if " " in name else []
    references(page, ["cudastdenv"] + [page_name(each) for each in parent + [w["name"] for w in within]])
    return page


def main_page(commands, version):
    page = Page()
    page.lines += heading("cudastdenv", version)
    page.section("Name")
    page.lines.append("cudastdenv \\- which host compiler, libstdc++ and GPU capabilities work with a CUDA release")
    page.section("Synopsis")
    page.lines.append(f"{bold('cudastdenv')} \\fICOMMAND\\fR [\\fIOPTIONS\\fR]")
    page.section("Description")
    lead, _ = sections_of((DOCS.parent / "README.md").read_text(encoding="utf-8"))
    page.markdown(lead)
    outer = [command for command in commands if " " not in command["name"]]
    page.section("Commands")
    group = None
    for command in outer:
        if command["group"] != group:
            group = command["group"]
            page.subsection(group)
        page.entry(f"{bold(page_name(command['name']))}(1)", escaped(command["summary"]))
    choice = "How the choice is made"
    page.section(choice)
    page.markdown(dict(sections_of((DOCS / "resolve.md").read_text(encoding="utf-8"))[1])[choice])
    page.section("Options")
    page.entry(f"{bold('--help')}, {bold('-h')}", "list the commands; with " + bold("--json")
               + " also their options, as JSON; after a command's name, list its options")
    page.entry(f"{bold('--version')}, {bold('-V')}", "print the version and the date of the data; with "
               + bold("--verbose") + " also the libraries in it and their licences")
    page.section("Environment")
    for variable, text in (("CUDASTDENV_CUDA", "the default release"),
                           ("CUDASTDENV_STDENV", "the default environment"),
                           ("CUDASTDENV_SYSTEM", "the default system"),
                           ("COLUMNS", "the width of answers, from 40 to 100 [default: the terminal's, otherwise 80]"),
                           ("NO_COLOR", "if it is set, or TERM is dumb, answers have no colours")):
        page.entry(bold(variable), escaped(text))
    page.section("Exit status")
    for code, text in (("0", "answered"), ("1", "the answer is no, none or unknown: its first line says which"),
                       ("2", "bad input"), ("3", "data, file or process failure")):
        page.entry(bold(code), escaped(text))
    references(page, [page_name(command["name"]) for command in outer])
    return page


def main():
    if len(sys.argv) < 3:
        sys.exit(__doc__)
    said = subprocess.run([*sys.argv[2:], "--help", "--json"], check=True, capture_output=True).stdout
    told = json.loads(said)
    commands, version = told["commands"], told["version"]
    COMMANDS.update(command["name"] for command in commands)
    output = pathlib.Path(sys.argv[1])
    shutil.rmtree(output, ignore_errors=True)
    output.mkdir(parents=True)
    pages = {"cudastdenv": main_page(commands, version)}
    for command in commands:
        pages[page_name(command["name"])] = command_page(command, commands, version)
    for name, page in pages.items():
        (output / f"{name}.1").write_text("\n".join(page.lines) + "\n", encoding="utf-8")


main()
