// SPDX-License-Identifier: MIT
#include "ask/bad_input.hpp"
#include "ask/names.hpp"
#include "ask/owned_request.hpp"
#include "cli/answer.hpp"
#include "cli/command.hpp"
#include "cli/run.hpp"
#include "core/lists.hpp"
#include "core/quote.hpp"
#include "elf/elf.hpp"
#include "host/host.hpp"
#include "os/files.hpp"
#include "os/process.hpp"
#include "pages/machine.hpp"
#include "tables/lookup.hpp"
#include "tables/names.hpp"
#include "wire/records/shared.hpp"
#include "words/phrases.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cstdio>
#include <span>
#include <string_view>
#include <utility>

namespace cudastdenv::cli {

namespace {

[[noreturn]] void fail_unknown_stdenv(const Tables& tables, std::string_view name) {
    throw BadInput(InputError::unknown, "unknown stdenv {} (a compiler like gcc-14, an environment's name, or host){}",
                   in_quotes(name), environment_suggestion(tables, name));
}

AbiStdenv stdenv_of_compiler(const Tables& tables, const std::string& name, bool has_libstdcxx) {
    const auto [compiler, version] = read_compiler(tables, name);
    AbiStdenv stdenv;
    stdenv.name = words::name_in_words(compiler, version);
    if (compiler.family == Compiler::Family::gcc)
        take_libstdcxx(tables, version.value_or(Version{compiler.major, 0}), stdenv);
    else if (!has_libstdcxx)
        throw BadInput(InputError::missing, "whose libstdc++ does a {} stdenv have? Give --libstdcxx gcc-14", name);
    return stdenv;
}

/// What programs load here, not what they are compiled with.
AbiStdenv stdenv_of_host(const Tables& tables) {
    const Host host = machine::look_at(machine::Surroundings::here(), tables);
    AbiStdenv stdenv;
    stdenv.name = host_name;
    stdenv.glibc = host.glibc;
    if (!host.libstdcxx) return stdenv;
    stdenv.gcc = host.libstdcxx->gcc;
    stdenv.glibcxx = number_of(AbiPart::glibcxx, host.libstdcxx->glibcxx);
    stdenv.cxxabi = number_of(AbiPart::cxxabi, host.libstdcxx->cxxabi);
    return stdenv;
}

AbiStdenv read_named(const Tables& tables, const ParsedOptions& options) {
    if (!options.has("stdenv")) return {};
    const std::string& name = options.value("stdenv");
    if (name == host_name) return stdenv_of_host(tables);
    if (const EnvironmentRow* environment = environment_named(tables, name)) return stdenv_of(tables, *environment);
    if (!named_compiler(name)) fail_unknown_stdenv(tables, name);
    return stdenv_of_compiler(tables, name, options.has("libstdcxx"));
}

void add_to_name(AbiStdenv& stdenv, const std::string& part) {
    stdenv.name += (stdenv.name.empty() ? "" : " with ") + part;
}

/// The libraries of `--stdenv`, `--libstdcxx` and `--glibc`; nothing where none is given.
AbiStdenv read_abi_stdenv(const Tables& tables, const ParsedOptions& options) {
    AbiStdenv stdenv = read_named(tables, options);
    if (options.has("libstdcxx")) {
        const LibstdcxxOwner owner = read_libstdcxx_owner(tables, options.value("libstdcxx"));
        take_libstdcxx(tables, owner.release.value_or(Version{owner.major, 0}), stdenv);
        add_to_name(stdenv,
                    "libstdc++ of " + words::name_in_words({Compiler::Family::gcc, owner.major}, owner.release));
    }
    if (options.has("glibc")) {
        stdenv.glibc = read_glibc(options.value("glibc"));
        add_to_name(stdenv, "glibc " + to_string(*stdenv.glibc));
    }
    return stdenv;
}

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

found::AbiAnswer judge_all(const Tables& tables, const machine::Binaries& found, const AbiStdenv& stdenv) {
    const machine::Surroundings surroundings = machine::Surroundings::here();
    machine::LibraryFinder finder(surroundings);
    found::AbiAnswer answer = found::abi_answer(tables, stdenv, found.errors);
    for (const Binary& binary : found.files)
        answer.files.push_back(found::abi_file(tables, stdenv, binary, finder.search(binary)));
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
    const found::AbiAnswer answer = judge_all(tables.view(), found, stdenv);
    print_errors(options.streams(), found.errors);
    print_answer(options.streams(), options.has("json") ? wire::answer_text(answer) : report::abi_text(answer, style));
    if (!found.errors.empty()) return exit_failure;
    const auto fails = [](const found::AbiAnswer::File& file) { return file.verdict == "not-satisfied"; };
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
    .defaults = default_variables,
};

}  // namespace cudastdenv::cli
