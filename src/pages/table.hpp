// SPDX-License-Identifier: MIT
#pragma once

#include "matrix/matrix.hpp"
#include "report/page.hpp"
#include "words/message.hpp"

#include <cudastdenv/tables.hpp>

#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace cudastdenv::report {

/// A table that `table` prints: its name there, the file it is kept in, and what it looks like.
struct PrintedTable {
    std::string_view name;
    std::string_view file;
    Grid (*grid)(const Tables&);
    /// In Markdown, as a grid of releases; null: it has none.
    std::string (*drawn)(const Tables&, const Matrix&) = nullptr;
};

/// Every table there is, sorted by name.
[[nodiscard]] std::span<const PrintedTable> printed_tables() noexcept;

[[nodiscard]] std::string grid_html(const Grid& grid, std::string_view title);

/// Messages with causes and ways out, a section each. There is at least one.
[[nodiscard]] std::string messages_html(const std::vector<words::AboutMessage>& messages);
[[nodiscard]] std::string messages_markdown(const std::vector<words::AboutMessage>& messages);

}  // namespace cudastdenv::report
