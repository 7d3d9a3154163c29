// SPDX-License-Identifier: MIT
#pragma once

#include "matrix/matrix.hpp"

#include <string>

namespace cudastdenv::report {

/// Releases against compilers, for a wiki; neighbours that agree share a line. Ends with a newline, as the others do.
[[nodiscard]] std::string compilers_markdown(const Tables& tables, const Matrix& matrix);

/// Releases against capabilities, likewise.
[[nodiscard]] std::string capabilities_markdown(const Tables& tables, const Matrix& matrix);

/// A line for each release, with what it takes at either end.
[[nodiscard]] std::string releases_markdown(const Tables& tables, const Matrix& matrix);

}  // namespace cudastdenv::report
