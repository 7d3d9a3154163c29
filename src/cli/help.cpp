// SPDX-License-Identifier: MIT
#include "ask/answers.hpp"
#include "ask/names.hpp"
#include "cli/command.hpp"
#include "cli/run.hpp"
#include "core/text.hpp"
#include "linked_libraries.hpp"
#include "os/archive_reader.hpp"
#include "wire/records/shared.hpp"
#include "words/phrases.hpp"

#include <cudastdenv/config.h>

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <array>
#include <string>
#include <string_view>
#include <vector>

namespace cudastdenv::cli {

namespace {

/// A library that is in the program, or that it loads. The licence is an SPDX expression.
struct Library {
    std::string_view name;
    std::string version;
    std::string_view licence;
};

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
    return "not known";
#endif
}

std::string_view licence_of(std::string_view archive_library) {
    if (archive_library == "libarchive") return "BSD-2-Clause";
    if (archive_library == "bzip2") return "bzip2-1.0.6";
    if (archive_library == "liblzma") return "0BSD, before 5.6 public domain";
    if (archive_library == "libzstd") return "BSD-3-Clause OR GPL-2.0-only";
    return "Zlib";
}

std::vector<Library> libraries() {
    std::vector<Library> all{
        {"Boost", std::string(boost_version), "BSL-1.0"},
        {"fmt", std::string(fmt_version), "MIT"},
        {"nlohmann_json", std::string(nlohmann_json_version), "MIT"},
        {"libstdc++", fmt::format("of GCC {}", _GLIBCXX_RELEASE), "GPL-3.0-or-later WITH GCC-exception-3.1"},
        {"glibc", c_library_version(), "LGPL-2.1-or-later"},
    };
    for (const auto& [name, version] : machine::archive_libraries())
        all.push_back({name, std::string(version), licence_of(name)});
    // libarchive's, for zip files with a password. A program that is linked dynamically does not name it.
    if (command_is_static)
        all.push_back({"nettle", std::string(nettle_version), "LGPL-3.0-or-later OR GPL-2.0-or-later"});
    return all;
}

}  // namespace

std::string version_line() {
    return fmt::format("cudastdenv {}, {}\n", CUDASTDENV_VERSION, words::age_of(builtin_tables()));
}

std::string verbose_version() {
    std::string text = version_line();
    text += fmt::format("licence        MIT\ncompiled by    {}, linked {}\n\nLibraries, with their licences\n",
                        compiler_version(), command_is_static ? "statically" : "dynamically");
    for (const Library& library : libraries())
        text += fmt::format("{:<14} {:<10} {}\n", library.name, library.version, library.licence);
    return text;
}

namespace {

std::string_view title_of(CommandGroup group) {
    constexpr std::array<std::string_view, 5> titles{"Ask", "Lists of capabilities", "This machine", "nixpkgs",
                                                     "The tables"};
    return titles.at(static_cast<std::size_t>(group));
}

/// How a command can end, by its exit code. `none`: what 1 means; empty: it does not end so.
std::vector<wire::ExitRecord> exits_of(std::string_view none) {
    std::vector<wire::ExitRecord> exits{{exit_answered, "answered"}};
    if (!none.empty()) exits.push_back({exit_none, none});
    exits.push_back({exit_bad_input, "bad input"});
    exits.push_back({exit_failure, "data, file or process failure"});
    return exits;
}

std::string exits_in_words(std::string_view none) {
    std::string text;
    for (const wire::ExitRecord& exit : exits_of(none))
        text += fmt::format("{} {} {}", text.empty() ? "Exit codes:" : ";", exit.code, exit.meaning_of_code);
    return text + ".";
}

/// `-c, --cuda V`
std::string option_in_words(const OptionSpec& option) {
    const std::string words = fmt::format("--{}{}{}", option.name, option.value.empty() ? "" : " ", option.value);
    return option.letter == '\0' ? words : fmt::format("-{}, {}", option.letter, words);
}

std::string meaning_in_words(const OptionSpec& option) {
    return option.alias.empty() ? std::string(option.help) : fmt::format("{}; also --{}", option.help, option.alias);
}

std::string paragraph(const report::Style& style, std::string_view text) {
    return report::wrap(text, style.width, 0, 0) + '\n';
}

/// A word and what it means, in two columns; a long word has a line of its own.
std::string entry(const report::Style& style, std::string_view word, std::size_t column, std::string_view meaning) {
    std::string text = fmt::format("  {}", word);
    if (text.size() + 1 < column) text.resize(column, ' ');
    else text += '\n' + std::string(column, ' ');
    return text + report::wrap(meaning, style.width, column, column) + '\n';
}

std::string entries(const report::Style& style, std::span<const Command* const> listed) {
    constexpr std::size_t column = 16;
    std::string text;
    for (const Command* command : listed) text += entry(style, last_word(*command), column, command->summary);
    return text;
}

std::string examples_of(const Command& command) {
    std::string text;
    for (const std::string_view example : command.examples) text += fmt::format("  {}\n", example);
    return text;
}

std::vector<std::string_view> names_of(const std::vector<DefaultVariable>& variables) {
    std::vector<std::string_view> names;
    for (const DefaultVariable& variable : variables) names.emplace_back(variable.name);
    return names;
}

wire::OptionRecord record_of(const OptionSpec& option) {
    return {.name = option.name,
            .alias = some_text(option.alias),
            .letter = option.letter == '\0' ? std::nullopt : std::optional(std::string(1, option.letter)),
            .value = some_text(option.value),
            .words = asking::split_words(option.words),
            .help = option.help};
}

void add_records(const Command& command, std::vector<wire::CommandRecord>& records) {
    wire::CommandRecord record{.name = command.name,
                               .group = title_of(command.group),
                               .summary = command.summary,
                               .arguments = command.arguments,
                               .more = command.more ? std::optional(command.more()) : std::nullopt,
                               .examples = {command.examples.begin(), command.examples.end()},
                               .options = {},
                               .exits = exits_of(command.none),
                               .variables = names_of(variables_of(command))};
    for (const OptionSpec& option : options_of(command)) record.options.push_back(record_of(option));
    records.push_back(std::move(record));
    for (const Command* inner : command.subcommands) add_records(*inner, records);
}

}  // namespace

std::span<const Command* const> all_commands() {
    static const std::vector<const Command*> all = [] {
        std::vector<const Command*> commands;
        for (const Command& command : question_commands) commands.push_back(&command);
        for (const Command* command :
             {&env_command, &detect_command, &verify_command, &abi_command, &completion_command, &nix_command,
              &closure_command, &manifest_command, &table_command, &graph_command, &ingest_command})
            commands.push_back(command);
        return commands;
    }();
    return all;
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
        if (std::ranges::find(taken, variable.option, &OptionSpec::name) != taken.end()) variables.push_back(variable);
    return variables;
}

std::string general_help(const report::Style& style) {
    std::string help = "  make 2>&1 | cudastdenv diagnose\n"
                       "  cudastdenv resolve 12.8\n"
                       "\nUsage: cudastdenv COMMAND [OPTIONS]\n";
    help += paragraph(style, "Which host compiler, libstdc++ and GPU capabilities go with a CUDA release, why, and by "
                             "what source.");
    const std::span<const Command* const> commands = all_commands();
    for (auto first = commands.begin(); first != commands.end();) {
        const auto last = std::find_if(first, commands.end(),
                                       [&](const Command* command) { return command->group != (*first)->group; });
        help += fmt::format("\n{}\n{}", style.strong(title_of((*first)->group)), entries(style, {first, last}));
        first = last;
    }
    help += '\n' + paragraph(style, "`cudastdenv COMMAND --help` shows a command's options, `man cudastdenv-COMMAND` "
                                    "more; `cudastdenv --version` the data's date, with --verbose the libraries in it "
                                    "and their licences.");
    help += paragraph(style,
                      "CUDASTDENV_CUDA, CUDASTDENV_STDENV and CUDASTDENV_SYSTEM say what a question leaves out.");
    return help + paragraph(style, exits_in_words("the answer is none, no or not known"));
}

std::string help_of(const Command& command, const report::Style& style) {
    std::string help = examples_of(command);
    help += fmt::format("\nUsage: {}\n", report::wrap(fmt::format("cudastdenv {} {}", command.name, command.arguments),
                                                      style.width, 11, 7));
    help += paragraph(style, fmt::format("{}.", command.summary));
    if (command.more) help += '\n' + paragraph(style, command.more());
    if (!command.subcommands.empty())
        help += fmt::format("\n{}\n{}", style.strong("Commands"), entries(style, command.subcommands));
    help += fmt::format("\n{}\n", style.strong("Options"));
    constexpr std::size_t column = 25;
    for (const OptionSpec& option : options_of(command))
        help += entry(style, option_in_words(option), column, meaning_in_words(option));
    if (const std::vector<std::string_view> variables = names_of(variables_of(command)); !variables.empty())
        help += '\n' + paragraph(style, fmt::format("What is not given is taken from {}.", fmt::join(variables, ", ")));
    return help + '\n' + paragraph(style, exits_in_words(command.none));
}

std::string help_json() {
    wire::HelpRecord record{.version = CUDASTDENV_VERSION, .commands = {}};
    for (const Command* command : all_commands()) add_records(*command, record.commands);
    return wire::answer_text(record);
}

}  // namespace cudastdenv::cli
