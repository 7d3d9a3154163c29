#include "cli/command.hpp"
#include "cli/common_options.hpp"
#include "cli/did_you_mean.hpp"
#include "cli/exit_status.hpp"
#include "cli/question.hpp"
#include "cli/usage_error.hpp"
#include "report/json.hpp"
#include "report/table.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <vector>

namespace cudastdenv::cli {

namespace {

const report::TableName& read_table_name(const ParsedOptions& options) {
    const std::span<const report::TableName> names = report::table_names();
    std::vector<std::string_view> choices;
    for (const report::TableName& table : names) choices.push_back(table.name);
    const std::string name = options.value_or("table", "");
    const auto found = std::ranges::find(names, name, &report::TableName::name);
    if (found != names.end()) return *found;
    if (name.empty()) throw UsageError(fmt::format("which table?{}", suggestion("", choices).substr(1)));
    throw UsageError(fmt::format("unknown table {}{}", in_quotes(name), suggestion(name, choices)));
}

int run(const ParsedOptions& options) {
    const report::TableName& table = read_table_name(options);
    const std::string format = options.has("json") ? "json" : options.value_or("format", "text");
    const report::Style style = stdout_style(options);
    const ChosenTables tables(options);
    if (format == "json") {
        print_answer(report::table_json(tables.view(), table.file));
        return exit_answered;
    }
    const report::Grid grid = report::table_grid(tables.view(), table.name);
    if (format == "text") print_answer(report::grid_text(grid, style));
    else if (format == "markdown") print_answer(report::grid_markdown(grid));
    else if (format == "html") print_answer(report::grid_html(grid, table.name));
    else {
        constexpr std::array<std::string_view, 4> choices{"text", "json", "markdown", "html"};
        throw UsageError(fmt::format("unknown format {}{}", in_quotes(format), suggestion(format, choices)));
    }
    return exit_answered;
}

constexpr auto options =
    joined(std::array{OptionSpec{"format", "F", "text (default), json, markdown, html"}}, common_options);
constexpr std::array<std::string_view, 2> examples{"cudastdenv table releases",
                                                   "cudastdenv table compilers --format markdown"};
constexpr std::array<std::string_view, 1> positional{"table"};

}  // namespace

const Command table_command{"table",
                            "what the tables hold",
                            "releases|compilers|capabilities|libstdcxx|measured|advisories|drivers|environments|"
                            "gpus|package-sets|redist|rules|sources",
                            examples,
                            positional,
                            options,
                            run};

}  // namespace cudastdenv::cli
