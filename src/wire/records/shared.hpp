// SPDX-License-Identifier: MIT
#pragma once

/// Records that several answers share. A record describes each key; its JSON and its schema (docs/schema/,
/// docs/json.md) follow from that.

#include "apply/apply.hpp"
#include "resolve/drivers.hpp"
#include "spelling/spell.hpp"
#include "tables/fields.hpp"
#include "words/resolution.hpp"

#include <cudastdenv/answers.hpp>

namespace cudastdenv::wire {

/// The answer as printed: ends with a newline.
template <class T>
std::string answer_text(const T& record) {
    return json_text(record) + '\n';
}

// A field is one line.
// clang-format off

/// Printed to standard error with --json.
struct ErrorRecord {
    CUDASTDENV_ANSWER("error", "Why there is no answer.",
        (CodeName, code, "code", "What is wrong, for programs."),
        (std::string, message, "message", "What is wrong, and what would be right."),
        (int, exit_status, "exitStatus", "1: the answer is none; 2: bad input; 3: what is needed cannot be read, written or run."))
};

struct CapabilitiesRecord {
    CUDASTDENV_ANSWER("capabilities", "The capabilities that a release builds for by default, or all.",
        (AskedRelease, cuda, "cuda"),
        (std::vector<Capability>, capabilities, "capabilities", "In ascending order."))
};

// The output of `--help --json`: the command line, for generators of manuals, completions and forms.

struct OptionRecord {
    CUDASTDENV_RECORD("option", "An option of a command.",
        (std::string_view, name, "name", "Without the dashes."),
        (std::optional<std::string_view>, alias, "alias", "Another name that it may be given by; null: none."),
        (std::optional<std::string>, letter, "letter", "The short form, without the dash; null: none."),
        (std::optional<std::string_view>, value, "value", "What it takes, as the help shows it; null: it is a switch."),
        (std::vector<std::string_view>, words, "words", "All that it takes, where that is a fixed list of words."),
        (std::string_view, help, "help", "What it does."))
};

struct ExitRecord {
    CUDASTDENV_RECORD("exit", "How a command can end.",
        (int, code, "code", "The exit code."),
        (std::string_view, meaning_of_code, "meaning", "What it says."))
};

struct CommandRecord {
    CUDASTDENV_RECORD("command", "A command.",
        (std::string_view, name, "name", "One word, or two: nix flags."),
        (std::string_view, group, "group", "The heading in the help that it stands under."),
        (std::string_view, summary, "summary", "What it answers or does, without a full stop."),
        (std::string_view, arguments, "arguments", "What follows its name, as the usage line shows it."),
        (std::optional<std::string>, more, "more", "What there is besides, in words; null: nothing."),
        (std::vector<std::string_view>, examples, "examples", "Lines to type."),
        (std::vector<OptionRecord>, options, "options", "What it takes."),
        (std::vector<ExitRecord>, exits, "exits", "How it can end."),
        (std::vector<std::string_view>, variables, "variables", "Names of the variables that say what a question leaves out."))
};

struct HelpRecord {
    CUDASTDENV_ANSWER("help", "The command line.",
        (std::string_view, version, "version", "The program's."),
        (std::vector<CommandRecord>, commands, "commands", "In the order of the help, each before those within it."))
};

}  // namespace cudastdenv::wire
