// SPDX-License-Identifier: MIT
/// Information about the command itself: version, help, and completions for shells.
#include "cli/command.hpp"
#include "completion_scripts.hpp"
#include "core/text.hpp"
#include "linked_libraries.hpp"
#include "machine/os/archive_reader.hpp"
#include "pages/table.hpp"

#include <cudastdenv/config.h>

#include <cctype>

namespace cudastdenv::cli {

namespace {

std::string compiler_version() {
#ifdef __clang__
    return fmt::format("Clang {}.{}.{}", __clang_major__, __clang_minor__, __clang_patchlevel__);
#else
    return fmt::format("GCC {}.{}.{}", __GNUC__, __GNUC_MINOR__, __GNUC_PATCHLEVEL__);
#endif
}

std::string c_library_version() {
#ifdef __GLIBC__
    return fmt::format("{}.{}", __GLIBC__, __GLIBC_MINOR__);
#else
    return "unknown";
#endif
}

std::vector<machine::LinkedLibrary> libraries() {
    std::vector<machine::LinkedLibrary> all{
        {"Boost", std::string(boost_version), "BSL-1.0"},
        {"dtl", std::string(report::dtl_version()), "BSD-3-Clause"},
        {"fmt", std::string(fmt_version), "MIT"},
        {"nlohmann_json", std::string(nlohmann_json_version), "MIT"},
        {"utfcpp", std::string(utfcpp_version), "BSL-1.0"},
        {"libstdc++", fmt::format("of GCC {}", _GLIBCXX_RELEASE), "GPL-3.0-or-later WITH GCC-exception-3.1"},
        {"glibc", c_library_version(), "LGPL-2.1-or-later"},
    };
    for (machine::LinkedLibrary& library : machine::archive_libraries()) all.push_back(std::move(library));
    all.push_back({"nettle", std::string(nettle_version), "LGPL-3.0-or-later OR GPL-2.0-or-later"});
    return all;
}

std::string_view title_of(CommandGroup group) {
    constexpr std::array<std::string_view, 5> titles{"Ask", "Capability lists", "This machine", "nixpkgs",
                                                     "The tables"};
    return titles.at(static_cast<std::size_t>(group));
}

/// The exit codes. `none` is the meaning of 1; empty: unused.
std::vector<wire::ExitRecord> exits_of(std::string_view none) {
    std::vector<wire::ExitRecord> exits{{exit_answered, "answered"}};
    if (!none.empty()) exits.push_back({exit_none, none});
    exits.push_back({exit_bad_input, "bad input"});
    exits.push_back({exit_failure, "data, file or process failure"});
    return exits;
}

std::string format_exits(std::string_view none) {
    return fmt::format("Exit codes: {}.", joined(exits_of(none), "; ", [](const wire::ExitRecord& exit) {
                           return fmt::format("{} {}", exit.code, exit.meaning_of_code);
                       }));
}

std::string paragraph(const report::Style& style, std::string_view text) {
    return report::wrap(text, style.width, 0, 0) + '\n';
}

/// A word and its meaning, in two columns. A long word has its own line.
std::string entry(const report::Style& style, std::string_view word, std::size_t column, std::string_view meaning) {
    std::string text = fmt::format("  {}", word);
    if (text.size() + 1 < column) text.resize(column, ' ');
    else text += '\n' + std::string(column, ' ');
    return text + report::wrap(meaning, style.width, column, column) + '\n';
}

std::string entries(const report::Style& style, std::span<const Command> listed) {
    constexpr std::size_t column = 16;
    return joined(listed, "",
                  [&](const Command& command) { return entry(style, last_word(command), column, command.summary); });
}

std::vector<std::string_view> examples_of(const Command& command) {
    std::vector<std::string_view> examples(command.examples.begin(), command.examples.end());
    std::erase(examples, "");
    return examples;
}

void add_records(const Command& command, CommandGroup group, std::vector<wire::CommandRecord>& records) {
    wire::CommandRecord record{.name = command.name,
                               .group = title_of(group),
                               .summary = command.summary,
                               .arguments = command.arguments,
                               .more = command.more ? std::optional(command.more()) : std::nullopt,
                               .examples = examples_of(command),
                               .options = {},
                               .exits = exits_of(command.none),
                               .variables = all_names(variables_of(command), &DefaultVariable::name)};
    for (const OptionSpec& option : options_of(command))
        record.options.push_back(
            {.name = option.name,
             .alias = some_text(option.alias),
             .letter = option.letter == '\0' ? std::nullopt : std::optional(std::string(1, option.letter)),
             .value = some_text(option.value),
             .words = query::split_words(option.words),
             .help = option.help});
    records.push_back(std::move(record));
    for (const Command& inner : command.subcommands) add_records(inner, group, records);
}

/// A possible completion of the word at the cursor.
struct Completion {
    std::string word;
    std::string_view meaning = {};
};
using Completions = std::vector<Completion>;

/// Removes quotes, because shells pass the word at the cursor with its quotes.
std::string unquoted(std::string_view word) {
    std::string text;
    const bool in_quotes = word.starts_with('\'') || word.starts_with('"');
    if (in_quotes) word.remove_prefix(1);
    for (std::size_t i = 0; i < word.size(); ++i) {
        if (!in_quotes && word[i] == '\\' && i + 1 < word.size()) ++i;
        text += word[i];
    }
    return text;
}

/// Bash splits `--cuda=12.8` into three words.
std::vector<std::string> joined_at_signs(const std::vector<std::string>& words, bool& value_alone) {
    std::vector<std::string> joined;
    for (std::size_t i = 0; i < words.size(); ++i) {
        const bool is_sign = words[i] == "=" && !joined.empty() && joined.back().starts_with("--");
        if (is_sign) {
            joined.back() += "=" + (i + 1 < words.size() ? words[++i] : "");
            value_alone = i + 1 >= words.size();
        } else {
            joined.push_back(words[i]);
        }
    }
    return joined;
}

/// A command line up to the cursor.
class TypedLine {
public:
    explicit TypedLine(const std::vector<std::string>& given) : words_(joined_at_signs(given, value_alone_)) {
        if (words_.empty()) words_.emplace_back();
        for (std::string& word : words_) word = unquoted(word);
    }

    [[nodiscard]] Completions candidates() {
        std::span<const Command> among = all_commands();
        for (;;) {
            if (at_ + 1 == words_.size()) return names_of(among);
            command_ = command_named(words_[at_], among);
            if (!command_) return {};
            ++at_;
            if (command_->subcommands.empty() || words_[at_].starts_with('-')) break;
            among = command_->subcommands;
        }
        options_ = options_of(*command_);
        read_preceding();
        return of_the_last_word();
    }

private:
    [[nodiscard]] Completions names_of(std::span<const Command> among) const {
        Completions all;
        for (const Command& command : among) all.push_back({std::string(last_word(command)), command.summary});
        if (!command_)
            all.insert(all.end(), {{"help", "list the commands, or print the help of one"},
                                   {"--help", "list the commands"},
                                   {"--version", "print the version and the date of the data"}});
        return fitting(std::move(all), words_.back());
    }

    void read_preceding() {
        for (; at_ + 1 < words_.size(); ++at_) {
            const std::string& word = words_[at_];
            awaited_ = nullptr;
            if (options_end_ || !word.starts_with('-') || word == "-") {
                arguments_.push_back(word);
            } else if (word == "--") {
                options_end_ = true;
            } else if (const OptionSpec* option = option_named(word)) {
                given_.push_back(option->name);
                if (option->value.empty() || word.find('=') != word.npos) continue;
                if (at_ + 2 < words_.size()) ++at_;
                else awaited_ = option;
            }
        }
    }

    [[nodiscard]] const OptionSpec* option_named(std::string_view word) const {
        return word.starts_with("--") || word.size() == 2 ? find_option(word, options_) : nullptr;
    }

    [[nodiscard]] Completions of_the_last_word() const {
        const std::string& word = words_.back();
        if (awaited_) return values_of(*awaited_, word, "");
        if (!options_end_ && word.starts_with("--") && word.find('=') != word.npos) {
            const OptionSpec* option = option_named(word);
            const std::size_t value = word.find('=') + 1;
            if (!option || option->value.empty()) return {};
            return values_of(*option, word.substr(value), value_alone_ ? "" : word.substr(0, value));
        }
        if (!options_end_ && word.starts_with('-')) return fitting(options_left(), word);
        const std::optional<OptionSpec> argument = argument_left();
        Completions arguments = argument ? values_of(*argument, word, "") : Completions();
        return arguments.empty() && word.empty() ? options_left() : arguments;
    }

    [[nodiscard]] Completions options_left() const {
        Completions all;
        for (const OptionSpec& option : options_)
            if (!contains(given_, option.name)) all.push_back({fmt::format("--{}", option.name), option.help});
        return all;
    }

    /// The next argument, as an option with the same values; absent: no more arguments.
    [[nodiscard]] std::optional<OptionSpec> argument_left() const {
        std::vector<std::string_view> names = pieces_of(command_->positional, ' ');
        if (contains(given_, std::string_view("cuda"))) std::erase(names, "cuda");
        const bool takes_more = !names.empty() && (names.back().ends_with("...") || names.back().ends_with('+'));
        if (arguments_.size() >= names.size() && !takes_more) return std::nullopt;
        const std::string_view name = names[std::min(arguments_.size(), names.size() - 1)];
        if (name == "dir" || name == "toolkit") return OptionSpec{name, "DIR", ""};
        if (name.starts_with("file") || command_->arguments.find("FILE") != std::string_view::npos)
            return OptionSpec{name, "FILE", ""};
        if (name == "shell+") return OptionSpec{name, "", ""}.with_values("bash zsh fish");
        if (name == "table+" && !arguments_.empty()) return std::nullopt;
        return OptionSpec{name.substr(0, name.find_first_of(".+")), "", ""};
    }

    /// `prefix`: the part of the word before the value.
    [[nodiscard]] static Completions values_of(const OptionSpec& option, std::string_view typed, std::string prefix) {
        // The shell completes file names itself.
        if (option.value == "FILE") return {{"", "files"}};
        if (option.value == "DIR" || option.value == "FOLDER") return {{"", "folders"}};
        std::string_view listed;
        if (option.is_list() || option.name == "capabilities") {
            const std::size_t comma = typed.rfind(',');
            if (comma != typed.npos) listed = typed.substr(0, comma + 1);
            typed.remove_prefix(listed.size());
        }
        Completions all;
        std::vector<std::string> values = query::candidates(builtin_tables(), option, typed);
        if (option.name == "table")
            for (const report::PrintedTable& table : report::printed_tables()) values.emplace_back(table.name);
        for (const std::string& value : values)
            if (!contains(split_words(listed), value)) all.push_back({value});
        all = fitting(std::move(all), typed);
        for (Completion& each : all) each.word = fmt::format("{}{}{}", prefix, listed, each.word);
        return all;
    }

    [[nodiscard]] static Completions fitting(Completions all, std::string_view typed) {
        std::erase_if(all, [&](const Completion& each) {
            return !equal_in_any_case(std::string_view(each.word).substr(0, typed.size()), typed);
        });
        return all;
    }

    bool value_alone_ = false;  ///< whether the shell expects only the value of `--cuda=12.8`
    std::vector<std::string> words_;
    std::size_t at_ = 0;
    const Command* command_ = nullptr;
    std::vector<OptionSpec> options_;      ///< of the command
    std::vector<std::string_view> given_;  ///< names of the options so far
    std::vector<std::string> arguments_;
    const OptionSpec* awaited_ = nullptr;  ///< the option whose value is next
    bool options_end_ = false;
};

int run_completion(const Run& run) {
    const std::vector<std::string>& words = run.list();
    if (run.has("words")) {
        std::string text;
        for (const auto& [word, meaning] : TypedLine(words).candidates())
            text += meaning.empty() ? fmt::format("{}\n", word) : fmt::format("{}\t{}\n", word, meaning);
        return run.end(text);
    }
    if (words.empty()) throw BadInput(InputError::missing, "missing shell; pass bash, zsh or fish");
    if (words.size() > 1) throw BadInput(InputError::malformed, "unexpected argument {}", in_quotes(words[1]));
    return run.end(read_row("shell", words.front(), std::span<const Script>(scripts), &Script::shell).text);
}

constexpr std::array completion_options{
    OptionSpec{"words", "", "print completions of the last word after -- (used by the scripts)"}};

}  // namespace

std::string version_text(bool verbose) {
    std::string text = fmt::format("cudastdenv {}, {}\n", CUDASTDENV_VERSION, messages::age_of(builtin_tables()));
    if (!verbose) return text;
    text += fmt::format("licence        MIT\ncompiled by    {}, linked {}\n\nLibraries, with their licences\n",
                        compiler_version(), command_is_static ? "statically" : "dynamically");
    for (const machine::LinkedLibrary& library : libraries())
        text += fmt::format("{:<14} {:<10} {}\n", library.name, library.version, library.licence);
    return text;
}

std::vector<OptionSpec> options_of(const Command& command) {
    const AskedCommand* question = asked_command(command.name);
    std::vector<OptionSpec> all;
    for (const std::span<const OptionSpec> options :
         {question ? question->options : std::span<const OptionSpec>(), command.options, command.common})
        all.insert(all.end(), options.begin(), options.end());
    return all;
}

std::vector<DefaultVariable> variables_of(const Command& command) {
    std::vector<DefaultVariable> variables;
    const std::vector<OptionSpec> taken = options_of(command);
    for (const DefaultVariable& variable : command.defaults)
        if (find_in(taken, variable.option, &OptionSpec::name)) variables.push_back(variable);
    return variables;
}

std::string general_help(const report::Style& style) {
    std::string help = "Usage: cudastdenv WORD... | FILE... | COMMAND [OPTIONS]\n";
    help += paragraph(style, "Which host compiler, libstdc++ and GPU capabilities work with a CUDA release, and why.");
    help += "\n  cudastdenv 12.8 gcc-15\n  cudastdenv resolve 12.8 --stdenv ubuntu-24.04\n  make 2>&1 | cudastdenv\n";
    constexpr std::size_t shown = 5;
    const std::span<const Command> commands = all_commands();
    help += fmt::format("\n{}\n{}", style.strong("Commands"), entries(style, commands.first(shown)));
    help += '\n' +
            paragraph(style, fmt::format("More commands: {}.", joined(commands.subspan(shown), ", ", &Command::name)));
    help += '\n' + paragraph(style,
                             "`cudastdenv COMMAND --help` shows a command's options, `man cudastdenv-COMMAND` "
                             "more. `cudastdenv --version --verbose` shows the libraries and their licences. The "
                             "variables CUDASTDENV_CUDA, CUDASTDENV_STDENV and CUDASTDENV_SYSTEM set defaults.");
    return help + paragraph(style, format_exits("the answer is no, none or unknown"));
}

std::string help_of(const Command& command, const report::Style& style) {
    std::string help;
    for (const std::string_view example : examples_of(command)) help += fmt::format("  {}\n", example);
    help += fmt::format("\nUsage: {}\n", report::wrap(fmt::format("cudastdenv {} {}", command.name, command.arguments),
                                                      style.width, 11, 7));
    std::string sentence = fmt::format("{}.", command.summary);
    sentence.front() = static_cast<char>(std::toupper(static_cast<unsigned char>(sentence.front())));
    help += paragraph(style, sentence);
    if (command.more) help += '\n' + paragraph(style, command.more());
    if (!command.subcommands.empty())
        help += fmt::format("\n{}\n{}", style.strong("Commands"), entries(style, command.subcommands));
    help += fmt::format("\n{}\n", style.strong("Options"));
    constexpr std::size_t column = 25;
    for (const OptionSpec& option : options_of(command))  // `-c, --cuda VERSION`
        help += entry(style,
                      fmt::format("{}--{}{}{}", option.letter == '\0' ? "" : fmt::format("-{}, ", option.letter),
                                  option.name, option.value.empty() ? "" : " ", option.value),
                      column,
                      fmt::format("{}{}{}", option.help, option.alias.empty() ? "" : "; also --", option.alias));
    if (const auto variables = variables_of(command); !variables.empty())
        help += '\n' + paragraph(style, fmt::format("Defaults can be set with {}.",
                                                    joined(variables, ", ", &DefaultVariable::name)));
    return help + '\n' + paragraph(style, format_exits(command.none));
}

std::string help_json() {
    wire::HelpRecord record{.version = CUDASTDENV_VERSION, .commands = {}};
    for (const Command& command : all_commands()) add_records(command, command.group, record.commands);
    return wire::answer_text(record);
}

const Command completion_command{
    .name = "completion",
    .group = CommandGroup::machine,
    .summary = "generate shell completions of commands, options and their values",
    .arguments = "bash|zsh|fish",
    .examples = {"source <(cudastdenv completion bash)", "cudastdenv completion fish | source"},
    .positional = "shell+",
    .options = completion_options,
    .common = help_options,
    .run = run_completion,
};

}  // namespace cudastdenv::cli
