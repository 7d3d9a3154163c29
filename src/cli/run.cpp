// SPDX-License-Identifier: MIT
#include "cli/run.hpp"

#include "ask/answers.hpp"
#include "ask/bad_input.hpp"
#include "ask/candidates.hpp"
#include "cli/answer.hpp"
#include "cli/command.hpp"
#include "cli/input.hpp"
#include "core/quote.hpp"
#include "os/process.hpp"

#include <cudastdenv/load.hpp>

#include <fmt/format.h>

#include <array>
#include <cctype>
#include <exception>
#include <new>
#include <string>
#include <string_view>
#include <vector>

namespace cudastdenv::cli {

namespace {

const Command& find_command(std::span<const Command* const> among, const std::string& name) {
    return *read_row("command", name, among, [](const Command* command) { return last_word(*command); });
}

/// What to write where something else stands in the command's place; empty: it may be a name that is misspelt.
std::string in_place_of_a_command(const std::string& word) {
    if (word.starts_with('-')) {
        constexpr std::array<std::string_view, 2> alone{"--help", "--version"};
        if (const std::string_view near = closest(word, alone); !near.empty())
            return fmt::format("unknown option {}: did you mean {}?", in_quotes(word), near);
        if (word == "--verbose" || word == "-v")
            return "--verbose goes behind --version: cudastdenv --version --verbose";
        return fmt::format("the command goes first, then {}: cudastdenv COMMAND {}", word, word);
    }
    if (is_value_of(builtin_tables(), "cuda", word))
        return fmt::format("which command? To resolve the release: cudastdenv resolve {}", word);
    return "";
}

/// Takes the command's names off the front of the arguments: `nix flags`.
const Command& take_command(std::span<const std::string>& arguments) {
    if (const std::string instead = in_place_of_a_command(arguments.front()); !instead.empty())
        throw BadInput(InputError::missing, as_plain_text(instead));
    const Command* command = &find_command(all_commands(), arguments.front());
    arguments = arguments.subspan(1);
    while (!command->subcommands.empty() && !arguments.empty() && !arguments.front().starts_with('-')) {
        command = &find_command(command->subcommands, arguments.front());
        arguments = arguments.subspan(1);
    }
    return *command;
}

/// Whether an error speaks of the value, in quotes or as a word.
bool names(std::string_view error, const std::string& value) {
    const auto is_of_word = [&](std::size_t i) {
        return i < error.size() && std::isalnum(static_cast<unsigned char>(error[i])) != 0;
    };
    if (error.find(in_quotes(value)) != error.npos) return true;
    const std::size_t place = error.find(value);
    return place != error.npos && !(place > 0 && is_of_word(place - 1)) && !is_of_word(place + value.size());
}

/// Which of the texts that an error names nobody typed.
std::string named_variables(const ParsedOptions& options, std::string_view error) {
    std::string named;
    for (const auto& [option, variable] : options.variables())
        if (names(error, options.value(option)))
            named += fmt::format(" (--{} is from the variable {})", option, variable);
    return named;
}

int run_command(const Command& command, std::span<const std::string> arguments, const Streams& streams) {
    const std::vector<OptionSpec> taken = options_of(command);
    const ParsedOptions options(arguments, taken, command.positional, streams);
    if (options.has("help")) {
        print_answer(streams, help_of(command, stdout_style(options)));
        return exit_answered;
    }
    const ParsedOptions with_defaults = options.with_defaults(variables_of(command));
    try {
        return command.run ? command.run(with_defaults) : answer(with_defaults, asked_command(command.name)->answer);
    } catch (const BadInput& error) {
        throw BadInput(error.error(), error.what() + named_variables(with_defaults, error.what()));
    }
}

int print_version(std::span<const std::string> arguments, const Streams& streams) {
    const bool verbose = !arguments.empty() && arguments.front() == "--verbose";
    if (arguments.size() > (verbose ? 1U : 0U))
        throw BadInput(InputError::malformed, "--version takes --verbose or nothing, not {}",
                       in_quotes(arguments.back()));
    print_answer(streams, verbose ? verbose_version() : version_line());
    return exit_answered;
}

int run_words(std::span<const std::string> arguments, const Streams& streams) {
    if (arguments.empty()) throw BadInput(InputError::missing, "which command? `cudastdenv --help` lists them");
    const std::string& first = arguments.front();
    if (first == "--version" || first == "-V" || first == "version")
        return print_version(arguments.subspan(1), streams);
    const bool asks_for_help = first == "--help" || first == "-h" || first == "help";
    if (!asks_for_help) {
        const Command& command = take_command(arguments);
        return run_command(command, arguments, streams);
    }
    arguments = arguments.subspan(1);
    if (arguments.size() == 1 && (arguments.front() == "--json" || arguments.front() == "-j")) {
        print_answer(streams, help_json());
        return exit_answered;
    }
    print_answer(streams, arguments.empty() ? general_help(stdout_style(streams, "auto"))
                                            : help_of(take_command(arguments), stdout_style(streams, "auto")));
    return exit_answered;
}

/// Also where the command line cannot be read, and without memory.
bool asks_for_json(std::span<const char* const> arguments) noexcept {
    for (const std::string_view argument : arguments) {
        if (argument == "--json" || argument == "-j") return true;
        if (argument == "--") break;
    }
    return false;
}

}  // namespace

int run(std::span<const char* const> arguments, const Streams& streams) {
    const auto fail = [&](std::string_view code, const char* message, int exit_status) {
        print_error(streams, code, message, exit_status, asks_for_json(arguments));
        return exit_status;
    };
    try {
        const std::vector<std::string> words(arguments.begin(), arguments.end());
        return run_words(words, streams);
    } catch (const BadInput& error) {
        return fail(to_string(error.error()), error.what(), exit_bad_input);
    } catch (const DataError& error) {
        return fail("bad-data", error.what(), exit_failure);
    } catch (const std::bad_alloc&) {
        return fail("out-of-memory", "there is not enough memory for this", exit_failure);
    } catch (const std::exception& error) {
        return fail("failure", error.what(), exit_failure);
    } catch (const machine::Interrupted&) {
        // Nothing to be said, and nothing was left.
    }
    return exit_failure;
}

}  // namespace cudastdenv::cli
