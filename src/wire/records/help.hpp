// SPDX-License-Identifier: MIT
#pragma once

/// What `--help --json` prints: the command line, for programs that write manuals, completions and forms from it.

#include "wire/records/shared.hpp"

#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace cudastdenv::wire {

struct OptionRecord {
    std::string_view name;
    std::optional<std::string_view> alias;
    std::optional<std::string> letter;
    std::optional<std::string_view> value;
    std::vector<std::string_view> words;
    std::string_view help;

    static constexpr std::string_view title = "option";
    static constexpr std::string_view meaning = "An option of a command.";
    static constexpr auto fields =
        pack_of(Field{"name", &OptionRecord::name, "Without the dashes."},
                Field{"alias", &OptionRecord::alias, "Another name that it may be given by; null: none."},
                Field{"letter", &OptionRecord::letter, "The short form, without the dash; null: none."},
                Field{"value", &OptionRecord::value, "What it takes, as the help shows it; null: it is a switch."},
                Field{"words", &OptionRecord::words, "All that it takes, where that is a fixed list of words."},
                Field{"help", &OptionRecord::help, "What it does."});
};

struct ExitRecord {
    int code;
    std::string_view meaning_of_code;

    static constexpr std::string_view title = "exit";
    static constexpr std::string_view meaning = "How a command can end.";
    static constexpr auto fields = pack_of(Field{"code", &ExitRecord::code, "The exit code."},
                                           Field{"meaning", &ExitRecord::meaning_of_code, "What it says."});
};

struct CommandRecord {
    std::string_view name;
    std::string_view group;
    std::string_view summary;
    std::string_view arguments;
    std::optional<std::string> more;
    std::vector<std::string_view> examples;
    std::vector<OptionRecord> options;
    std::vector<ExitRecord> exits;
    std::vector<std::string_view> variables;

    static constexpr std::string_view title = "command";
    static constexpr std::string_view meaning = "A command.";
    static constexpr auto fields = pack_of(
        Field{"name", &CommandRecord::name, "One word, or two: nix flags."},
        Field{"group", &CommandRecord::group, "The heading in the help that it stands under."},
        Field{"summary", &CommandRecord::summary, "What it answers or does, without a full stop."},
        Field{"arguments", &CommandRecord::arguments, "What follows its name, as the usage line shows it."},
        Field{"more", &CommandRecord::more, "What there is besides, in words; null: nothing."},
        Field{"examples", &CommandRecord::examples, "Lines to type."},
        Field{"options", &CommandRecord::options, "What it takes."},
        Field{"exits", &CommandRecord::exits, "How it can end."},
        Field{"variables", &CommandRecord::variables, "Names of the variables that say what a question leaves out."});
};

struct HelpRecord {
    SchemaVersion schema;
    std::string_view version;
    std::vector<CommandRecord> commands;

    static constexpr std::string_view title = "help";
    static constexpr std::string_view meaning = "The command line.";
    static constexpr auto fields =
        pack_of(Field{"schemaVersion", &HelpRecord::schema}, Field{"version", &HelpRecord::version, "The program's."},
                Field{"commands", &HelpRecord::commands, "In the order of the help, each before those within it."});
};

}  // namespace cudastdenv::wire
