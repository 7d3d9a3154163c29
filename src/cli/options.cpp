// SPDX-License-Identifier: MIT
#include "cli/command.hpp"
#include "core/quote.hpp"
#include "core/text.hpp"
#include "machine/host/host.hpp"
#include "tables/names.hpp"

#include <boost/program_options.hpp>

#include <cstdlib>

namespace cudastdenv::cli {

namespace po = boost::program_options;

const OptionSpec* find_option(std::string_view word, std::span<const OptionSpec> specs) {
    const std::string_view name = word.starts_with("--") ? word.substr(2, word.find('=') - 2) : "";
    const char letter = name.empty() && word.size() >= 2 && word[0] == '-' ? word[1] : '\0';
    for (const OptionSpec& spec : specs)
        if (name.empty() ? letter != '\0' && letter == spec.letter : name == spec.name || name == spec.alias)
            return &spec;
    return nullptr;
}

namespace {

std::vector<std::string> option_names(std::span<const OptionSpec> specs) {
    std::vector<std::string> names;
    for (const OptionSpec& spec : specs) names.push_back("--" + std::string(spec.name));
    return names;
}

/// Options, and their names in other programs.
constexpr std::array<OtherNames, 6> other_names{{
    {"capabilities", "arch architecture architectures archs gencode gpu-architecture sm"},
    {"cuda", "cuda-version release toolkit"},
    {"gpu", "device"},
    {"stdenv", "distribution env distro image os"},
    {"system", "platform target"},
    {"available", "candidates ccbin compiler compilers clang gcc host cxx host-compiler"},
}};

/// Fails because of an unknown option, which may be one of another program.
[[noreturn]] void fail_unknown_option(std::string_view given, std::span<const OptionSpec> specs) {
    const std::string_view option = given.substr(0, given.find('='));
    const std::string_view meant = option.starts_with("--") ? meant_by(option.substr(2), other_names) : "";
    const bool has_it = find_in(specs, meant, &OptionSpec::name);
    const bool has_stdenv = meant == "available" && find_in(specs, "stdenv", &OptionSpec::name);
    std::string hint;
    if (has_it && has_stdenv)
        hint = ": use --available to choose from these compilers, or --stdenv for the environment's compiler";
    else if (has_it || has_stdenv) hint = fmt::format(": use --{}", has_it ? meant : "stdenv");
    else hint = suggestion(option, option_names(specs));
    throw BadInput(InputError::unknown, "unknown option {}{}", in_quotes(option), hint);
}

/// `text` of `text...`, `file` of `file+`; empty if the last name has no such mark.
std::string_view name_before(std::string_view mark, std::span<const std::string_view> positional_names) {
    std::string_view name = positional_names.empty() ? "" : positional_names.back();
    return take_suffix(name, mark) ? name : "";
}

/// Whether a word with one dash is close to an option. Compilers have flags with one dash and an equals sign,
/// `-gpu=cc80`. No option here does.
bool is_misspelt_option(std::string_view word, std::span<const OptionSpec> specs) {
    return word.size() > 1 && !contains(word, '=') && !closest(word, option_names(specs)).empty();
}

/// A command line split into options, their values and arguments.
struct SortedWords {
    OptionTexts::Values values;  ///< of the options, by name; empty for a switch
    std::vector<std::string> arguments;
    /// If an argument directly follows the value of an option: the first such option, and its value with the argument.
    std::string_view option_before = {};
    std::string with_value_before = {};
};

/// Whether the first word is the release. Unknown releases count too, for a better error.
bool is_leading_release(std::string_view word, bool before_text, bool may_be_list) {
    const Tables tables = builtin_tables();
    if (word == "host") return true;
    if (before_text)
        return is_value_of(tables, "cuda", word) && (!may_be_list || !is_value_of(tables, "capabilities", word));
    return is_value_of(tables, "cuda", word) || word.starts_with("cudaPackages") || parse_version(word) ||
           word.find_first_not_of("0123456789") == word.npos;
}

/// Whether the text has begun. A release may precede it.
bool has_text(const std::vector<std::string>& arguments, bool takes_release) {
    if (arguments.size() != 1 || !takes_release) return !arguments.empty();
    return !is_leading_release(arguments.front(), true, true);
}

[[noreturn]] void fail_without_value(const OptionSpec& option, std::string_view word) {
    const std::vector<std::string> known = candidates(builtin_tables(), option, "");
    throw BadInput(InputError::malformed, "option '--{}' needs a value; {}", option.name,
                   known.empty() ? "`cudastdenv --help` prints the usage"
                                 : fmt::format("pass {} {}", word, shell_word(known.front())));
}

/// Reads the option in the first word. Sets `value`, empty for a switch, and returns how many words belong to it.
/// Program_options needs quadratic time in the number of words, and adding an option to it costs more than a whole
/// answer. So it only gets the words that one option can have, and the options that they name.
std::size_t read_option(const OptionSpec& option, std::span<const std::string> words, std::span<const OptionSpec> specs,
                        std::string& value) {
    const std::string& word = words.front();
    const bool is_long = word.starts_with("--");
    const std::size_t sign = is_long ? word.find('=') : word.npos;
    // Program_options rejects `--name=`; here it is an empty value.
    if (!option.value.empty() && sign == word.size() - 1) return 1;
    const bool has_value = option.value.empty() || sign != word.npos || (!is_long && word.size() > 2);
    words = words.first(std::min<std::size_t>(words.size(), has_value ? 1 : 2));
    po::options_description description;
    for (const OptionSpec& spec : specs) {
        const auto names_it = [&](const std::string& each) { return find_option(each, {&spec, 1}) != nullptr; };
        if (std::ranges::none_of(words, names_it)) continue;
        std::string names(spec.name);
        if (!spec.alias.empty()) names += fmt::format(",{}", spec.alias);
        if (spec.letter != '\0') names += fmt::format(",{}", spec.letter);
        if (spec.value.empty()) description.add_options()(names.c_str(), "");
        else description.add_options()(names.c_str(), po::value<std::string>(), "");
    }
    using namespace po::command_line_style;
    constexpr int style = allow_long | long_allow_adjacent | long_allow_next | allow_short | allow_dash_for_short |
                          short_allow_next;
    try {
        po::command_line_parser parser(std::vector<std::string>(words.begin(), words.end()));
        const po::parsed_options parsed = parser.options(description).style(style).run();
        if (!option.value.empty()) value = parsed.options.front().value.front();
        return words.size();
    } catch (const po::invalid_command_line_syntax& error) {
        if (error.kind() == po::invalid_command_line_syntax::missing_parameter) fail_without_value(option, word);
        throw BadInput(InputError::malformed, "option '{}' does not accept a value", error.get_option_name());
    }
}

/// The option in a word; nullptr: it is an argument. Throws BadInput if it is neither.
const OptionSpec* option_at(std::string_view word, std::span<const OptionSpec> specs, bool takes_text, bool in_text) {
    const bool is_long = word.starts_with("--");
    // `-gencode` is not `-g` with a value, and `-c` in a compiler's command line is not our `-c`.
    const bool may_be_short = !takes_text || word.size() == 2;
    const OptionSpec* option = is_long || may_be_short ? find_option(word, specs) : nullptr;
    if (option && in_text && !is_long && !option->value.empty()) option = nullptr;
    if (option || !word.starts_with('-') || word == "-") return option;
    // `-lcusolver` names a library; no option of ours begins so.
    constexpr std::string_view library = "-l";
    if (word.starts_with(library) && word.size() > library.size() + 1) return nullptr;
    // Part of `text...`: a compiler's options are, and lines that begin like one (`-- Configuring incomplete`); our own
    // are not.
    const bool is_line = word.substr(0, word.find('=')).find_first_of(" \t\n") != word.npos;
    const bool is_text = takes_text && (is_line || (is_long ? begins_a_list(word) : !is_misspelt_option(word, specs)));
    if (!is_text) fail_unknown_option(word, specs);
    return option;
}

SortedWords sort_arguments(std::span<const std::string> words, std::span<const OptionSpec> specs, bool takes_text,
                           bool takes_release) {
    SortedWords sorted;
    const OptionSpec* before = nullptr;  // the option whose value was the previous word
    for (std::size_t i = 0; i < words.size();) {
        const std::string& word = words[i];
        if (word == "--") {
            const auto rest = words.subspan(i + 1);
            sorted.arguments.insert(sorted.arguments.end(), rest.begin(), rest.end());
            break;
        }
        const bool in_text = takes_text && has_text(sorted.arguments, takes_release);
        const OptionSpec* option = option_at(word, specs, takes_text, in_text);
        if (!option) {
            if (before && sorted.option_before.empty()) {
                sorted.option_before = before->name;
                sorted.with_value_before = fmt::format("{} {}", words[i - 1], word);
            }
            before = nullptr;
            sorted.arguments.push_back(word);
            ++i;
            continue;
        }
        const auto [value, is_first] = sorted.values.try_emplace(std::string(option->name));
        if (!is_first && !option->is_list())
            throw BadInput(InputError::contradiction, "option '--{}' is given twice", option->name);
        const std::string given_before = value->second;
        const std::size_t count = read_option(*option, words.subspan(i), specs, value->second);
        if (!given_before.empty()) value->second = given_before + ',' + value->second;
        before = count > 1 ? option : nullptr;
        i += count;
    }
    return sorted;
}

/// Arguments and values that name files, by kind.
constexpr std::array<OtherNames, 3> file_kinds{{{"file", "file"}, {"directory", "dir"}, {"toolkit", "toolkit"}}};

/// An empty name is from an unset variable, and not a missing file.
void need_name(std::string_view name, std::string_view given, std::string_view option = "") {
    const std::string_view kind = meant_by(name, file_kinds);
    if (!given.empty() || kind.empty()) return;
    throw BadInput(InputError::empty, "{}{}the {}'s name is empty", option, option.empty() ? "" : ": ", kind);
}

/// Interprets an unexpected argument as the value of an option. If it follows a value, it can be the rest of it (`--gpu
/// RTX 5090`). Otherwise it belongs to an option that was not given. Throws BadInput if there is no such option.
void take_as_option(SortedWords& sorted, std::string_view argument, std::span<const OptionSpec> specs) {
    const Tables tables = builtin_tables();
    if (!sorted.option_before.empty() && sorted.with_value_before.ends_with(argument) &&
        is_value_of(tables, sorted.option_before, sorted.with_value_before)) {
        sorted.values.find(sorted.option_before)->second = sorted.with_value_before;
        return;
    }
    if (sorted.values.contains("cuda") && is_value_of(tables, "cuda", argument))
        throw BadInput(InputError::contradiction, "the release is given twice, as {} and as {}",
                       in_quotes(sorted.values.find("cuda")->second), in_quotes(argument));
    std::vector<std::string_view> not_given;
    for (const OptionSpec& spec : specs)
        if (!sorted.values.contains(spec.name)) not_given.push_back(spec.name);
    const std::string_view meant = guess_option(tables, argument, not_given);
    if (meant.empty())
        throw BadInput(InputError::malformed, "unexpected argument {}; `cudastdenv --help` prints the usage",
                       in_quotes(argument));
    sorted.values.emplace(meant, argument);
}

/// Finds the release among the arguments. `others`: the number of other arguments; the release may be anywhere among
/// those.
void take_release(SortedWords& sorted, bool before_text, std::size_t others) {
    std::vector<std::string>& arguments = sorted.arguments;
    if (sorted.values.contains("cuda") || arguments.empty()) return;
    auto release = arguments.begin();
    // 12.0 is also a capability. It is part of a list if the other words are single capabilities, or if no other part
    // of the query is about a release.
    const bool is_alone = arguments.size() == 1;
    const bool has_list = sorted.values.contains("format") && is_alone;
    const bool has_gpu = sorted.values.contains("gpu") || sorted.values.contains("device");
    const bool are_numbers = std::ranges::all_of(arguments,
                                                 [](const auto& word) { return parse_capability(word).has_value(); });
    const bool may_be_list = is_alone ? has_list || !has_gpu : are_numbers;
    if (!is_leading_release(*release, before_text, may_be_list)) {
        const Tables tables = builtin_tables();
        if (before_text || arguments.size() != others + 1) return;
        release = std::ranges::find_if(arguments, [&](const auto& word) { return is_value_of(tables, "cuda", word); });
        if (release == arguments.end()) return;
    }
    sorted.values.emplace("cuda", std::move(*release));
    arguments.erase(release);
}

}  // namespace

ParsedOptions::ParsedOptions(std::span<const std::string> arguments, std::span<const OptionSpec> specs,
                             std::span<const std::string_view> positional_names) {
    const std::string_view text = name_before("...", positional_names), list = name_before("+", positional_names);
    const bool takes_release = !positional_names.empty() && positional_names.front() == "cuda";
    SortedWords sorted = sort_arguments(arguments, specs, !text.empty(), takes_release);
    for (const OptionSpec& spec : specs)
        if (const auto given = sorted.values.find(spec.name); given != sorted.values.end())
            need_name(spec.value, given->second, fmt::format("--{}", spec.name));
    if (takes_release) {
        positional_names = positional_names.subspan(1);
        take_release(sorted, !text.empty(), positional_names.size());
    }
    const bool takes_any_number = !text.empty() || !list.empty();
    while (!takes_any_number && sorted.arguments.size() > positional_names.size()) {
        const auto argument = sorted.arguments.begin() + std::ssize(positional_names);
        take_as_option(sorted, *argument, specs);
        sorted.arguments.erase(argument);
    }
    values_ = std::move(sorted.values);
    list_ = std::move(sorted.arguments);
    for (std::size_t i = 0; text.empty() && i < list_.size(); ++i) {
        need_name(list.empty() ? positional_names[i] : list, list_[i]);
        if (list.empty()) values_.emplace(positional_names[i], list_[i]);
    }
    if (!text.empty() && !list_.empty()) values_.emplace(text, joined(list_, " "));
}

void ParsedOptions::add_this_machine() {
    if (!has("here") && !has("try")) return;
    for (const char* const option : {"cuda", "stdenv"}) values_.try_emplace(option, host_name);
}

void ParsedOptions::add_defaults(std::span<const DefaultVariable> variables) {
    for (const auto& [option, variable] : variables) {
        const char* value = std::getenv(variable);
        if (has(option) || !value || *value == '\0') continue;
        values_.emplace(option, value);
        variables_.emplace(option, variable);
    }
}

void ParsedOptions::add_environment_here(std::string_view option) {
    const std::string cuda = value_or("cuda", "");
    const bool is_of_nixpkgs = has("nixpkgs-exact") || cuda.starts_with("cudaPackages") ||
                               has_variable("NIX_BUILD_TOP") || has_variable("IN_NIX_SHELL");
    // A log that is diagnosed for this machine needs its distribution's packages.
    const bool is_log_from_here = option != "stdenv" && value_or("stdenv", "") == host_name;
    const bool is_given = has("stdenv") || cuda == host_name;
    if ((is_given && !is_log_from_here) || is_of_nixpkgs || cuda_of_image(cuda)) return;
    if (const EnvironmentRow* row = machine::environment_here(builtin_tables(), {})) {
        values_.emplace(option, row->id);
        variables_.emplace(option, os_release);
    }
}

}  // namespace cudastdenv::cli
