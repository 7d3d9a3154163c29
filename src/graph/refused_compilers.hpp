// SPDX-License-Identifier: MIT
#pragma once

#include "graph/closure.hpp"

#include <span>
#include <vector>

namespace cudastdenv {

/// For each CUDA package set whose nvcc is among the derivations: what is built with it and with no compiler that it
/// takes, judged by nvcc's own check. In a closure without derivations the same of what refers to both. Nothing is
/// found where some compiler is taken, or is not known to be refused, for nvcc may be pointed at it, and where a part
/// of the closure is missing. Compilers that are not wrapped do not count, they may be there for their libraries.
/// `recognised` has a row for each node.
[[nodiscard]] std::vector<RefusedHostCompilers> refused_host_compilers(const Tables& tables,
                                                                       const DependencyGraph& graph,
                                                                       const Closure& closure,
                                                                       std::span<const StoreName> recognised);

}  // namespace cudastdenv
