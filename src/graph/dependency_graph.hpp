// SPDX-License-Identifier: MIT
#pragma once

#include "core/std.hpp"

#include <memory>
#include <memory_resource>

namespace cudastdenv {

/// Number of a node in a DependencyGraph, from 0, in the order in which the input first names the nodes.
using NodeIndex = std::uint32_t;
inline constexpr NodeIndex no_node = UINT32_MAX;

/// `from` refers to `to`: where `from` is, `to` is too.
struct Reference {
    NodeIndex from = 0;
    NodeIndex to = 0;

    friend bool operator==(const Reference&, const Reference&) = default;
};

/// What refers to what. Cycles and references given twice are allowed; a node's reference to itself is left out.
/// Takes memory in proportion to the names and the references, nothing else.
class DependencyGraph {
public:
    /// The node of that name, made where it is new.
    NodeIndex node(std::string_view name);
    /// The nodes of these names, no_node where there is none. Faster than one by one: memory is waited for once for
    /// all.
    void find(std::span<const std::string_view> names, std::vector<NodeIndex>& found) const;
    /// Says of a node that the input lists it as a node rather than as somebody's reference.
    void list(NodeIndex node);
    /// Says of a node that it refers to nothing, though the input does not list it.
    void take_as_leaf(NodeIndex node);
    /// node() and list().
    NodeIndex listed_node(std::string_view name);
    void add_reference(NodeIndex from, NodeIndex to);
    /// How many bytes a node is by itself, as a Nix archive (narSize); of several the first counts.
    void set_size(NodeIndex node, std::uint64_t bytes);

    [[nodiscard]] std::size_t size() const noexcept { return names_.size(); }
    [[nodiscard]] std::string_view name(NodeIndex node) const { return names_[node]; }
    /// Whether it is a derivation, by its name: it says what is built with what, and loads nothing.
    [[nodiscard]] bool is_derivation(NodeIndex node) const { return name(node).ends_with(".drv"); }
    [[nodiscard]] const std::vector<Reference>& references() const noexcept { return references_; }

    /// Nodes of which the input does not say what they refer to: a part of the closure is missing from it.
    [[nodiscard]] std::size_t dangling() const { return dangling_nodes().size(); }
    [[nodiscard]] std::vector<NodeIndex> dangling_nodes() const;
    /// Whether the size of any node is known.
    [[nodiscard]] bool has_sizes() const noexcept { return !sizes_.empty(); }
    /// Absent where the input does not say it.
    [[nodiscard]] std::optional<std::uint64_t> size(NodeIndex node) const;
    /// How many times a node was listed once more than once; their references are joined.
    [[nodiscard]] std::size_t duplicates() const noexcept { return duplicates_; }

private:
    /// A place of the table in which nodes are found by name. Its hash is here, so that most names need not be looked
    /// at: nearly all of the time that it takes to read a graph is spent in waiting for memory.
    struct Place {
        std::uint32_t hash = 0;
        NodeIndex node = no_node;
    };
    /// The place of that name, or the free one where it belongs; the table is not full.
    [[nodiscard]] std::size_t place_of(std::string_view name, std::uint32_t hash) const;
    void enlarge_table();

    std::vector<Place> places_;            ///< a power of two, at most half of them taken
    std::vector<std::string_view> names_;  ///< point into texts_, which is why no graph can be copied
    std::unique_ptr<std::pmr::monotonic_buffer_resource> texts_ =
        std::make_unique<std::pmr::monotonic_buffer_resource>();
    enum class Known : std::uint8_t { no, leaf, listed };
    std::vector<Known> known_;
    std::vector<Reference> references_;
    std::vector<std::uint64_t> sizes_;  ///< as far as any is known; shorter than names_ where the last ones have none
    static constexpr std::uint64_t no_size = UINT64_MAX;
    std::size_t duplicates_ = 0;
};

/// How each node is first come to from a root, over as few references as possible.
struct ShortestPaths {
    /// The nodes that nothing refers to, in the order of their numbers. Where a cycle has nobody outside
    /// referring to it, its first node stands in for it, so that every node is reached from some root.
    std::vector<NodeIndex> roots;
    /// For each node the one before it on its path; no_node for a root.
    std::vector<NodeIndex> before;
    std::vector<std::uint32_t> depths;  ///< for each node the references on its path

    /// The path from a root to `node`, both included.
    [[nodiscard]] std::vector<NodeIndex> to(NodeIndex node) const;
};

/// Searches breadth first from all roots at once: linear in nodes plus references. Among paths of equal length the
/// one whose nodes and references come first in the input wins.
[[nodiscard]] ShortestPaths shortest_paths(const DependencyGraph& graph);

enum class Along : std::uint8_t {
    references,  ///< what a node needs
    referrers,   ///< what needs a node
};

/// For each node whether a path leads to it from one of `starts`. No path contains a node of `left_out`. Each call is
/// linear in nodes plus references.
using Reach = std::function<std::vector<bool>(std::span<const NodeIndex> starts, std::span<const NodeIndex> left_out)>;

/// The result does not refer to the graph.
[[nodiscard]] Reach reach_along(Along along, const DependencyGraph& graph);

}  // namespace cudastdenv
