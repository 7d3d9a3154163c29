// SPDX-License-Identifier: MIT
#pragma once

#include "report/page.hpp"
#include "words/message.hpp"

#include <cudastdenv/tables.hpp>

#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace cudastdenv::report {

/// A table that `table` prints: its name there and the file it is kept in.
struct TableName {
    std::string_view name;
    std::string_view file;
};

/// Every table there is, sorted by name.
[[nodiscard]] std::span<const TableName> table_names() noexcept;

/// The table of that name as a grid. `name` is one of table_names().
[[nodiscard]] Grid table_grid(const Tables& tables, std::string_view name);

[[nodiscard]] std::string grid_html(const Grid& grid, std::string_view title);

/// Messages with causes and ways out, a section each. There is at least one.
[[nodiscard]] std::string messages_html(const std::vector<words::AboutMessage>& messages);
[[nodiscard]] std::string messages_markdown(const std::vector<words::AboutMessage>& messages);

}  // namespace cudastdenv::report
