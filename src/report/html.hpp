// SPDX-License-Identifier: MIT
#pragma once

#include "report/grid.hpp"

#include <string>
#include <string_view>

namespace cudastdenv::report {

/// For text between tags and in attributes.
[[nodiscard]] std::string escape_html(std::string_view text);

/// A table that is as wide as it needs to be, in a box that scrolls; `label` says what the box holds.
[[nodiscard]] std::string html_table(const Grid& grid, std::string_view label);

/// What a page begins with, up to and with `<body>`. `style` is CSS. The page may load nothing, and run no script
/// unless it brings one.
[[nodiscard]] std::string html_head(std::string_view title, std::string_view style, bool has_script);

}  // namespace cudastdenv::report
