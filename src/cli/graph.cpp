// SPDX-License-Identifier: MIT
#include "ask/bad_input.hpp"
#include "ask/covered_list.hpp"
#include "cli/chosen_tables.hpp"
#include "cli/command.hpp"
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

const Command coverage_graph_command{
    .name = "graph coverage",
    .group = CommandGroup::data,
    .summary = "a list, what it builds, and the GPUs that it reaches",
    .arguments = "[--cuda V] [--capabilities C,C | --format F TEXT...] [OPTIONS]",
    .examples = {"cudastdenv graph coverage --cuda 12.8 | dot -Tsvg > coverage.svg",
                 "cudastdenv graph coverage --cuda 12.8 --format torch '8.0;9.0;12.0+PTX'"},
    .positional = {"text..."},
    .options = coverage_list_options,
    .common = CommonOptions::data,
    .run = run_coverage,
};

constexpr std::array<const Command*, 1> graph_commands{&coverage_graph_command};

}  // namespace

const Command graph_command{
    .name = "graph",
    .group = CommandGroup::data,
    .summary = "the rules as graphs for Graphviz",
    .arguments = "COMMAND [OPTIONS]",
    .examples = {"cudastdenv graph coverage --cuda 12.8 | dot -Tsvg > coverage.svg"},
    .common = CommonOptions::help,
    .run = run_graph_alone,
    .subcommands = graph_commands,
};

}  // namespace cudastdenv::cli
