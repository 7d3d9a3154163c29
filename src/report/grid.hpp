// SPDX-License-Identifier: MIT
#pragma once

#include "report/style.hpp"

#include <string>
#include <vector>

namespace cudastdenv::report {

/// A table ready to be drawn: a heading per column, a row per line.
struct Grid {
    std::vector<std::string> headings;
    std::vector<std::vector<std::string>> rows;
};

[[nodiscard]] std::string grid_text(const Grid& grid, const Style& style);
[[nodiscard]] std::string grid_markdown(const Grid& grid);

}  // namespace cudastdenv::report
