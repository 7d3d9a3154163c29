// SPDX-License-Identifier: MIT
#pragma once

#include "matrix/matrix.hpp"

#include <string>

namespace cudastdenv::report {

/// The matrix as one HTML page that needs nothing else: both grids, the reason of each cell, and the messages of builds
/// and programs that do not work. Ends with a newline.
[[nodiscard]] std::string matrix_page(const Tables& tables, const Matrix& matrix);

}  // namespace cudastdenv::report
