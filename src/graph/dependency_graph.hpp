// SPDX-License-Identifier: MIT
#pragma once

#include <cudastdenv/export.hpp>

#include <cstddef>
#include <cstdint>
#include <deque>
#include <string>
#include <string_view>
#include <unordered_map>
#include <vector>

namespace cudastdenv::inline CUDASTDENV_ABI {

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
    DependencyGraph() = default;
    /// A copy's index would point into the names of the original; a moved deque keeps its elements where they are.
    DependencyGraph(const DependencyGraph&) = delete;
    DependencyGraph& operator=(const DependencyGraph&) = delete;
    DependencyGraph(DependencyGraph&&) = default;
    DependencyGraph& operator=(DependencyGraph&&) = default;
    ~DependencyGraph() = default;

    /// The node of that name, made where it is new.
    NodeIndex node(std::string_view name);
    /// Says of a node that the input lists it as a node rather than as somebody's reference.
    void list(NodeIndex node);
    /// Says of a node that it refers to nothing, though the input does not list it.
    void take_as_leaf(NodeIndex node);
    /// node() and list().
    NodeIndex listed_node(std::string_view name);
    void add_reference(NodeIndex from, NodeIndex to);

    [[nodiscard]] std::size_t size() const noexcept { return names_.size(); }
    [[nodiscard]] std::string_view name(NodeIndex node) const { return names_[node]; }
    [[nodiscard]] const std::vector<Reference>& references() const noexcept { return references_; }

    /// Nodes of which the input does not say what they refer to: a part of the closure is missing from it.
    [[nodiscard]] std::size_t dangling() const noexcept { return size() - known_count_; }
    /// How many times a node was listed once more than once; their references are joined.
    [[nodiscard]] std::size_t duplicates() const noexcept { return duplicates_; }

private:
    std::deque<std::string> names_;  ///< a deque, so that index_ can point into it
    std::unordered_map<std::string_view, NodeIndex> index_;
    enum class Known : std::uint8_t { no, leaf, listed };
    std::vector<Known> known_;
    std::vector<Reference> references_;
    std::size_t known_count_ = 0;
    std::size_t duplicates_ = 0;
};

}  // namespace cudastdenv::inline CUDASTDENV_ABI
