// SPDX-License-Identifier: MIT
#pragma once

#include "matrix/matrix.hpp"

#include <string>
#include <string_view>

/// The files of this folder, put into the program while it is built.
namespace cudastdenv::report::page {

extern const std::string_view base_css;  ///< colours and tables, for every page
extern const std::string_view page_css;  ///< what the page with the grids has besides
extern const std::string_view page_js;

}  // namespace cudastdenv::report::page

namespace cudastdenv::report {

/// The matrix as one HTML page that needs nothing else: both grids, the reason of each cell, and the messages of builds
/// and programs that do not work. Ends with a newline.
[[nodiscard]] std::string matrix_page(const Tables& tables, const Matrix& matrix);

}  // namespace cudastdenv::report
