// SPDX-License-Identifier: MIT
#pragma once

#include "ask/answers.hpp"
#include "cli/run.hpp"

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
                  std::span<const std::string_view> positional_names);

    /// The arguments, such as what the name `file+` took; may be empty.
    [[nodiscard]] const std::vector<std::string>& list() const noexcept { return list_; }

    /// The same with what was not given from variables of the user's. An empty one says nothing.
    [[nodiscard]] ParsedOptions with_defaults(std::span<const DefaultVariable> variables) const;

    /// The same where no environment is named: in that of this machine, if the tables have it. nixpkgs' default stays
    /// in a Nix build or shell, and where the release is a package set, an image or this machine's.
    [[nodiscard]] ParsedOptions with_environment_here() const;

private:
    std::vector<std::string> list_;
};

/// Writes the answer to stdout, whole. Throws std::runtime_error where it cannot be written.
void print_answer(const Streams& streams, std::string_view text);

/// Writes one line `note: ...` or `warning: ...` to stderr.
void print_aside(const Streams& streams, std::string_view kind, std::string_view text);

/// How a command's answer is written: with `--json`, or in that style. Throws BadInput.
[[nodiscard]] Form form_of(const ParsedOptions& options, const Streams& streams);

/// A command that runs: what was typed, and what that says of its tables, of the machine and of how it answers.
class Run : public ParsedOptions {
public:
    /// Throws BadInput.
    Run(const ParsedOptions& options, const Streams& its_streams)
        : ParsedOptions(options), streams(its_streams), form(form_of(options, its_streams)) {}
    Run(const Run&) = delete;
    Run& operator=(const Run&) = delete;

    /// The built-in tables, or those of `--data`, and the machine that it runs on. Throws DataError.
    [[nodiscard]] const Context& context() const;
    [[nodiscard]] const Tables& tables() const { return context().tables; }

    /// Prints an answer, and gives the exit code. Throws MachineError.
    [[nodiscard]] int end(std::string_view text, bool answered = true) const;
    /// The same of one that is JSON or a text.
    template <class Answer>
    [[nodiscard]] int end(const Answer& answer, std::string (*lay_out)(const Answer&, const report::Style&),
                          bool answered = true) const {
        return end(laid_out(answer, form, lay_out), answered);
    }
    /// The same with what is said beside it; where `--output` names a file, that is written.
    [[nodiscard]] int end(const Written& written) const;
    /// Says something beside the answer.
    template <class First, class... Rest>
    void say(std::string_view kind, fmt::format_string<First, Rest...> text, First&& first, Rest&&... rest) const {
        print_aside(streams, kind, fmt::format(text, std::forward<First>(first), std::forward<Rest>(rest)...));
    }
    void say(std::string_view kind, std::string_view text) const { print_aside(streams, kind, text); }

    const Streams streams;
    const Form form;

private:
    mutable std::optional<LoadedTables> loaded_;
    mutable std::optional<Context> context_;
};

/// What a command is about; in the order of the help.
enum class CommandGroup { ask, lists, machine, nixpkgs, data };

// The options that commands share and do not list.
inline constexpr OptionSpec data_option{"data", "DIR", "read the tables from JSON files instead of the built-in ones"};
inline constexpr OptionSpec help_option{"help", "", "show this help", 'h'};
inline constexpr std::array help_options{help_option};
inline constexpr std::array data_options{data_option, help_option};
/// Of a command that writes a file.
inline constexpr std::array file_options{
    OptionSpec{"output", "FILE", "write the answer to FILE, if it changed", 'o'},
    data_option,
    OptionSpec{"json", "", "print the content of the file as JSON", 'j'},
    help_option,
};
/// What `--color` takes.
inline constexpr std::string_view color_words = "auto always never";
/// Of a command that answers.
inline constexpr std::array answer_options{
    data_option,
    OptionSpec{"json", "", "print the answer as JSON", 'j'},
    OptionSpec{"color", "WHEN", "colour the output: auto (default), always, never"}.with_words(color_words),
    help_option,
};

/// A command: what it takes, what its help says, what it does.
struct Command {
    std::string_view name;
    CommandGroup group = {};  ///< of one within another: that one's
    std::string_view summary;
    std::string_view arguments = "[OPTIONS]";  ///< as the usage line shows them
    std::string (*more)() = nullptr;           ///< more text for the help; nullptr: none
    std::string_view none = {};                ///< what exit code 1 means; empty: it does not end so
    std::array<std::string_view, 3> examples;  ///< the help begins with them; empty ones are none
    std::string_view positional = {};          ///< names of the arguments, for ParsedOptions, one space between
    std::span<const OptionSpec> options = {};  ///< its own, behind those of the question of its name
    std::span<const OptionSpec> common = answer_options;
    int (*run)(const Run&) = nullptr;        ///< gives the exit code; nullptr: asks the question of its name
    std::span<const Command> subcommands{};  ///< `nix` has some: their names begin with its own
    /// The variables that say what it is not given, if it takes that.
    std::span<const DefaultVariable> defaults = {};
    bool is_asked_here = false;  ///< the environment that nobody names is that of this machine
};

/// All that a command takes: the options of its question, its own, then the common ones.
[[nodiscard]] std::vector<OptionSpec> options_of(const Command& command);

/// All of them, in the order of the help; those within others are not among them.
[[nodiscard]] std::span<const Command> all_commands() noexcept;

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

/// `cudastdenv 0.1.0, data of 2026-10-07, CUDA releases through 13.5.0` and a line end; with `verbose` below it what
/// the program is made of: the compiler, and each library with its version and licence.
[[nodiscard]] std::string version_text(bool verbose);

/// What `cudastdenv --help` prints.
[[nodiscard]] std::string general_help(const report::Style& style);

/// What `cudastdenv COMMAND --help` prints.
[[nodiscard]] std::string help_of(const Command& command, const report::Style& style);

/// What `cudastdenv --help --json` prints: all commands with their options.
[[nodiscard]] std::string help_json();

/// Asks the library the question of that name. A list, its `text`, that is `-` is read from standard input.
[[nodiscard]] int ask(const Run& run, std::string_view question);

/// Writes why there is no answer to stderr: a line `error: ...`, or `as_json` a record.
void print_error(const Streams& streams, std::string_view code, std::string_view message, int exit_status,
                 bool as_json);

/// Colour and width for stdout, from `--color`, NO_COLOR, TERM, COLUMNS and the terminal. Throws BadInput.
[[nodiscard]] report::Style stdout_style(const Streams& streams, std::string_view when);

/// `--format`, or with `--json` that: one of these words. Throws BadInput.
[[nodiscard]] std::string_view read_format(const ParsedOptions& options, std::string_view words);

}  // namespace cudastdenv::cli
