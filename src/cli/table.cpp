// SPDX-License-Identifier: MIT
#include "ask/bad_input.hpp"
#include "ask/list_questions.hpp"
#include "ask/names.hpp"
#include "ask/owned_request.hpp"
#include "cli/answer.hpp"
#include "cli/command.hpp"
#include "cli/input.hpp"
#include "cli/run.hpp"
#include "pages/dot.hpp"
#include "pages/table.hpp"
#include "wire/json.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <array>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace cudastdenv::cli {

namespace {

/// What stands behind the table's name.
std::vector<std::string> words_of(const ParsedOptions& options) {
    std::vector<std::string> words;
    for (std::size_t i = 1; i < options.list().size(); ++i)
        for (const std::string_view word : split_words(options.list()[i])) words.emplace_back(word);
    return words;
}

std::string name_of(const ParsedOptions& options) { return options.list().empty() ? "" : options.list().front(); }

const report::PrintedTable& read_table_name(const ParsedOptions& options) {
    const std::string name = name_of(options);
    if (!name.empty()) return read_row("table", name, report::printed_tables(), &report::PrintedTable::name);
    std::vector<std::string_view> choices;
    for (const report::PrintedTable& table : report::printed_tables()) choices.push_back(table.name);
    throw BadInput(InputError::missing, "which table?{}", suggestion("", choices).substr(1));
}

std::string_view read_table_format(const ParsedOptions& options) {
    static constexpr std::array<std::string_view, 4> choices{"text", "json", "markdown", "html"};
    return choices.at(
        read_choice("format", options.has("json") ? "json" : options.value_or("format", "text"), choices));
}

/// As a grid of releases against compilers or capabilities; nothing where that table or format has none.
std::optional<std::string> matrix_answer(const Tables& tables, std::string_view name, std::string_view format) {
    const auto table = std::ranges::find(report::printed_tables(), name, &report::PrintedTable::name);
    const bool is_drawn = table != report::printed_tables().end() && table->drawn;
    if (format == "html" && (name.empty() || is_drawn)) return report::matrix_page(tables, report::make_matrix(tables));
    if (format == "markdown" && is_drawn) return table->drawn(tables, report::make_matrix(tables));
    return std::nullopt;
}

std::string no_row_message(std::string_view table, const std::vector<std::string>& words) {
    std::vector<std::string> quoted;
    for (const std::string& word : words) quoted.push_back(in_quotes(word));
    return fmt::format("none: no row of {} has {}\n", table, fmt::join(quoted, " and "));
}

/// The messages that have a wording in the grid, each told by itself; nothing in formats that list wordings.
std::optional<std::string> messages_answer(const Tables& tables, const report::PrintedTable& table, const Grid& grid,
                                           std::string_view format) {
    const bool is_page = format == "html" || format == "markdown";
    if (table.name != "messages" || !is_page || grid.rows.empty()) return std::nullopt;
    std::vector<words::AboutMessage> messages;
    for (const MessageRow& message : tables.messages)
        if (std::ranges::any_of(grid.rows, [&](const auto& row) { return row.front() == message.id; }))
            messages.push_back(words::about(tables, message));
    return format == "html" ? report::messages_html(messages) : report::messages_markdown(messages);
}

int run_table(const ParsedOptions& options) {
    const std::string_view format = read_table_format(options);
    const report::Style style = stdout_style(options);
    const ChosenTables tables(options);
    const std::vector<std::string> words = words_of(options);
    const auto matrix = words.empty() ? matrix_answer(tables.view(), name_of(options), format) : std::nullopt;
    if (matrix) {
        print_answer(options.streams(), *matrix);
        return exit_answered;
    }
    const report::PrintedTable& table = read_table_name(options);
    Grid grid = table.grid(tables.view());
    report::keep_rows_with(grid, words);
    if (const auto messages = messages_answer(tables.view(), table, grid, format))
        print_answer(options.streams(), *messages);
    else if (format == "json") print_answer(options.streams(), wire::table_json(tables.view(), table.file, words));
    else if (format == "markdown") print_answer(options.streams(), report::grid_markdown(grid));
    else if (format == "html") print_answer(options.streams(), report::grid_html(grid, table.name));
    else if (grid.rows.empty()) print_answer(options.streams(), no_row_message(table.name, words));
    else print_answer(options.streams(), report::grid_text(grid, style));
    return grid.rows.empty() ? exit_none : exit_answered;
}

constexpr std::array table_options{
    format_option("text (default), json, markdown, html; with html and without a name, a page with the grids",
                  "text json markdown html")};
std::string tables_in_words() {
    std::vector<std::string_view> names;
    for (const report::PrintedTable& table : report::printed_tables()) names.push_back(table.name);
    return fmt::format("Tables: {}.", fmt::join(names, ", "));
}

}  // namespace

const Command table_command{
    .name = "table",
    .group = CommandGroup::data,
    .summary = "what the tables hold, or the rows that have each WORD",
    .arguments = "TABLE [WORD...]",
    .more = tables_in_words,
    .none = "no row has all the words",
    .examples = {"cudastdenv table gpus RTX 4090", "cudastdenv table --format html"},
    .positional = {"table+"},
    .options = table_options,
    .run = run_table,
};

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
    .common = data_options,
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
    .common = help_options,
    .run = run_graph_alone,
    .subcommands = graph_commands,
};

}  // namespace cudastdenv::cli
