// SPDX-License-Identifier: MIT
#include "ask/bad_input.hpp"
#include "ask/did_you_mean.hpp"
#include "cli/command.hpp"
#include "cli/exit_status.hpp"
#include "cli/version.hpp"
#include "os/interruption.hpp"
#include "os/standard_streams.hpp"

#include <cudastdenv/load.hpp>

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <csignal>
#include <exception>
#include <new>
#include <string>
#include <string_view>
#include <vector>

namespace cudastdenv::cli {

namespace {

const std::array commands{
    &diagnose_command, &resolve_command,  &explain_command, &capabilities_command, &flags_command,
    &lint_command,     &releases_command, &gpu_command,     &compat_command,       &covers_command,
    &detect_command,   &env_command,      &verify_command,  &abi_command,          &ingest_command,
    &closure_command,  &manifest_command, &graph_command,   &table_command,        &nix_command,
};

std::string help_of(const Command& command) {
    std::string help;
    for (const std::string_view example : command.examples) help += fmt::format("  {}\n", example);
    help += fmt::format("\nUsage: cudastdenv {} {}\n{}.\n", command.name, command.arguments, command.summary);
    if (!command.subcommands.empty()) help += "\nCommands:\n";
    std::size_t width = 13;
    for (const Command* inner : command.subcommands) width = std::max(width, inner->name.size());
    for (const Command* inner : command.subcommands)
        help += fmt::format("  {:<{}} {}\n", inner->name, width, inner->summary);
    help += "\nOptions:\n";
    for (const OptionSpec& option : command.options) {
        std::string left = fmt::format("--{}{}{}", option.name, option.value.empty() ? "" : " ", option.value);
        if (option.letter != '\0') left = fmt::format("-{}, {}", option.letter, left);
        help += fmt::format("  {:<22} {}\n", left, option.help);
    }
    return help;
}

std::string general_help() {
    std::string help =
        "  cudastdenv resolve --cuda 12.8\n"
        "  cudastdenv explain --cuda 12.8 gcc-15\n"
        "\nUsage: cudastdenv COMMAND [OPTIONS]\n"
        "Which host compiler, libstdc++ and GPU capabilities go with a CUDA release, why, and by what source.\n"
        "\nCommands:\n";
    for (const Command* command : commands) help += fmt::format("  {:<13} {}\n", command->name, command->summary);
    help += "\n`cudastdenv COMMAND --help` shows a command's options; `cudastdenv --version` the data's date,\n"
            "with --verbose the libraries in it and their licences.\n"
            "Exit codes: 0 answered, 1 the answer is none, 2 bad input, 3 data or file failure.\n";
    return help;
}

/// `flags` of `nix flags`.
std::string_view last_word(const Command& command) { return command.name.substr(command.name.rfind(' ') + 1); }

const Command& find_command(std::span<const Command* const> among, const std::string& name) {
    const auto found = std::ranges::find(among, name, [](const Command* command) { return last_word(*command); });
    if (found != among.end()) return **found;
    std::vector<std::string_view> choices;
    for (const Command* command : among) choices.push_back(last_word(*command));
    throw BadInput(InputError::unknown,
                   fmt::format("unknown command {}{}", in_quotes(name), suggestion(name, choices)));
}

/// Takes the command's names off the front of the arguments: `nix flags`.
const Command& take_command(std::span<const std::string>& arguments) {
    const Command* command = &find_command(commands, arguments.front());
    arguments = arguments.subspan(1);
    while (!command->subcommands.empty() && !arguments.empty() && !arguments.front().starts_with('-')) {
        command = &find_command(command->subcommands, arguments.front());
        arguments = arguments.subspan(1);
    }
    return *command;
}

int run_command(const Command& command, std::span<const std::string> arguments) {
    const ParsedOptions options(arguments, command.options, command.positional);
    if (!options.has("help")) return command.run(options);
    print_answer(help_of(command));
    return exit_answered;
}

int print_version(std::span<const std::string> arguments) {
    const bool verbose = !arguments.empty() && arguments.front() == "--verbose";
    if (arguments.size() > (verbose ? 1U : 0U))
        throw BadInput(InputError::malformed,
                       fmt::format("--version takes --verbose or nothing, not {}", in_quotes(arguments.back())));
    print_answer(verbose ? verbose_version() : version_line());
    return exit_answered;
}

int run(std::span<const std::string> arguments) {
    if (arguments.empty()) throw BadInput(InputError::missing, "which command? `cudastdenv --help` lists them");
    const std::string& first = arguments.front();
    if (first == "--version") return print_version(arguments.subspan(1));
    const bool asks_for_help = first == "--help" || first == "-h" || first == "help";
    if (!asks_for_help) {
        const Command& command = take_command(arguments);
        return run_command(command, arguments);
    }
    arguments = arguments.subspan(1);
    print_answer(arguments.empty() ? general_help() : help_of(take_command(arguments)));
    return exit_answered;
}

/// Also where the command line cannot be read, and without memory.
bool asks_for_json(std::span<const char* const> arguments) noexcept {
    for (const std::string_view argument : arguments) {
        if (argument == "--json") return true;
        if (argument == "--") break;
    }
    return false;
}

}  // namespace

}  // namespace cudastdenv::cli

int main(int argc, char** argv) {
    using namespace cudastdenv::cli;
    if (!cudastdenv::machine::occupy_standard_streams()) return exit_failure;
    // A file that may grow no further is an error of the write, with a sentence and an exit code.
    std::signal(SIGXFSZ, SIG_IGN);
    const auto fail = [&](std::string_view code, const char* message, int exit_status) {
        print_error(code, message, exit_status, asks_for_json({argv, argv + argc}));
        return exit_status;
    };
    try {
        const std::vector<std::string> arguments(argv + (argc > 0 ? 1 : 0), argv + argc);
        return run(arguments);
    } catch (const BadInput& error) {
        return fail(to_string(error.error()), error.what(), exit_bad_input);
    } catch (const cudastdenv::DataError& error) {
        return fail("bad-data", error.what(), exit_failure);
    } catch (const std::bad_alloc&) {
        return fail("out-of-memory", "there is not enough memory for this", exit_failure);
    } catch (const std::exception& error) {
        return fail("failure", error.what(), exit_failure);
    } catch (const cudastdenv::machine::Interrupted&) {
        // Nothing to be said, and nothing was left.
    }
    return exit_failure;
}
