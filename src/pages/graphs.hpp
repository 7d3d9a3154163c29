#pragma once

#include "report/coverage.hpp"
#include "resolve/compiler_edges.hpp"

#include <span>
#include <string>

namespace cudastdenv::report {

/// `graph compat`: releases and compilers as a graph in Graphviz' language.
[[nodiscard]] std::string compat_dot(std::span<const CompilerEdge> edges);

/// `graph coverage`: the list, what it builds, and the GPUs, as a graph in Graphviz' language.
[[nodiscard]] std::string coverage_dot(const CoverageReport& report);

}  // namespace cudastdenv::report
