#pragma once

#include "report/style.hpp"

#include <cudastdenv/tables.hpp>

#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace cudastdenv::report {

/// A table ready to be drawn: a heading per column, a row per line.
struct Grid {
    std::vector<std::string> headings;
    std::vector<std::vector<std::string>> rows;
};

/// A table that `table` prints: its name there and the file it is kept in.
struct TableName {
    std::string_view name;
    std::string_view file;
};

/// Every table there is, sorted by name.
[[nodiscard]] std::span<const TableName> table_names() noexcept;

/// The table of that name as a grid. `name` is one of table_names().
[[nodiscard]] Grid table_grid(const Tables& tables, std::string_view name);

[[nodiscard]] std::string grid_text(const Grid& grid, const Style& style);
[[nodiscard]] std::string grid_markdown(const Grid& grid);
[[nodiscard]] std::string grid_html(const Grid& grid, std::string_view title);

}  // namespace cudastdenv::report
