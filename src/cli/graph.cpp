// SPDX-License-Identifier: MIT
#include "ask/bad_input.hpp"
#include "ask/covered_list.hpp"
#include "ask/owned_request.hpp"
#include "ask/release_name.hpp"
#include "cli/chosen_tables.hpp"
#include "cli/command.hpp"
#include "cli/common_options.hpp"
#include "cli/exit_status.hpp"
#include "cli/input.hpp"
#include "graph/compiler_edges.hpp"
#include "pages/graphs.hpp"

#include <array>
#include <optional>

namespace cudastdenv::cli {

namespace {

int run_compat_graph(const ParsedOptions& options) {
    const ChosenTables tables(options);
    std::optional<Version> release;
    if (options.has("cuda")) release = read_release_name(tables.context(), options.value("cuda")).version;
    std::optional<Version> glibc;
    if (options.has("glibc")) glibc = read_glibc(options.value("glibc"));
    const std::vector<CompilerEdge> edges = compiler_edges(tables.view(), release, read_policy(options), glibc);
    print_answer(options.streams(), report::compat_dot(edges));
    return exit_answered;
}

int run_coverage(const ParsedOptions& options) {
    const ChosenTables tables(options);
    const Texts texts = with_list_text(options.streams(), options);
    const CoveredList question(tables.context(), texts.has("cuda") ? texts : texts.with("cuda", "latest"));
    const words::CoverageReport report = question.report();
    print_answer(options.streams(), report::coverage_dot(report));
    for (const words::Said& note : words::say_notes(report)) print_aside(options.streams(), "note", note.text);
    return exit_answered;
}

int run_graph_alone(const ParsedOptions&) {
    throw BadInput(InputError::missing, "which graph? There are graph compat and graph coverage");
}

constexpr std::array compat_graph_options{
    OptionSpec{"cuda", "V", "one CUDA release: 12.8, 12.8.1, cuda-12.8, latest (default: all)", 'c'},
    policy_option,
    OptionSpec{"glibc", "V", "C library, for what breaks by it: 2.41"},
    data_option,
    help_option,
};
constexpr std::array<std::string_view, 2> compat_graph_examples{
    "cudastdenv graph compat | dot -Tsvg > compilers.svg", "cudastdenv graph compat --cuda 12.8 --policy enforced"};

constexpr auto coverage_options = joined(coverage_list_options, std::array{data_option, help_option});
constexpr std::array<std::string_view, 1> coverage_graph_arguments{"text..."};
constexpr std::array<std::string_view, 2> coverage_examples{
    "cudastdenv graph coverage --cuda 12.8 | dot -Tsvg > coverage.svg",
    "cudastdenv graph coverage --cuda 12.8 --format torch '8.0;9.0;12.0+PTX'"};

constexpr std::array graph_options{help_option};
constexpr std::array<std::string_view, 2> graph_examples{"cudastdenv graph compat | dot -Tsvg > compilers.svg",
                                                         "cudastdenv graph coverage --cuda 12.8"};

const Command compat_graph{
    .name = "graph compat",
    .group = CommandGroup::data,
    .summary = "releases and the host compilers that go with them",
    .arguments = "[--cuda V] [OPTIONS]",
    .examples = compat_graph_examples,
    .options = compat_graph_options,
    .run = run_compat_graph,
};

const Command coverage_graph_command{
    .name = "graph coverage",
    .group = CommandGroup::data,
    .summary = "a list, what it builds, and the GPUs that it reaches",
    .arguments = "[--cuda V] [--capabilities C,C | --format F TEXT...] [OPTIONS]",
    .examples = coverage_examples,
    .positional = coverage_graph_arguments,
    .options = coverage_options,
    .run = run_coverage,
};

constexpr std::array<const Command*, 2> graph_commands{&compat_graph, &coverage_graph_command};

}  // namespace

const Command graph_command{
    .name = "graph",
    .group = CommandGroup::data,
    .summary = "the rules as graphs for Graphviz",
    .arguments = "COMMAND [OPTIONS]",
    .examples = graph_examples,
    .options = graph_options,
    .run = run_graph_alone,
    .subcommands = graph_commands,
};

}  // namespace cudastdenv::cli
