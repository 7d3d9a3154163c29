// SPDX-License-Identifier: MIT
#pragma once

#include "report/style.hpp"

#include <string>
#include <string_view>
#include <vector>

namespace cudastdenv::report {

/// A table ready to be drawn: a heading per column, a row per line.
struct Grid {
    std::vector<std::string> headings;
    std::vector<std::vector<std::string>> rows;
};

/// Keeps the rows that have each of the words in some cell, in any case.
void keep_rows_with(Grid& grid, const std::vector<std::string>& words);

[[nodiscard]] std::string grid_text(const Grid& grid, const Style& style);
[[nodiscard]] std::string grid_markdown(const Grid& grid);

/// A text that means nothing to Markdown.
[[nodiscard]] std::string escape_markdown(std::string_view text);

}  // namespace cudastdenv::report
