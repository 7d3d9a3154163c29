// SPDX-License-Identifier: MIT
#include "ask/bad_input.hpp"
#include "ask/owned_request.hpp"
#include "cli/abi_stdenv.hpp"
#include "cli/chosen_tables.hpp"
#include "cli/command.hpp"
#include "cli/exit_status.hpp"
#include "core/contains.hpp"
#include "elf/binaries.hpp"
#include "elf/library_search.hpp"
#include "os/machine_error.hpp"
#include "os/surroundings.hpp"
#include "pages/abi.hpp"
#include "wire/records/shared.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cstdio>
#include <span>
#include <utility>

namespace cudastdenv::cli {

namespace {

constexpr std::string_view standard_input = "-";

machine::Binaries read_standard_input(const Streams& streams, const KnownSymbols& known) {
    machine::Binaries found;
    const std::string name = "standard input";
    try {
        machine::read_binary(machine::hold_in_memory(fileno(streams.in), name), {}, name, &known, found);
    } catch (const machine::MachineError& error) {
        found.errors.emplace_back(error.what());
    }
    return found;
}

machine::Binaries read_files(const ParsedOptions& options, const KnownSymbols& known) {
    const std::vector<std::string>& names = options.list();
    if (names.empty())
        throw BadInput(InputError::missing, "which file? Give programs, libraries, archives or folders of them");
    if (!contains(names, standard_input)) return machine::read_binaries({names.begin(), names.end()}, &known);
    if (names.size() > 1) throw BadInput(InputError::contradiction, "standard input (-) is one file; give it alone");
    return read_standard_input(options.streams(), known);
}

words::AbiAnswer judge_all(const Tables& tables, const machine::Binaries& found, const AbiStdenv& stdenv) {
    const machine::Surroundings surroundings = machine::Surroundings::here();
    machine::LibraryFinder finder(surroundings);
    words::AbiAnswer answer = words::abi_answer(tables, stdenv, found.errors);
    for (const Binary& binary : found.files)
        answer.files.push_back(words::abi_file(tables, stdenv, binary, finder.search(binary)));
    return answer;
}

/// Of a folder of other people's files nobody reads a line for each.
void print_errors(const Streams& streams, const std::vector<std::string>& errors) {
    constexpr std::size_t most = 20;
    for (const std::string& error : std::span(errors).first(std::min(most, errors.size())))
        print_aside(streams, "error", error);
    if (errors.size() > most)
        print_aside(streams, "error",
                    fmt::format("{} more files and folders cannot be read; --json names each", errors.size() - most));
}

int run_abi(const ParsedOptions& options) {
    const report::Style style = stdout_style(options);
    const ChosenTables tables(options);
    const AbiStdenv stdenv = read_abi_stdenv(tables.view(), options);
    for (const Said& said : words::say(user_defaults(options))) print_aside(options.streams(), "note", said.text);
    const machine::Binaries found = read_files(options, KnownSymbols(tables.view()));
    const words::AbiAnswer answer = judge_all(tables.view(), found, stdenv);
    print_errors(options.streams(), found.errors);
    print_answer(options.streams(), options.has("json") ? wire::answer_text(answer) : report::abi_text(answer, style));
    if (!found.errors.empty()) return exit_failure;
    const auto fails = [](const words::AbiAnswer::File& file) { return file.verdict == "not-satisfied"; };
    return std::ranges::any_of(answer.files, fails) ? exit_none : exit_answered;
}

constexpr std::array abi_options{
    stdenv_option("judge them by this stdenv's libraries: gcc-15, debian-12, host"),
    OptionSpec{"libstdcxx", "gcc-N", "whose libstdc++ that stdenv has (default: its GCC's)"},
    OptionSpec{"glibc", "V", "its C library: 2.41 (default: the environment's)"},
};

}  // namespace

const Command abi_command{
    .name = "abi",
    .group = CommandGroup::machine,
    .summary = "which versions of libstdc++ and glibc a binary needs, and whether a stdenv has them",
    .arguments = "[OPTIONS] FILE...",
    .none = "the stdenv lacks what some file needs",
    .examples = {"cudastdenv abi ./app", "cudastdenv abi --stdenv debian-12 build/ libx.a"},
    .positional = {"file+"},
    .options = abi_options,
    .run = run_abi,
    .defaults = Defaults::all,
};

}  // namespace cudastdenv::cli
