// SPDX-License-Identifier: MIT
#include "cli/command.hpp"
#include "pages/table.hpp"
#include "tables/fields.hpp"

namespace cudastdenv::cli {

namespace {

/// The arguments after the table's name.
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
    throw BadInput(InputError::missing, "missing table name{}",
                   suggestion("", all_names(report::printed_tables(), &report::PrintedTable::name)));
}

constexpr std::string_view table_formats = "text json markdown html";

/// The messages with a wording in the grid, each in full; empty for formats that list wordings.
std::optional<std::string> messages_answer(const Tables& tables, const report::PrintedTable& table, const Grid& grid,
                                           std::string_view format) {
    const bool is_page = format == "html" || format == "markdown";
    if (table.name != "messages" || !is_page || grid.rows.empty()) return std::nullopt;
    std::vector<messages::AboutMessage> messages;
    for (const MessageRow& message : tables.messages)
        if (std::ranges::any_of(grid.rows, [&](const auto& row) { return row.front() == message.id; }))
            messages.push_back(messages::about(tables, message));
    return format == "html" ? report::messages_html(messages) : report::messages_markdown(messages);
}

int run_table(const Run& run) {
    const Tables& tables = run.tables();
    const std::string_view format = read_format(run, table_formats);
    const std::vector<std::string> words = words_of(run);
    const bool draws_page = words.empty() && format == "html";
    if (draws_page && name_of(run).empty()) return run.end(report::matrix_page(tables, report::make_matrix(tables)));
    const report::PrintedTable& table = read_table_name(run);
    if (draws_page && table.drawn) return run.end(report::matrix_page(tables, report::make_matrix(tables)));
    if (words.empty() && format == "markdown" && table.drawn)
        return run.end(table.drawn(tables, report::make_matrix(tables)));
    Grid grid = table.grid(tables);
    report::keep_rows_with(grid, words);
    const bool found = !grid.rows.empty();
    if (const auto messages = messages_answer(tables, table, grid, format)) return run.end(*messages, found);
    if (format == "json") return run.end(table_json(tables, table.file, words), found);
    if (format == "markdown") return run.end(report::grid_markdown(grid), found);
    if (format == "html") return run.end(report::grid_html(grid, table.name), found);
    if (found) return run.end(report::grid_text(grid, run.form.style));
    return run.end(fmt::format("no row of {} contains {}\n", table.name, joined(words, " and ", in_quotes)), false);
}

constexpr std::array table_options{format_option(
    "output format: text (default), json, markdown, html; html without a name prints a page with the grids",
    table_formats)};

std::string format_tables() {
    return fmt::format("Tables: {}.", joined(report::printed_tables(), ", ", &report::PrintedTable::name));
}

int run_coverage(const Run& run) {
    const OptionTexts texts = with_list_text(run.streams, run);
    cover_every_gpu(run.context(), texts.has("cuda") ? texts : texts.with("cuda", "latest"),
                    [&](const messages::CoverageReport& report) {
                        print_answer(run.streams, report::coverage_dot(report));
                        for (const Sentence& note : messages::covers_answer(report).notes)
                            run.remark("note", note.text);
                    });
    return exit_answered;
}

constexpr std::array graph_commands{Command{
    .name = "graph coverage",
    .summary = "draw a list, the code that it builds, and the GPUs that run it",
    .arguments = "[--cuda VERSION] [--capabilities LIST | --format FORMAT TEXT...] [OPTIONS]",
    .examples = {"cudastdenv graph coverage --cuda 12.8 | dot -Tsvg > coverage.svg",
                 "cudastdenv graph coverage --cuda 12.8 --format torch '8.0;9.0;12.0+PTX'"},
    .positional = "text...",
    .options = coverage_list_options,
    .common = data_options,
    .run = run_coverage,
}};

}  // namespace

const Command table_command{
    .name = "table",
    .group = CommandGroup::data,
    .summary = "print a table, or its rows that contain each WORD",
    .arguments = "TABLE [WORD...]",
    .more = format_tables,
    .none = "no row contains all the words",
    .examples = {"cudastdenv table gpus RTX 4090", "cudastdenv table --format html"},
    .positional = "table+",
    .options = table_options,
    .run = run_table,
};

const Command graph_command{
    .name = "graph",
    .group = CommandGroup::data,
    .summary = "print the rules as graphs for Graphviz",
    .arguments = "COMMAND [OPTIONS]",
    .examples = {"cudastdenv graph coverage --cuda 12.8 | dot -Tsvg > coverage.svg"},
    .common = help_options,
    .run = [](const Run&) -> int { throw BadInput(InputError::missing, "missing graph name; pass graph coverage"); },
    .subcommands = graph_commands,
};

}  // namespace cudastdenv::cli
