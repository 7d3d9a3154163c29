// SPDX-License-Identifier: MIT
#pragma once

#include "cli/options.hpp"
#include "report/page.hpp"

#include <algorithm>
#include <array>
#include <cstddef>
#include <initializer_list>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace cudastdenv::cli {

/// What a command is about; in the order of the help.
enum class CommandGroup { ask, lists, machine, nixpkgs, data };

/// Which variables of the user's say what a question leaves out.
enum class Defaults {
    none,
    release,  ///< the others are this machine's to say
    all,
};

/// At most three texts.
class FewTexts {
public:
    constexpr FewTexts(std::initializer_list<std::string_view> texts) : size_(texts.size()) {
        std::ranges::copy(texts, texts_.begin());
    }
    [[nodiscard]] constexpr auto begin() const noexcept { return texts_.begin(); }
    [[nodiscard]] constexpr auto end() const noexcept { return texts_.begin() + size_; }
    [[nodiscard]] constexpr operator std::span<const std::string_view>() const noexcept {
        return std::span(texts_).first(size_);
    }

private:
    std::array<std::string_view, 3> texts_;
    std::size_t size_;
};

/// The options that commands share and do not list.
enum class CommonOptions {
    help,
    data,    ///< --data, --help
    file,    ///< of a command that writes a file: --output, --data, --json, --help
    answer,  ///< of a command that answers: --data, --json, --color, --help
};

/// A command: what it takes, what its help says, what it does.
struct Command {
    std::string_view name;
    CommandGroup group;
    std::string_view summary;
    std::string_view arguments;                ///< as the usage line shows them
    std::string (*more)() = nullptr;           ///< more text for the help; nullptr: none
    std::string_view none = {};                ///< what exit code 1 means; empty: it does not end so
    FewTexts examples;                         ///< the help begins with them
    FewTexts positional = {};                  ///< names of the arguments, for ParsedOptions
    std::span<const OptionSpec> options = {};  ///< its own
    CommonOptions common = CommonOptions::answer;
    int (*run)(const ParsedOptions&);               ///< returns an ExitStatus
    std::span<const Command* const> subcommands{};  ///< `nix` has some: their names begin with its own
    Defaults defaults = Defaults::none;
};

/// All that a command takes: its own options, then the common ones.
[[nodiscard]] std::vector<OptionSpec> options_of(const Command& command);

/// The names that `--format` takes for lists, for a command's help.
[[nodiscard]] std::string formats_in_words();

/// All of them, in the order of the help; those within others are not among them.
[[nodiscard]] std::span<const Command* const> all_commands() noexcept;

/// The variables that count for a command: of what it takes.
[[nodiscard]] std::vector<DefaultVariable> variables_of(const Command& command);

/// `flags` of `nix flags`.
[[nodiscard]] constexpr std::string_view last_word(const Command& command) {
    return command.name.substr(command.name.rfind(' ') + 1);
}

extern const Command abi_command;
extern const Command resolve_command;
extern const Command explain_command;
extern const Command capabilities_command;
extern const Command compat_command;
extern const Command completion_command;
extern const Command closure_command;
extern const Command covers_command;
extern const Command detect_command;
extern const Command diagnose_command;
extern const Command env_command;
extern const Command flags_command;
extern const Command gpu_command;
extern const Command graph_command;
extern const Command ingest_command;
extern const Command lint_command;
extern const Command manifest_command;
extern const Command nix_command;
extern const Command releases_command;
extern const Command table_command;
extern const Command verify_command;

/// Writes the answer to stdout, whole. Throws std::runtime_error where it cannot be written.
void print_answer(const Streams& streams, std::string_view text);

/// Writes one line `note: ...` or `warning: ...` to stderr.
void print_aside(const Streams& streams, std::string_view kind, std::string_view text);

/// Writes why there is no answer to stderr: a line `error: ...`, or `as_json` a record.
void print_error(const Streams& streams, std::string_view code, std::string_view message, int exit_status,
                 bool as_json);

/// Colour and width for stdout, from `--color`, NO_COLOR, TERM, COLUMNS and the terminal. Throws BadInput.
[[nodiscard]] report::Style stdout_style(const Streams& streams, std::string_view when);
[[nodiscard]] report::Style stdout_style(const ParsedOptions& options);

}  // namespace cudastdenv::cli
