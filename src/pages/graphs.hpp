// SPDX-License-Identifier: MIT
#pragma once

#include "graph/compiler_edges.hpp"
#include "words/coverage.hpp"

#include <span>
#include <string>

namespace cudastdenv::report {

/// `graph compat`: releases and compilers as a graph in Graphviz' language.
[[nodiscard]] std::string compat_dot(std::span<const CompilerEdge> edges);

/// `graph coverage`: the list, what it builds, and the GPUs, as a graph in Graphviz' language.
[[nodiscard]] std::string coverage_dot(const words::CoverageReport& report);

}  // namespace cudastdenv::report
