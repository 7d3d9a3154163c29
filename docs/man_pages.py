#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""Writes the manual pages: cudastdenv(1), and one for each command.

Synopsis, options, examples and exit codes are those of `cudastdenv --help --json`. The rest is the command's page in
this directory. All of it is Markdown, which lowdown converts.

usage: man_pages.py OUTPUT LOWDOWN COMMAND...

OUTPUT is a directory to create, COMMAND is cudastdenv, or an emulator and cudastdenv.
"""

import itertools
import json
import pathlib
import re
import shutil
import subprocess
import sys
import textwrap

DOCS = pathlib.Path(__file__).resolve().parent
# Pages with another name than their command.
PAGE = {"covers": "coverage", "lint": "spellings", "gpu": "compat", "graph": "coverage", "completion": "command"}
# The only section of that page that is about the command.
SECTION = {"completion": "Completions", "gpu": "One GPU", "graph": "Graphs", "nix audit": "Auditing a checkout",
           "nix diff": "Comparing a checkout", "nix impact": "What a bump does", "nix update": "Updating a checkout"}
LINK = r"\[(?P<text>(?:[^\]`]|`[^`]*`)+)\]\((?P<target>[^)]+)\)"
CODE_OR_LINK = re.compile(r"^ *```.*?^ *```$|`[^`]*`|" + LINK, re.M | re.S)
# groff prints these as other characters, which cannot be copied to a shell.
COPIED = {"-": r"\-", "'": r"\(aq", "`": r"\(ga", "^": r"\(ha", "~": r"\(ti"}
COLUMNS, INDENT = 80, 7


def page_name(command):
    return "-".join(["cudastdenv", *command.split()])


def fold(line):
    """A line of code in `COLUMNS`: a command continues after a backslash, its output after an indent."""
    is_command = re.match(r"\s*(\$|cmake|cudastdenv|eval) ", line)
    parts = textwrap.wrap(line, COLUMNS - 3, break_long_words=False, break_on_hyphens=False,
                          subsequent_indent=re.match(r" *", line)[0] + "    ")
    return line if len(line) <= COLUMNS else (" \\\n" if is_command else "\n").join(parts)


def without_link(match, commands):
    """The text of a link and its target: a manual page, an address or a file. Code stays as it is."""
    text, target = match["text"], match["target"]
    if not target:
        return "\n".join(map(fold, match[0].split("\n"))) if "```" in match[0] else match[0]
    if target.startswith("http"):
        return f"{text} ({target})"
    file = pathlib.PurePath(target.partition("#")[0])
    if file.suffix != ".md" or file.parts[0] == "..":
        return text
    command = next((name for name in commands if PAGE.get(name, name) == file.stem and name not in SECTION), None)
    place = f"**{page_name(command)}**(1)" if command else f"docs/{file.name}"
    return place if text.strip("`") in (command, file.stem, file.name, f"docs/{file.name}") else f"{text} (see {place})"


def entries(table):
    """Each row as an entry: its first cell, then the others, with the heads of their columns if they are several."""
    head, *rows = [re.split(r"\n?T\}\|T\{\n?", row) for row in re.findall(r"^T\{\n(.*?)\n?T\}$", table[0], re.M | re.S)]
    lines = []
    for first, *others in rows:
        named = [f"{name}: {cell}" if name and len(head) > 2 else cell for name, cell in zip(head[1:], others)]
        lines += [".TP", first or r"\&", "; ".join(each for each, cell in zip(named, others) if cell) or r"\&"]
    return "\n".join(lines + [".PP"]).replace(r"\e|", "|")


def code(block):
    """Wide code begins at the margin."""
    width = max(len(re.sub(r"\\(\(..|.)", "x", line)) for line in block[1].split("\n"))
    return f".in {0 if width + INDENT > COLUMNS else INDENT}\n.nf\n{block[1]}.fi\n.in"


def roff(lowdown, markdown, commands):
    text = CODE_OR_LINK.sub(lambda match: without_link(match, commands), markdown)
    options = ["-Tman", "--out-no-smarty", "--parse-no-autolink", "--parse-no-intraemph", "--parse-no-metadata"]
    page = subprocess.run([lowdown, *options], input=text, check=True, capture_output=True, encoding="utf-8").stdout
    page = re.sub(r"\\fC|\\f\(C[RB]", r"\\fB", page)  # code is bold, and these fonts are for printers
    page = re.sub(r"^\.TS\n.*?^\.TE$", entries, page, flags=re.M | re.S)
    page = re.sub(r"^\.EX\n(.*?)^\.EE$", code, page, flags=re.M | re.S)
    copied = re.compile(r"(?<!\\)[-'`^~]")
    page = "".join(line if line.startswith(".") else copied.sub(lambda sign: COPIED[sign[0]], line)
                   for line in page.splitlines(True))
    return re.sub(r"^\.(S[HS])\n(.*)$", r'.\1 "\2"', page, flags=re.M)


def plain(text):
    """Text without Markdown, for a cell of a table."""
    return re.sub(r"([\\*_|<\[])", r"\\\1", text)


def table(rows):
    return "\n".join(["| | |", "|---|---|", *(f"| {head} | {text} |" for head, text in rows)])


def sections_of(file):
    lead, *rest = re.split(r"^## (.+)\n", re.sub(r"\A# .+\n", "", file.read_text(encoding="utf-8")), flags=re.M)
    return lead.strip(), dict(zip(rest[::2], rest[1::2]))


def described(name):
    """The first paragraph about a command, what follows it, and what there is about exit codes."""
    first = name.split()[0]
    lead, sections = sections_of(DOCS / f"{PAGE.get(first, first)}.md")
    if section := SECTION.get(name, SECTION.get(first)):
        lead, sections = sections[section], {}
    elif first != name:
        lead, sections = f"[{first}]({first}.md) has more.", {}
    exits = sections.pop("Exit codes", "")
    opening, _, rest = lead.strip().partition("\n\n")
    return opening, "\n\n".join([rest, *(f"## {title}\n{text}" for title, text in sections.items())]), exits


def option_row(option):
    names = [f"--{option['name']}"] + [f"-{option['letter']}"] * bool(option["letter"])
    names += [f"--{option['alias']}"] * bool(option["alias"])
    value = f" *{plain(option['value'])}*" if option["value"] else ""
    return ", ".join(f"**{name}**{value}" for name in names), plain(option["help"])


def summary_row(command):
    return f"**{page_name(command['name'])}**(1)", plain(command["summary"])


def exit_table(command):
    return table((f"**{each['code']}**", plain(each["meaning"])) for each in command["exits"])


def command_page(command, commands):
    name = command["name"]
    opening, details, exits = described(name)
    within = [each for each in commands if each["name"].startswith(f"{name} ")]
    related = [*name.split()[:-1], *(each["name"] for each in within)]
    variables = [(f"**{each}**", f"the default of --{each.split('_')[1].lower()}") for each in command["variables"]]
    return {
        "Name": f"{page_name(name)} - {plain(command['summary'])}",
        "Synopsis": f"**cudastdenv {name}** {plain(command['arguments'])}",
        "Description": "\n\n".join(filter(None, [command["more"] and plain(command["more"]), opening])),
        "Commands": table(map(summary_row, within)) if within else "",
        "Options": table(map(option_row, command["options"])),
        "Examples": "\n".join(["```", *command["examples"], "```"]),
        "Exit status": f"{exit_table(command)}\n\n{exits}",
        "Environment": table(variables) if variables else "",
        "Details": details,
        "See also": ", ".join(f"**{each}**(1)" for each in sorted({"cudastdenv", *map(page_name, related)})),
    }


def main_page(commands):
    opening, _, details = sections_of(DOCS.parent / "README.md")[0].partition("\n\n")
    choice = "How the choice is made"
    outer = [command for command in commands if " " not in command["name"]]
    groups = itertools.groupby(outer, lambda command: command["group"])
    return {
        "Name": "cudastdenv - which host compiler, libstdc++ and GPU capabilities work with a CUDA release",
        "Synopsis": "**cudastdenv** \\[*COMMAND*\\] \\[*WORD*...\\] \\[*OPTIONS*\\]",
        "Description": opening,
        "Commands": "\n\n".join(f"## {group}\n{table(map(summary_row, rows))}" for group, rows in groups),
        "Options": table([
            ("**--help**, **-h**", "list the commands, or a command's options; with **--json** all of them as JSON"),
            ("**--version**, **-V**", "print the version and the date of the data; with **--verbose** also licences"),
        ]),
        "Exit status": exit_table(outer[0]),
        "Environment": "\n\n".join(sections_of(DOCS / "command.md")[1][title] for title in ("Defaults", "On a screen")),
        "Details": details,
        choice: sections_of(DOCS / "resolve.md")[1][choice],
        "See also": ", ".join(f"**{page_name(each['name'])}**(1)" for each in outer),
    }


def main():
    if len(sys.argv) < 4:
        sys.exit(__doc__)
    output, lowdown, *program = sys.argv[1:]
    described_by = json.loads(subprocess.run([*program, "--help", "--json"], check=True, capture_output=True).stdout)
    commands = described_by["commands"]
    pages = {"cudastdenv": main_page(commands)}
    pages.update({page_name(command["name"]): command_page(command, commands) for command in commands})
    shutil.rmtree(output, ignore_errors=True)
    pathlib.Path(output).mkdir(parents=True)
    for name, sections in pages.items():
        text = "\n\n".join(f"# {title.upper()}\n\n{text}" for title, text in sections.items() if text.strip())
        # Lines that are not stretched or hyphenated can be copied. groff 1.23 and later need the last two requests.
        head = (f'.TH {name.upper()} 1 "" "cudastdenv {described_by["version"]}" "cudastdenv"\n'
                ".ad l\n.nh\n.ds AD l\n.nr HY 0\n")
        body = roff(lowdown, text, [command["name"] for command in commands if " " not in command["name"]])
        pathlib.Path(output, f"{name}.1").write_text(head + body, encoding="utf-8")


main()
