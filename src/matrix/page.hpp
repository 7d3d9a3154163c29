// SPDX-License-Identifier: MIT
#pragma once

#include "matrix/matrix.hpp"

#include <string>

namespace cudastdenv::report {

/// The matrix as one HTML page that needs nothing else: both grids, the reason of each cell, a box to type what one
/// has, and the messages that tell that something does not fit. Ends with a newline.
[[nodiscard]] std::string matrix_page(const Tables& tables, const Matrix& matrix, int majors_ahead);

}  // namespace cudastdenv::report
