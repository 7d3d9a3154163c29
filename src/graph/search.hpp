// SPDX-License-Identifier: MIT
#pragma once

#include "graph/dependency_graph.hpp"

#include <cudastdenv/export.hpp>

#include <cstdint>
#include <memory>
#include <span>
#include <vector>

namespace cudastdenv {

/// How each node is first come to from a root, over as few references as possible.
struct ShortestPaths {
    /// The nodes that nothing refers to, in the order of their numbers. Where a cycle has nobody outside
    /// referring to it, its first node stands in for it, so that every node is reached from some root.
    std::vector<NodeIndex> roots;
    /// For each node the one before it on its path; no_node for a root.
    std::vector<NodeIndex> before;

    /// The path from a root to `node`, both included.
    [[nodiscard]] std::vector<NodeIndex> to(NodeIndex node) const;
};

/// Searches breadth first from all roots at once: linear in nodes plus references. Among paths of equal length the
/// one whose nodes and references come first in the input wins.
[[nodiscard]] ShortestPaths shortest_paths(const DependencyGraph& graph);

/// The same from one node alone: what it does not reach has nothing before it either.
[[nodiscard]] ShortestPaths shortest_paths(const DependencyGraph& graph, NodeIndex root);

/// What can be reached from where, asked more than once of the same references.
class Reach {
public:
    enum class Along : std::uint8_t {
        references,  ///< what a node needs
        referrers,   ///< what needs a node
    };
    /// The graph is not needed afterwards.
    Reach(const DependencyGraph& graph, Along along);
    ~Reach();
    Reach(const Reach&) = delete;
    Reach& operator=(const Reach&) = delete;

    /// For each node whether it is come to from one of those, and not over one of `left_out`; these are not come to
    /// themselves. Linear in nodes plus references.
    [[nodiscard]] std::vector<bool> from(std::span<const NodeIndex> starts, std::span<const NodeIndex> left_out) const;

private:
    struct Searched;
    std::unique_ptr<const Searched> searched_;
};

}  // namespace cudastdenv
