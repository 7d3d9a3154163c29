// SPDX-License-Identifier: MIT
#pragma once

#include "graph/dependency_graph.hpp"
#include "resolve/coverage.hpp"

#include <span>
#include <variant>
#include <vector>

namespace cudastdenv {

/// What a node of a coverage graph stands for. A closed list.
/// The list as the release builds it: the one node that nothing leads to.
struct ListNode {
    Version release;
};
/// A capability that the list names.
struct EntryNode {
    Capability capability;
};
/// What nvcc makes for an entry.
struct CodeNode {
    Code code;
};
/// The driver compiles that PTX when the program loads it.
struct CompileNode {
    Code code;
};
/// The driver loads that machine code, or what it made of that PTX.
struct LoadNode {
    Code code;
};
struct DeviceNode {
    Capability device;
};

using CoverageNode = std::variant<ListNode, EntryNode, CodeNode, CompileNode, LoadNode, DeviceNode>;

/// A list, what it builds, what a driver loads of that, and the GPUs that it then runs on. There is a path from the
/// list to a GPU where cover_device() says that the list runs there, and the shortest one is by the same code.
struct CoverageGraph {
    std::vector<CoverageNode> nodes;  ///< by number
    DependencyGraph graph;
    ShortestPaths paths;  ///< from the list

    /// From the list to the GPU, both included; empty where it is not reached or not in the graph.
    [[nodiscard]] std::vector<CoverageNode> path_to(Capability device) const;
};

[[nodiscard]] CoverageGraph coverage_graph(Version release, const BuildList& list,
                                           std::span<const DeviceCoverage> devices);

}  // namespace cudastdenv
