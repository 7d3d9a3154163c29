#include "cli/options.hpp"

#include "cli/did_you_mean.hpp"
#include "cli/usage_error.hpp"

#include <boost/program_options.hpp>

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <cstddef>

namespace cudastdenv::cli {

namespace po = boost::program_options;

namespace {

/// Program_options refuses `--name=` with nothing behind it; to us that is an empty value of an option that takes one.
std::vector<std::string> split_empty_values(std::span<const std::string> arguments,
                                            std::span<const OptionSpec> specs) {
    const auto takes_value = [&](std::string_view name) {
        return std::ranges::any_of(specs,
                                   [&](const OptionSpec& spec) { return spec.name == name && !spec.value.empty(); });
    };
    std::vector<std::string> split;
    split.reserve(arguments.size() + 1);
    for (const std::string& argument : arguments) {
        const bool ends_with_sign = argument.starts_with("--") && argument.find('=') == argument.size() - 1;
        if (!ends_with_sign || !takes_value(std::string_view(argument).substr(2, argument.size() - 3))) {
            split.push_back(argument);
        } else {
            split.push_back(argument.substr(0, argument.size() - 1));
            split.emplace_back();
        }
    }
    return split;
}

std::vector<std::string> option_names(std::span<const OptionSpec> specs) {
    std::vector<std::string> names;
    for (const OptionSpec& spec : specs) names.push_back("--" + std::string(spec.name));
    return names;
}

[[noreturn]] void fail_unknown_option(std::string_view given, std::span<const OptionSpec> specs) {
    const std::string_view option = given.substr(0, given.find('='));
    const std::vector<std::string> names = option_names(specs);
    const std::vector<std::string_view> choices(names.begin(), names.end());
    throw UsageError(fmt::format("unknown option {}{}", in_quotes(option), suggestion(option, choices)));
}

std::string spelled(const po::error_with_option_name& error) {
    const std::string name = error.get_option_name();
    return name.starts_with("--") ? name : "--" + name;
}

constexpr std::string_view rest_mark = "...";

/// `text` of `text...`; empty where the command does not take its arguments so.
std::string_view name_of_text(std::span<const std::string_view> positional_names) {
    if (positional_names.size() != 1 || !positional_names.front().ends_with(rest_mark)) return {};
    return positional_names.front().substr(0, positional_names.front().size() - rest_mark.size());
}

/// `file` of `file+`; empty where the command takes no list.
std::string_view name_of_list(std::span<const std::string_view> positional_names) {
    if (positional_names.size() != 1 || !positional_names.front().ends_with('+')) return {};
    return positional_names.front().substr(0, positional_names.front().size() - 1);
}

/// The option that a word names, `--cuda`, `--cuda=12.8` or `-o`.
const OptionSpec* find_option(std::string_view word, std::span<const OptionSpec> specs) {
    const auto is_named = [&](const OptionSpec& spec) {
        if (word.starts_with("--")) return word.substr(2, word.find('=') - 2) == spec.name;
        return spec.letter != '\0' && word.size() == 2 && word[0] == '-' && word[1] == spec.letter;
    };
    const auto found = std::ranges::find_if(specs, is_named);
    return found == specs.end() ? nullptr : &*found;
}

bool is_misspelt_option(std::string_view word, std::span<const OptionSpec> specs) {
    if (word.size() < 2 || word[0] != '-') return false;
    const std::size_t sign = word.find('=');
    // A compiler writes its flags with one dash and a sign, as in `-gpu=cc80`, and no option here looks so.
    if (word[1] != '-' && sign != word.npos) return false;
    const std::string_view option = word.substr(0, sign);
    const std::vector<std::string> names = option_names(specs);
    const std::vector<std::string_view> choices(names.begin(), names.end());
    return option != "--" && !closest(option, choices).empty();
}

/// Those of the options that are on the command line, if it holds no other: to tell Program_options of one takes longer
/// than to answer a question. All of them where it may have something to say about what is there.
std::vector<OptionSpec> needed(std::span<const std::string> arguments, std::span<const OptionSpec> specs) {
    std::vector<OptionSpec> given;
    for (const std::string& word : arguments) {
        if (!word.starts_with('-')) continue;
        const OptionSpec* option = find_option(word, specs);
        if (!option) return {specs.begin(), specs.end()};
        const bool is_new = std::ranges::find(given, option->name, &OptionSpec::name) == given.end();
        if (is_new) given.push_back(*option);
    }
    return given;
}

/// A command line of which every word is an option, the value of one, or part of a text.
struct OptionsAndText {
    std::vector<std::string> options;  ///< with their values, and what is nearly an option
    std::vector<std::string> words;
};

OptionsAndText take_text_out(std::span<const std::string> arguments, std::span<const OptionSpec> specs) {
    OptionsAndText taken;
    for (std::size_t i = 0; i < arguments.size(); ++i) {
        const std::string& word = arguments[i];
        if (word == "--") {
            taken.words.insert(taken.words.end(), arguments.begin() + static_cast<std::ptrdiff_t>(i) + 1,
                               arguments.end());
            break;
        }
        const OptionSpec* option = find_option(word, specs);
        const bool is_text = !option && !is_misspelt_option(word, specs);
        (is_text ? taken.words : taken.options).push_back(word);
        const bool value_follows = option && !option->value.empty() && word.find('=') == word.npos;
        if (value_follows && i + 1 < arguments.size()) taken.options.push_back(arguments[++i]);
    }
    return taken;
}

}  // namespace

ParsedOptions::ParsedOptions(std::span<const std::string> arguments, std::span<const OptionSpec> specs,
                             std::span<const std::string_view> positional_names) {
    OptionsAndText taken;
    if (const std::string_view text = name_of_text(positional_names); !text.empty()) {
        taken = take_text_out(arguments, specs);
        if (!taken.words.empty()) values_.emplace(text, fmt::format("{}", fmt::join(taken.words, " ")));
        arguments = taken.options;
        positional_names = {};
    }
    po::options_description description;
    for (const OptionSpec& spec : needed(arguments, specs)) {
        std::string name(spec.name);
        if (spec.letter != '\0') name += std::string(",") + spec.letter;
        if (spec.value.empty()) description.add_options()(name.c_str(), "");
        else description.add_options()(name.c_str(), po::value<std::string>(), "");
    }
    po::positional_options_description positional;
    const std::string list_name(name_of_list(positional_names));
    if (!list_name.empty()) {
        description.add_options()(list_name.c_str(), po::value<std::vector<std::string>>(), "");
        positional.add(list_name.c_str(), -1);
        positional_names = {};
    }
    for (const std::string_view name : positional_names) {
        description.add_options()(std::string(name).c_str(), po::value<std::string>(), "");
        positional.add(std::string(name).c_str(), 1);
    }
    using namespace po::command_line_style;
    constexpr int style = allow_long | long_allow_adjacent | long_allow_next | allow_short | allow_dash_for_short |
                          short_allow_next;

    try {
        const std::vector<std::string> split = split_empty_values(arguments, specs);
        const po::parsed_options parsed =
            po::command_line_parser(split).options(description).positional(positional).style(style).run();
        for (const po::option& option : parsed.options) {
            // The names of the arguments are known to Program_options as options, but nobody may use them so.
            const bool is_argument = option.string_key == list_name ||
                                     std::ranges::find(positional_names, option.string_key) != positional_names.end();
            if (option.position_key < 0 && is_argument) fail_unknown_option("--" + option.string_key, specs);
            if (option.string_key == list_name) {
                list_.insert(list_.end(), option.value.begin(), option.value.end());
                continue;
            }
            const std::string value = option.value.empty() ? "" : option.value.front();
            if (!values_.emplace(option.string_key, value).second)
                throw UsageError(fmt::format("option '--{}' is given twice", option.string_key));
        }
    } catch (const po::unknown_option& error) {
        fail_unknown_option(error.get_option_name(), specs);
    } catch (const po::too_many_positional_options_error&) {
        throw UsageError("too many arguments: `--help` shows what the command takes");
    } catch (const po::invalid_command_line_syntax& error) {
        const std::string option = spelled(error);
        const auto is_option = [&](const OptionSpec& spec) { return option == "--" + std::string(spec.name); };
        if (std::ranges::none_of(specs, is_option)) fail_unknown_option(option, specs);
        if (error.kind() == po::invalid_command_line_syntax::extra_parameter ||
            error.kind() == po::invalid_command_line_syntax::empty_adjacent_parameter)
            throw UsageError(fmt::format("option '{}' takes no value", option));
        throw UsageError(fmt::format("option '{}' needs a value", option));
    } catch (const po::error& error) {
        throw UsageError(fmt::format("the command line cannot be read: {}", error.what()));
    }
}

std::string ParsedOptions::value_or(std::string_view name, std::string_view fallback) const {
    return has(name) ? value(name) : std::string(fallback);
}

ParsedOptions ParsedOptions::with(std::string_view name, std::string_view value) const {
    ParsedOptions changed = *this;
    changed.values_.insert_or_assign(std::string(name), std::string(value));
    return changed;
}

ParsedOptions ParsedOptions::without(std::string_view name) const {
    ParsedOptions changed = *this;
    changed.values_.erase(std::string(name));
    return changed;
}

}  // namespace cudastdenv::cli
