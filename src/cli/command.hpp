// SPDX-License-Identifier: MIT
#pragma once

#include "cli/run.hpp"
#include "query/answers.hpp"

#include <chrono>
#include <memory>

namespace cudastdenv::cli {

using namespace query;  // the commands answer queries

/// An environment variable that sets the default of an option.
struct DefaultVariable {
    std::string_view option;
    const char* name;
};
inline constexpr std::array<DefaultVariable, 3> default_variables{{
    {"cuda", "CUDASTDENV_CUDA"},
    {"stdenv", "CUDASTDENV_STDENV"},
    {"system", "CUDASTDENV_SYSTEM"},
}};

/// The option in a word: `--cuda`, `--cuda=12.8`, `-o` or `-ofile`; nullptr: none.
[[nodiscard]] const OptionSpec* find_option(std::string_view word, std::span<const OptionSpec> specs);

/// A parsed command line. Values are the texts as typed.
class ParsedOptions : public OptionTexts {
public:
    /// Throws BadInput for unknown or abbreviated options, repeated ones that are no lists, and for missing or
    /// unexpected values and arguments. If the first positional name is `cuda`, a release may come first, unless an
    /// option names one. If the last positional name is `text...`, `text` has all other words, separated by spaces.
    /// These include words with one dash, unless they are the command's own options or close to them. After another
    /// word, an option with one dash and a value is text too. Words with two dashes are text if a compiler or build
    /// system accepts its list by them. A single positional name `file+` accepts any number of arguments, which are in
    /// list().
    ParsedOptions(std::span<const std::string> arguments, std::span<const OptionSpec> specs,
                  std::span<const std::string_view> positional_names);

    /// The arguments, for example those of the name `file+`; may be empty.
    [[nodiscard]] const std::vector<std::string>& list() const noexcept { return list_; }

    /// With --here, or --try, which implies it: uses this machine where no release or environment is named.
    void add_this_machine();

    /// Adds defaults from the user's variables. An empty variable sets no default.
    void add_defaults(std::span<const DefaultVariable> variables);

    /// If no environment is named, uses that of this machine, if it is in the tables. Keeps nixpkgs' default in a Nix
    /// build or shell, and if the release is from a package set, an image or this machine.
    /// Sets the option to the environment of this machine, unless the query is about another one.
    void add_environment_here(std::string_view option);

private:
    std::vector<std::string> list_;
};

/// Writes the whole answer to stdout. Throws std::runtime_error if that fails.
void print_answer(const Streams& streams, std::string_view text);

/// Writes one line `note: ...` or `warning: ...` to stderr.
void print_remark(const Streams& streams, std::string_view kind, std::string_view text);

/// The output format: JSON with `--json`, otherwise text in that style. Throws BadInput.
[[nodiscard]] Form form_of(const ParsedOptions& options, const Streams& streams);

/// A running command: its options, and the resulting tables, machine and output format.
class Run : public ParsedOptions {
public:
    /// Throws BadInput.
    Run(const ParsedOptions& options, const Streams& its_streams)
        : ParsedOptions(options), streams(its_streams), form(form_of(options, its_streams)) {}
    Run(const Run&) = delete;
    Run& operator=(const Run&) = delete;

    /// The tables, built-in or from `--data`, and the machine. Throws DataError.
    [[nodiscard]] const Context& context() const;
    [[nodiscard]] const Tables& tables() const { return context().tables; }

    /// Prints an answer, and returns the exit code. Throws MachineError.
    [[nodiscard]] int end(std::string_view text, bool answered = true) const;
    /// Prints an answer as JSON or text, and returns the exit code.
    template <class Answer>
    [[nodiscard]] int end(const Answer& answer, std::string (*lay_out)(const Answer&, const report::Style&),
                          bool answered = true) const {
        return end(laid_out(answer, form, lay_out), answered);
    }
    /// Prints an answer with its notes, or writes it to the file in `--output`. Returns the exit code.
    [[nodiscard]] int end(const Written& written) const;
    /// Prints a note or warning.
    template <class First, class... Rest>
    void remark(std::string_view kind, fmt::format_string<First, Rest...> text, First&& first, Rest&&... rest) const {
        print_remark(streams, kind, fmt::format(text, std::forward<First>(first), std::forward<Rest>(rest)...));
    }
    void remark(std::string_view kind, std::string_view text) const { print_remark(streams, kind, text); }

    const Streams streams;
    const Form form;

private:
    mutable std::optional<LoadedTables> loaded_;
    mutable std::optional<Context> context_;
};

/// A file that a command reads from start to end, or standard input if it is called `-`.
class InputFile {
public:
    /// Throws DataError if it is missing, a directory, a named pipe or unreadable. Our own descriptors (`/dev/fd/3`)
    /// can be read.
    InputFile(const Streams& streams, const std::string& path);

    /// The name in errors.
    [[nodiscard]] const std::string& name() const noexcept { return name_; }
    /// Size in bytes; 0: unknown until the end.
    [[nodiscard]] std::size_t size() const noexcept { return size_; }
    /// Fills the front of the buffer, and returns the number of bytes; 0 at the end. Throws DataError.
    std::size_t read(std::span<char> buffer);
    /// The rest of the file. Throws DataError, also if it is larger than `max_bytes`.
    [[nodiscard]] std::string read_all(std::size_t max_bytes);

private:
    struct Close {
        void operator()(std::FILE* file) const { std::fclose(file); }
    };
    std::string name_;
    std::unique_ptr<std::FILE, Close> owned_;
    std::FILE* file_ = nullptr;
    std::size_t size_ = 0;
};

/// The query with its list `text`. `-` is replaced by standard input, at most 1 MiB, without the newline at the end.
/// Throws DataError.
[[nodiscard]] OptionTexts with_list_text(const Streams& streams, const OptionTexts& texts);

inline constexpr OptionSpec quiet_option{"quiet", "", "print no progress", 'q'};

/// Prints the progress of long work to stderr. On a terminal it is one changing line with a count and an estimate,
/// which disappears. Otherwise it is a few plain lines; with `--quiet`, nothing.
class Progress {
public:
    /// `format_progress` returns `12 of 36 tried`. If `always` is false, very short work prints nothing.
    using FormatProgress = std::function<std::string(std::size_t done, std::size_t total)>;
    Progress(const Run& run, FormatProgress format_progress, bool always = true);
    Progress(const Progress&) = delete;
    Progress& operator=(const Progress&) = delete;
    ~Progress();

    /// Reports that `done` of `total` things are done. `total` is 0 if it is unknown.
    void at(std::size_t done, std::size_t total);

private:
    using Clock = std::chrono::steady_clock;

    Streams streams_;
    FormatProgress format_progress_;
    bool quiet_;
    bool terminal_;
    bool always_;
    std::size_t shown_ = 0;  ///< width of the terminal's line in columns; or the number of twentieths in the log
    Clock::time_point begin_ = Clock::now();
    Clock::time_point last_ = begin_;
};

/// `12 of 40 MiB read`, of bytes.
[[nodiscard]] std::string format_mebibytes(std::size_t done, std::size_t total);

/// The same for reading these files, for a terminal only: their size is not passed to Progress::at().
[[nodiscard]] Progress::FormatProgress format_bytes_of(const std::vector<std::string>& files);

/// The topic of a command, in the order of the help.
enum class CommandGroup { ask, lists, machine, nixpkgs, data };

// The common options, which the commands do not list.
inline constexpr OptionSpec data_option{"data", "DIR", "read the tables from JSON files instead of the built-in ones"};
inline constexpr OptionSpec help_option{"help", "", "show this help", 'h'};
inline constexpr std::array help_options{help_option};
inline constexpr std::array data_options{data_option, help_option};
/// For commands that write a file.
inline constexpr std::array file_options{
    OptionSpec{"output", "FILE", "write the answer to FILE, if it changed", 'o'},
    data_option,
    OptionSpec{"json", "", "print the content of the file as JSON", 'j'},
    help_option,
};
/// The values of `--color`.
inline constexpr std::string_view color_words = "auto always never";
/// For commands that print an answer.
inline constexpr std::array answer_options{
    data_option,
    OptionSpec{"json", "", "print the answer as JSON", 'j'},
    OptionSpec{"color", "WHEN", "colour the output: auto (default), always, never"}.with_values(color_words),
    help_option,
};

/// A command: its options, its help and its function.
struct Command {
    std::string_view name;
    CommandGroup group = CommandGroup::ask;  ///< of a subcommand, that of its command counts
    std::string_view summary;
    std::string_view arguments = "[OPTIONS]";  ///< for the usage line
    std::string (*more)() = nullptr;           ///< more text for the help; nullptr: none
    std::string_view none = {};                ///< meaning of exit code 1; empty: unused
    std::array<std::string_view, 3> examples;  ///< at the start of the help; empty ones are ignored
    std::string_view positional = {};          ///< names of the arguments, for ParsedOptions, separated by one space
    std::span<const OptionSpec> options = {};  ///< its own, in addition to those of the query with its name
    std::span<const OptionSpec> common = answer_options;
    int (*run)(const Run&) = nullptr;        ///< returns the exit code; nullptr: answers the query with its name
    std::span<const Command> subcommands{};  ///< `nix` has some, with names that begin with its own
    /// Variables that set defaults, for those options that the command has.
    std::span<const DefaultVariable> defaults = {};
    std::string_view here = {};   ///< option whose default is the environment of this machine; empty: none
    std::string_view alias = {};  ///< another name, which nothing lists; empty: none
};

/// All options of a command: those of its query, its own, then the common ones.
[[nodiscard]] std::vector<OptionSpec> options_of(const Command& command);

/// All commands without subcommands, in the order of the help.
[[nodiscard]] std::span<const Command> all_commands() noexcept;

/// The variables that set defaults for a command's options.
[[nodiscard]] std::vector<DefaultVariable> variables_of(const Command& command);

/// `flags` of `nix flags`.
[[nodiscard]] constexpr std::string_view last_word(const Command& command) {
    return command.name.substr(command.name.rfind(' ') + 1);
}

/// The one of these commands that a word names; nullptr: none.
[[nodiscard]] constexpr const Command* command_named(std::string_view word, std::span<const Command> among) {
    for (const Command& command : among)
        if (word == last_word(command) || (!word.empty() && word == command.alias)) return &command;
    return nullptr;
}

/// Prints an error for each file that could not be read.
void print_unreadable(const Run& run, std::span<const std::string> errors);

/// Whether a file with that name can set a list of capabilities.
[[nodiscard]] bool is_build_file(const std::string& name);

/// The files, `-` too, and in place of each directory the files in it and its subdirectories whose names are wanted,
/// sorted. Links are not followed. Throws DataError.
[[nodiscard]] std::vector<std::string> files_named(std::span<const std::string> paths,
                                                   bool (*is_wanted)(const std::string& name));

/// `covers`: of files, or of a list.
[[nodiscard]] int run_covers(const Run& run);

extern const Command abi_command;
extern const Command completion_command;
extern const Command closure_command;
extern const Command detect_command;
extern const Command env_command;
extern const Command graph_command;
extern const Command ingest_command;
extern const Command manifest_command;
extern const Command nix_command;
extern const Command port_command;
extern const Command table_command;
extern const Command verify_command;

/// `cudastdenv 0.1.0, data of 2026-10-07, CUDA releases through 13.5.0` and a newline. With `verbose`, also the
/// compiler, and each library with its version and licence.
[[nodiscard]] std::string version_text(bool verbose);

/// The output of `cudastdenv --help`.
[[nodiscard]] std::string general_help(const report::Style& style);

/// The output of `cudastdenv COMMAND --help`.
[[nodiscard]] std::string help_of(const Command& command, const report::Style& style);

/// The output of `cudastdenv --help --json`: all commands with their options.
[[nodiscard]] std::string help_json();

/// Answers the query with that name. If its list `text` is `-`, reads it from standard input.
[[nodiscard]] int ask(const Run& run, std::string_view question);

/// Prints the reason for the failure to stderr: a line `error: ...`, or with `as_json` a record.
void print_error(const Streams& streams, std::string_view code, std::string_view message, int exit_status,
                 bool as_json);

/// `--format`, or `json` with `--json`. Must be one of these words. Throws BadInput.
[[nodiscard]] std::string_view read_format(const ParsedOptions& options, std::string_view words);

}  // namespace cudastdenv::cli
