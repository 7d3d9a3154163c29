// SPDX-License-Identifier: MIT
#include "ask/bad_input.hpp"
#include "ask/covered_list.hpp"
#include "cli/chosen_tables.hpp"
#include "cli/command.hpp"
#include "cli/common_options.hpp"
#include "cli/exit_status.hpp"
#include "cli/input.hpp"
#include "pages/graphs.hpp"

#include <array>

namespace cudastdenv::cli {

namespace {

int run_coverage(const ParsedOptions& options) {
    const ChosenTables tables(options);
    const Texts texts = with_list_text(options.streams(), options);
    const CoveredList question(tables.context(), texts.has("cuda") ? texts : texts.with("cuda", "latest"));
    const words::CoverageReport report = question.report();
    print_answer(options.streams(), report::coverage_dot(report));
    for (const Said& note : words::covers_answer(report).notes) print_aside(options.streams(), "note", note.text);
    return exit_answered;
}

int run_graph_alone(const ParsedOptions&) {
    throw BadInput(InputError::missing, "which graph? There is graph coverage");
}

constexpr auto coverage_options = joined(coverage_list_options, std::array{data_option, help_option});
constexpr std::array<std::string_view, 1> coverage_graph_arguments{"text..."};
constexpr std::array<std::string_view, 2> coverage_examples{
    "cudastdenv graph coverage --cuda 12.8 | dot -Tsvg > coverage.svg",
    "cudastdenv graph coverage --cuda 12.8 --format torch '8.0;9.0;12.0+PTX'"};

constexpr std::array graph_options{help_option};
constexpr std::array<std::string_view, 1> graph_examples{
    "cudastdenv graph coverage --cuda 12.8 | dot -Tsvg > coverage.svg"};

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

constexpr std::array<const Command*, 1> graph_commands{&coverage_graph_command};

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
