// SPDX-License-Identifier: MIT
#pragma once

/// Records that several answers share. A record describes each key; its JSON and its schema (docs/schema/,
/// docs/json.md) follow from that.

#include "tables/shape.hpp"

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
        (CodeName, code, "code", "Code of the problem."),
        (std::string, message, "message", "What is wrong, and what would be right."),
        (int, exit_status, "exitStatus", "1: no answer exists; 2: bad input; 3: a needed file or program cannot be read, written or run."))
};

struct CapabilitiesRecord {
    CUDASTDENV_ANSWER("capabilities", "The capabilities that a release builds by default, or all that it supports.",
        (AskedRelease, cuda, "cuda"),
        (std::vector<Capability>, capabilities, "capabilities", "In ascending order."))
};

// The output of `--help --json`: the command line, for generators of manuals, completions and forms.

struct OptionRecord {
    CUDASTDENV_RECORD("option", "An option of a command.",
        (std::string_view, name, "name", "Name without the dashes."),
        (std::optional<std::string_view>, alias, "alias", "Another name; null where none."),
        (std::optional<std::string>, letter, "letter", "Short form, without the dash; null where none."),
        (std::optional<std::string_view>, value, "value", "Name of its value, as the help prints it; null for a switch."),
        (std::vector<std::string_view>, words, "words", "All values that it accepts, where they are a fixed list."),
        (std::string_view, help, "help", "Purpose of the option."))
};

struct ExitRecord {
    CUDASTDENV_RECORD("exit", "An exit code of a command.",
        (int, code, "code", "The exit code."),
        (std::string_view, meaning_of_code, "meaning", "Meaning of the code."))
};

struct CommandRecord {
    CUDASTDENV_RECORD("command", "A command.",
        (std::string_view, name, "name", "One word or two: nix flags."),
        (std::string_view, group, "group", "Heading in the help."),
        (std::string_view, summary, "summary", "Purpose of the command, without a full stop."),
        (std::string_view, arguments, "arguments", "Arguments, as the usage line prints them."),
        (std::optional<std::string>, more, "more", "Further help text; null where none."),
        (std::vector<std::string_view>, examples, "examples", "Command lines."),
        (std::vector<OptionRecord>, options, "options", "Options that it accepts."),
        (std::vector<ExitRecord>, exits, "exits", "Possible exit codes."),
        (std::vector<std::string_view>, variables, "variables", "Environment variables that provide defaults for its options."))
};

struct HelpRecord {
    CUDASTDENV_ANSWER("help", "The command line.",
        (std::string_view, version, "version", "Version of the program."),
        (std::vector<CommandRecord>, commands, "commands", "In the order of the help, each before its subcommands."))
};

}  // namespace cudastdenv::wire
