// SPDX-License-Identifier: MIT
#include "ask/bad_input.hpp"
#include "ask/candidates.hpp"
#include "cli/command.hpp"
#include "cli/run.hpp"
#include "completion_scripts.hpp"
#include "core/lists.hpp"
#include "pages/table.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cctype>
#include <string>
#include <vector>

namespace cudastdenv::cli {

namespace {

/// What the word at the cursor may become.
struct Completion {
    std::string word;
    std::string_view meaning = {};
};
using Completions = std::vector<Completion>;

/// The shell has better names for files than anyone.
const Completions files{{"", "files"}};
const Completions folders{{"", "folders"}};

/// A word as the shell would hand it over: shells give the one at the cursor with its quotes.
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

bool begins_with(std::string_view text, std::string_view start) {
    const auto lower = [](char c) { return std::tolower(static_cast<unsigned char>(c)); };
    return text.size() >= start.size() && std::ranges::equal(text.substr(0, start.size()), start, {}, lower, lower);
}

/// Bash takes `--cuda=12.8` apart into three words.
std::vector<std::string> joined_at_signs(const std::vector<std::string>& words, bool& value_alone) {
    std::vector<std::string> joined;
    for (std::size_t i = 0; i < words.size(); ++i) {
        const bool is_sign = words[i] == "=" && !joined.empty() && joined.back().starts_with("--");
        if (!is_sign) {
            joined.push_back(words[i]);
            continue;
        }
        joined.back() += "=";
        if (i + 1 < words.size()) joined.back() += words[++i];
        value_alone = i + 1 >= words.size();
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
        std::span<const Command* const> among = all_commands();
        for (;;) {
            if (at_ + 1 == words_.size()) return names_of(among);
            const auto found = std::ranges::find(among, words_[at_], [](const Command* c) { return last_word(*c); });
            if (found == among.end()) return {};
            command_ = *found;
            ++at_;
            if (command_->subcommands.empty() || words_[at_].starts_with('-')) break;
            among = command_->subcommands;
        }
        options_ = options_of(*command_);
        read_what_stands_before();
        return of_the_last_word();
    }

private:
    [[nodiscard]] const std::string& current() const { return words_.back(); }

    [[nodiscard]] Completions names_of(std::span<const Command* const> among) const {
        Completions all;
        for (const Command* command : among) all.push_back({std::string(last_word(*command)), command->summary});
        if (!command_) {
            all.push_back({"help", "the commands, or what one of them takes"});
            all.push_back({"--help", "the commands"});
            all.push_back({"--version", "the program's version, and the data's date"});
        }
        return fitting(std::move(all), current());
    }

    void read_what_stands_before() {
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
        const std::string& word = current();
        if (awaited_) return values_of(*awaited_, word, "");
        if (!options_end_ && word.starts_with("--") && word.find('=') != word.npos) {
            const OptionSpec* option = option_named(word);
            const std::size_t value = word.find('=') + 1;
            if (!option || option->value.empty()) return {};
            return values_of(*option, word.substr(value), value_alone_ ? "" : word.substr(0, value));
        }
        if (!options_end_ && word.starts_with('-')) return fitting(options_left(), word);
        Completions arguments = arguments_left(word);
        return arguments.empty() && word.empty() ? options_left() : arguments;
    }

    [[nodiscard]] Completions options_left() const {
        Completions all;
        for (const OptionSpec& option : options_)
            if (!contains(given_, option.name)) all.push_back({fmt::format("--{}", option.name), option.help});
        return all;
    }

    [[nodiscard]] Completions arguments_left(const std::string& word) const {
        std::span<const std::string_view> names = command_->positional;
        if (!names.empty() && names.front() == "cuda" && contains(given_, std::string_view("cuda")))
            names = names.subspan(1);
        if (names.empty()) return {};
        const bool takes_more = names.back().ends_with("...") || names.back().ends_with('+');
        if (arguments_.size() >= names.size() && !takes_more) return {};
        const std::string_view name = names[std::min(arguments_.size(), names.size() - 1)];
        if (name == "dir" || name == "toolkit") return folders;
        if (name.starts_with("file") || command_->arguments.find("FILE") != std::string_view::npos) return files;
        if (name == "table+") return arguments_.empty() ? fitting(tables(), word) : Completions{};
        if (name == "shell+") return fitting({{"bash"}, {"zsh"}, {"fish"}}, word);
        return values_of({name.substr(0, name.find('.')), "", ""}, word, "");
    }

    [[nodiscard]] static Completions tables() {
        Completions all;
        for (const report::PrintedTable& table : report::printed_tables()) all.push_back({std::string(table.name)});
        return all;
    }

    /// `prefix`: what of the word is no value.
    [[nodiscard]] static Completions values_of(const OptionSpec& option, std::string_view typed, std::string prefix) {
        if (option.value == "FILE") return files;
        if (option.value == "DIR" || option.value == "FOLDER") return folders;
        std::string_view listed;
        if (option.value.find(',') != option.value.npos || option.name == "capabilities") {
            const std::size_t comma = typed.rfind(',');
            if (comma != typed.npos) listed = typed.substr(0, comma + 1);
            typed.remove_prefix(listed.size());
        }
        Completions all;
        for (std::string& value : asking::candidates(builtin_tables(), option, typed))
            if (("," + std::string(listed)).find("," + value + ",") == std::string::npos)
                all.push_back({std::move(value)});
        all = fitting(std::move(all), typed);
        for (Completion& each : all) each.word = prefix + std::string(listed) + each.word;
        return all;
    }

    [[nodiscard]] static Completions fitting(Completions all, std::string_view typed) {
        std::erase_if(all, [&](const Completion& each) { return !begins_with(each.word, typed); });
        return all;
    }

    bool value_alone_ = false;  ///< of `--cuda=12.8` the shell wants the value
    std::vector<std::string> words_;
    std::size_t at_ = 0;
    const Command* command_ = nullptr;
    std::vector<OptionSpec> options_;      ///< of the command
    std::vector<std::string_view> given_;  ///< names of the options
    std::vector<std::string> arguments_;
    const OptionSpec* awaited_ = nullptr;  ///< whose value is to come
    bool options_end_ = false;
};

int run_completion(const ParsedOptions& options) {
    const std::vector<std::string>& words = options.list();
    if (options.has("words")) {
        std::string text;
        for (const auto& [word, meaning] : TypedLine(words).candidates())
            text += meaning.empty() ? fmt::format("{}\n", word) : fmt::format("{}\t{}\n", word, meaning);
        print_answer(options.streams(), text);
        return exit_answered;
    }
    if (words.empty()) throw BadInput(InputError::missing, "for which shell? bash, zsh or fish");
    if (words.size() > 1) throw BadInput(InputError::malformed, "{} is an argument too many", in_quotes(words[1]));
    print_answer(options.streams(),
                 read_row("shell", words.front(), std::span<const Script>(scripts), &Script::shell).text);
    return exit_answered;
}

constexpr std::array completion_options{
    OptionSpec{"words", "", "for those scripts: what the last of the words behind -- may become"}};

}  // namespace

const Command completion_command{
    .name = "completion",
    .group = CommandGroup::machine,
    .summary = "what a shell needs to complete this command: commands, options, and what they take",
    .arguments = "bash|zsh|fish",
    .examples = {"source <(cudastdenv completion bash)", "cudastdenv completion fish | source"},
    .positional = {"shell+"},
    .options = completion_options,
    .common = help_options,
    .run = run_completion,
};

}  // namespace cudastdenv::cli
