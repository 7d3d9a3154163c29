// SPDX-License-Identifier: MIT
#pragma once

#include "ask/answers.hpp"
#include "cli/run.hpp"

#include <algorithm>
#include <array>
#include <initializer_list>

namespace cudastdenv::cli {

using namespace asking;  // the commands put questions

/// A variable of the user's that says what a question leaves out.
struct DefaultVariable {
    std::string_view option;
    const char* name;
};
inline constexpr std::array<DefaultVariable, 3> default_variables{{
    {"cuda", "CUDASTDENV_CUDA"},
    {"stdenv", "CUDASTDENV_STDENV"},
    {"system", "CUDASTDENV_SYSTEM"},
}};
/// Where the others are this machine's to say.
inline constexpr std::array release_variable{default_variables.front()};

/// The option that a word names: `--cuda`, `--cuda=12.8`, `-o` or `-ofile`; nullptr: none.
[[nodiscard]] const OptionSpec* find_option(std::string_view word, std::span<const OptionSpec> specs);

/// A command line, taken apart. Every value is the text that was given.
class ParsedOptions : public Texts {
public:
    /// Throws BadInput: unknown, abbreviated or repeated options, missing or superfluous values and arguments.
    /// A first positional name `cuda` takes a release that stands first, where no option names one.
    /// A last positional name `text...` takes all words that are no options, one space between; it is then `text`. A
    /// word that begins with one dash is one of them unless it is, or nearly is, an option of the command, and even
    /// then behind another word if the option takes a value; one with two dashes is, if a compiler or build system
    /// takes its list by it. A sole positional name `file+` takes any number of arguments; list() has them.
    ParsedOptions(std::span<const std::string> arguments, std::span<const OptionSpec> specs,
                  std::span<const std::string_view> positional_names, const Streams& streams = {});

    /// What the name `file+` took; may be empty.
    [[nodiscard]] const std::vector<std::string>& list() const noexcept { return list_; }

    /// The same with what was not given from variables of the user's. An empty one says nothing.
    [[nodiscard]] ParsedOptions with_defaults(std::span<const DefaultVariable> variables) const;

    /// Where the command that they are for reads and writes.
    [[nodiscard]] const Streams& streams() const noexcept { return streams_; }

private:
    std::vector<std::string> list_;
    Streams streams_;
};

/// The tables that a command works on, built in or those of `--data`, and the machine that it runs on.
class ChosenTables {
public:
    /// Throws DataError.
    explicit ChosenTables(const asking::Texts& options);
    ChosenTables(const ChosenTables&) = delete;
    ChosenTables& operator=(const ChosenTables&) = delete;

    [[nodiscard]] const Tables& view() const noexcept { return context_.tables; }
    [[nodiscard]] const asking::Context& context() const noexcept { return context_; }

private:
    std::optional<LoadedTables> loaded_;
    asking::Context context_;
};

/// What makes an answer.
using Asker = std::function<Written(const Context& context, const Form& form)>;

/// Asks, prints the answer, or writes it to the file of `--output`, and prints what is said beside it. Throws what
/// `asker` throws, and MachineError.
[[nodiscard]] ExitStatus answer(const ParsedOptions& options, const Asker& asker);

/// Likewise. `texts`: the question, where it is not the options as they stand. A list, its `text`, that is `-` is read
/// from standard input.
[[nodiscard]] ExitStatus answer(const ParsedOptions& options, const Texts& texts, Answerer answerer);
[[nodiscard]] ExitStatus answer(const ParsedOptions& options, Answerer answerer);

/// What a command is about; in the order of the help.
enum class CommandGroup { ask, lists, machine, nixpkgs, data };

// The options that commands share and do not list.
inline constexpr OptionSpec data_option{"data", "DIR", "read the tables from JSON files instead of the built-in ones"};
inline constexpr OptionSpec help_option{"help", "", "show this help", 'h'};
inline constexpr std::array help_options{help_option};
inline constexpr std::array data_options{data_option, help_option};
/// Of a command that writes a file.
inline constexpr std::array file_options{
    OptionSpec{"output", "FILE", "replace FILE with the answer, if it changed", 'o'},
    data_option,
    OptionSpec{"json", "", "what the file holds, as JSON", 'j'},
    help_option,
};
/// What `--color` takes.
inline constexpr std::string_view color_words = "auto always never";
/// Of a command that answers.
inline constexpr std::array answer_options{
    data_option,
    OptionSpec{"json", "", "the answer as JSON", 'j'},
    OptionSpec{"color", "WHEN", "auto (default), always, never"}.with_words(color_words),
    help_option,
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
    std::span<const OptionSpec> options = {};  ///< its own, behind those of the question of its name
    std::span<const OptionSpec> common = answer_options;
    int (*run)(const ParsedOptions&) = nullptr;     ///< returns an ExitStatus; nullptr: asks the question of its name
    std::span<const Command* const> subcommands{};  ///< `nix` has some: their names begin with its own
    /// The variables that say what it is not given, if it takes that.
    std::span<const DefaultVariable> defaults = {};
};

/// All that a command takes: the options of its question, its own, then the common ones.
[[nodiscard]] std::vector<OptionSpec> options_of(const Command& command);

/// All of them, in the order of the help; those within others are not among them.
[[nodiscard]] std::span<const Command* const> all_commands() noexcept;

/// Rows of a table, as commands within others are listed.
template <std::size_t Count>
[[nodiscard]] constexpr std::array<const Command*, Count> pointers_to(const std::array<Command, Count>& commands) {
    std::array<const Command*, Count> pointers{};
    std::ranges::transform(commands, pointers.begin(), [](const Command& command) { return &command; });
    return pointers;
}

/// The variables that count for a command: of what it takes.
[[nodiscard]] std::vector<DefaultVariable> variables_of(const Command& command);

/// `flags` of `nix flags`.
[[nodiscard]] constexpr std::string_view last_word(const Command& command) {
    return command.name.substr(command.name.rfind(' ') + 1);
}

extern const Command abi_command;
extern const Command completion_command;
extern const Command closure_command;
extern const Command detect_command;
extern const Command env_command;
extern const Command graph_command;
extern const Command ingest_command;
extern const Command manifest_command;
extern const Command nix_command;
extern const Command table_command;
extern const Command verify_command;

/// `cudastdenv 0.1.0, data of 2026-10-07, CUDA releases through 13.5.0` and a line end.
[[nodiscard]] std::string version_line();

/// That line, and below it what the program is made of: the compiler, and each library with its version and licence.
[[nodiscard]] std::string verbose_version();

/// What `cudastdenv --help` prints.
[[nodiscard]] std::string general_help(const report::Style& style);

/// What `cudastdenv COMMAND --help` prints.
[[nodiscard]] std::string help_of(const Command& command, const report::Style& style);

/// What `cudastdenv --help --json` prints: all commands with their options.
[[nodiscard]] std::string help_json();

/// Writes the answer to stdout, whole. Throws std::runtime_error where it cannot be written.
void print_answer(const Streams& streams, std::string_view text);

/// Writes one line `note: ...` or `warning: ...` to stderr.
void print_aside(const Streams& streams, std::string_view kind, std::string_view text);

/// Writes why there is no answer to stderr: a line `error: ...`, or `as_json` a record.
void print_error(const Streams& streams, std::string_view code, std::string_view message, int exit_status,
                 bool as_json);

/// Colour and width for stdout, from `--color`, NO_COLOR, TERM, COLUMNS and the terminal. Throws BadInput.
[[nodiscard]] report::Style stdout_style(const Streams& streams, std::string_view when);

/// `--format`, or with `--json` that: one of these words. Throws BadInput.
[[nodiscard]] std::string_view read_format(const ParsedOptions& options, std::string_view words);

/// How a command's answer is written: with `--json`, or in that style. Throws BadInput.
[[nodiscard]] Form form_of(const ParsedOptions& options);

}  // namespace cudastdenv::cli
