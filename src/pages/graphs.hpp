// SPDX-License-Identifier: MIT
#pragma once

#include "words/coverage.hpp"

#include <string>

namespace cudastdenv::report {

/// `graph coverage`: the list, what it builds, and the GPUs, as a graph in Graphviz' language.
[[nodiscard]] std::string coverage_dot(const words::CoverageReport& report);

}  // namespace cudastdenv::report
