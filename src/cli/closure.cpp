// SPDX-License-Identifier: MIT
#include "pages/closure.hpp"

#include "ask/bad_input.hpp"
#include "ask/names.hpp"
#include "ask/owned_request.hpp"
#include "cli/answer.hpp"
#include "cli/command.hpp"
#include "cli/input.hpp"
#include "cli/run.hpp"
#include "core/quote.hpp"
#include "graph/closure.hpp"
#include "graph/read_graph.hpp"
#include "host/host.hpp"
#include "tables/lookup.hpp"
#include "tables/names.hpp"

#include <fmt/format.h>

#include <array>
#include <optional>
#include <vector>

namespace cudastdenv::cli {

namespace {

/// Whose libstdc++ the stdenv has; absent where neither option is given.
std::optional<int> read_libstdcxx(const Tables& tables, const ParsedOptions& options) {
    if (options.has("libstdcxx")) return read_libstdcxx_owner(tables, options.value("libstdcxx")).major;
    if (!options.has("stdenv")) return std::nullopt;
    const std::string& name = options.value("stdenv");
    if (name == host_name) return stdenv_of(tables, machine::look_at(machine::Surroundings::here(), tables)).libstdcxx;
    if (const EnvironmentRow* environment = environment_named(tables, name)) return environment->libstdcxx;
    if (!named_compiler(name))
        throw BadInput(InputError::unknown, "unknown stdenv {} (a compiler like gcc-14, or an environment's name){}",
                       in_quotes(name), environment_suggestion(tables, name));
    const Compiler compiler = read_compiler(tables, name).compiler;
    if (compiler.family != Compiler::Family::gcc)
        throw BadInput(InputError::missing, "whose libstdc++ does a {} stdenv have? Give --libstdcxx gcc-14", name);
    return compiler.major;
}

std::string mebibytes_read(std::size_t done, std::size_t total) {
    if (total == 0) return fmt::format("{} MiB read", done >> 20);
    return fmt::format("{} of {} MiB read", done >> 20, total >> 20);
}

int run_closure(const ParsedOptions& options) {
    const report::Style style = stdout_style(options);
    const ChosenTables tables(options);
    std::optional<GraphFormat> format;
    if (options.has("format"))
        format = static_cast<GraphFormat>(read_choice("format", options.value("format"), graph_format_names));
    const std::optional<int> libstdcxx = read_libstdcxx(tables.view(), options);
    if (!options.has("file"))
        throw BadInput(InputError::missing,
                       "which file? Give what `nix path-info --json -r` prints, or - for standard input");

    InputFile file(options.streams(), options.value("file"));
    Progress progress(options, mebibytes_read, false);
    const std::size_t size = file.size();
    std::size_t done = 0;
    Bytes bytes([&](std::span<char> buffer) {
        const std::size_t count = file.read(buffer);
        progress.at(done += count, size);
        return count;
    });
    const ReadGraph read = read_graph(bytes, file.name(), format);
    const Closure closure = examine_closure(tables.view(), read.graph, libstdcxx);
    const ClosureSizes sizes(read.graph, closure);
    const report::ClosureAnswer answer = report::closure_answer(tables.view(), read, closure, sizes, libstdcxx);
    print_answer(options.streams(),
                 options.has("json") ? wire::answer_text(answer) : report::closure_text(answer, style));
    return has_leakage(closure) || !closure.is_whole ? exit_none : exit_answered;
}

constexpr std::array closure_options{
    format_option("path-info, derivations, registration or nodes (default: by what the file holds)",
                  "path-info derivations registration nodes"),
    stdenv_option("judge it as loaded beside this stdenv's libstdc++: gcc-15, debian-12, host"),
    OptionSpec{"libstdcxx", "gcc-N", "whose libstdc++ that stdenv has (default: its GCC's)"},
    quiet_option,
};

}  // namespace

const Command closure_command{
    .name = "closure",
    .group = CommandGroup::nixpkgs,
    .summary = "more than one CUDA package set or libstdc++ in a closure, and what brings it in",
    .arguments = "[OPTIONS] FILE",
    .none = "something in the closure does not go together, or that is not known",
    .examples = {"nix path-info --json -r ./result | cudastdenv closure -",
                 "nix derivation show -r .#app | cudastdenv closure -"},
    .positional = {"file"},
    .options = closure_options,
    .run = run_closure,
};

}  // namespace cudastdenv::cli
