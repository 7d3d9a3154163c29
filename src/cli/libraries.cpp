// SPDX-License-Identifier: MIT
/// `abi` and `closure`: the libraries that binaries and closures need, and whether a stdenv has them.
#include "cli/command.hpp"
#include "graph/closure.hpp"
#include "graph/dependency_graph.hpp"
#include "machine/elf/elf.hpp"
#include "machine/host/host.hpp"
#include "machine/os/process.hpp"
#include "messages/diagnostics.hpp"
#include "pages/machine.hpp"
#include "tables/names.hpp"

namespace cudastdenv::cli {

void print_unreadable(const Run& run, std::span<const std::string> errors) {
    // A line for each file of a large directory would be unreadable.
    constexpr std::size_t most = 20;
    for (const std::string& error : errors.first(std::min(most, errors.size()))) run.remark("error", error);
    if (errors.size() > most)
        run.remark("error", "{} more files and directories cannot be read; --json lists them", errors.size() - most);
}

namespace {

AbiStdenv stdenv_of_compiler(const Tables& tables, const std::string& name, bool has_libstdcxx) {
    const auto [compiler, version] = read_compiler(tables, name);
    AbiStdenv stdenv;
    stdenv.name = messages::format_name(compiler, version);
    if (compiler.family == Compiler::Family::gcc)
        take_libstdcxx(tables, version.value_or(Version{compiler.major, 0}), stdenv);
    else if (!has_libstdcxx)  // a Clang does not include one
        throw BadInput(InputError::missing, "the libstdc++ of a {} environment is unknown; pass --libstdcxx gcc-14",
                       name);
    return stdenv;
}

AbiStdenv read_named(const Tables& tables, const ParsedOptions& options) {
    if (!options.has("stdenv")) return {};
    const std::string& name = options.value("stdenv");
    if (name == host_name) {
        // The libraries that programs load here, and not those of the compiler.
        const Host host = machine::look_at(machine::Surroundings::here(), tables);
        AbiStdenv stdenv{.name = name, .glibc = host.glibc};
        if (const auto& its = host.libstdcxx) stdenv.libstdcxx = {its->gcc, false, its->glibcxx, its->cxxabi};
        return stdenv;
    }
    if (const EnvironmentRow* environment = environment_named(tables, name)) return stdenv_of(tables, *environment);
    if (!named_compiler(name)) fail_unknown_stdenv(tables, name);
    return stdenv_of_compiler(tables, name, options.has("libstdcxx"));
}

/// The libraries in `--stdenv`, `--libstdcxx` and `--glibc`; absent if none is given.
AbiStdenv read_abi_stdenv(const Tables& tables, const ParsedOptions& options) {
    AbiStdenv stdenv = read_named(tables, options);
    const auto add_to_name = [&](const std::string& part) {
        stdenv.name += (stdenv.name.empty() ? "" : " with ") + part;
    };
    if (options.has("libstdcxx")) {
        const auto [owner, release] = read_libstdcxx_owner(tables, options.value("libstdcxx"));
        take_libstdcxx(tables, release.value_or(Version{owner.major, 0}), stdenv);
        add_to_name("libstdc++ of " + messages::format_name(owner, release));
    }
    if (options.has("glibc")) {
        stdenv.glibc = read_glibc(options.value("glibc"));
        add_to_name("glibc " + to_string(*stdenv.glibc));
    }
    return stdenv;
}

machine::Binaries read_files(const Run& run, const KnownSymbols& known) {
    const std::vector<std::string>& names = run.list();
    if (names.empty())
        throw BadInput(InputError::missing, "missing file; pass programs, libraries, archives or directories of them");
    if (!contains(names, std::string_view("-"))) return machine::read_binaries({names.begin(), names.end()}, &known);
    if (names.size() > 1)
        throw BadInput(InputError::contradiction, "standard input (-) cannot be combined with other files");
    machine::Binaries found;
    const std::string name = "standard input";
    try {
        machine::read_binary(machine::read_into_memory(fileno(run.streams.in), name), {}, name, &known, found);
    } catch (const machine::MachineError& error) {
        found.errors.emplace_back(error.what());
    }
    return found;
}

int run_abi(const Run& run) {
    const AbiStdenv stdenv = read_abi_stdenv(run.tables(), run);
    for (const Sentence& note : messages::describe(user_defaults(run))) run.remark("note", note.text);
    const machine::Binaries found = read_files(run, KnownSymbols(run.tables()));
    const found::AbiAnswer answer =
        found::abi_answer(run.tables(), stdenv, found.files,
                          machine::search_libraries(machine::Surroundings::here(), found.files), found.errors);
    print_unreadable(run, found.errors);
    const auto fails = [](const AbiFile& file) { return file.verdict == "not-satisfied"; };
    const int status = run.end(answer, report::abi_text, std::ranges::none_of(answer.files, fails));
    return found.errors.empty() ? status : exit_failure;
}

constexpr std::array abi_options{
    stdenv_option("environment whose libraries to check against: gcc-15, debian-12, host"),
    OptionSpec{"libstdcxx", "gcc-N", "GCC whose libstdc++ that environment uses (default: its own)"},
    OptionSpec{"glibc", "VERSION", "its glibc version: 2.41 (default: the environment's)"},
};

/// The GCC whose libstdc++ the stdenv uses; absent if neither option is given.
std::optional<int> read_libstdcxx(const Tables& tables, const ParsedOptions& options) {
    if (options.has("libstdcxx")) return read_libstdcxx_owner(tables, options.value("libstdcxx")).compiler.major;
    if (options.value_or("stdenv", "") == host_name)
        return stdenv_of(tables, machine::look_at(machine::Surroundings::here(), tables)).libstdcxx;
    return read_named(tables, options).libstdcxx.gcc;
}

int run_closure(const Run& run) {
    std::optional<GraphFormat> format;
    if (run.has("format")) format = read_enumerator<GraphFormat>("format", run.value("format"));
    const std::optional<int> libstdcxx = read_libstdcxx(run.tables(), run);
    const std::string& path =
        run.needed_value("file", "missing file; pass the output of `nix path-info --json -r`, or - for standard input");
    InputFile file(run.streams, path);
    Progress progress(run, format_mebibytes, false);
    std::size_t done = 0;
    Bytes bytes([&](std::span<char> buffer) {
        const std::size_t count = file.read(buffer);
        progress.at(done += count, file.size());
        return count;
    });
    const ReadGraph read = read_graph(bytes, file.name(), format);
    Closure closure = examine_closure(run.tables(), read.graph, libstdcxx);
    closure.format = to_string(read.format);
    messages::add_sentences(closure.findings);
    return run.end(closure, report::closure_text, closure.leakage == false);
}

constexpr std::array closure_options{
    format_option("input format: path-info, derivations, registration or nodes (default: detected)",
                  "path-info derivations registration nodes"),
    stdenv_option("environment whose libstdc++ is also loaded: gcc-15, debian-12, host"),
    OptionSpec{"libstdcxx", "gcc-N", "GCC whose libstdc++ that environment uses (default: its own)"},
    quiet_option,
};

}  // namespace

const Command abi_command{
    .name = "abi",
    .group = CommandGroup::machine,
    .summary = "list the libstdc++ and glibc versions that a binary needs, and check an environment for them",
    .arguments = "[OPTIONS] FILE...",
    .none = "the environment lacks what some file needs",
    .examples = {"cudastdenv abi ./app", "cudastdenv abi --stdenv debian-12 build/ libx.a"},
    .positional = "file+",
    .options = abi_options,
    .run = run_abi,
    .defaults = default_variables,
};

const Command closure_command{
    .name = "closure",
    .group = CommandGroup::nixpkgs,
    .summary = "find more than one CUDA package set or libstdc++ in a closure, and what pulls it in",
    .arguments = "[OPTIONS] FILE",
    .none = "the closure has a conflict, or that is unknown",
    .examples = {"nix path-info --json -r ./result | cudastdenv closure -",
                 "nix derivation show -r .#app | cudastdenv closure -"},
    .positional = "file",
    .options = closure_options,
    .run = run_closure,
};

}  // namespace cudastdenv::cli
