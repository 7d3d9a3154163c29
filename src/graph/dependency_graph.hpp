// SPDX-License-Identifier: MIT
#pragma once

#include "tables/shape.hpp"

namespace cudastdenv {

/// The number of a node in a DependencyGraph, from 0, in the order of the input.
using NodeIndex = std::uint32_t;
inline constexpr NodeIndex no_node = UINT32_MAX;

/// `from` requires `to`.
struct Reference {
    NodeIndex from = 0, to = 0;

    friend bool operator==(const Reference&, const Reference&) = default;
};

/// A graph of references. Cycles and repeated references are allowed; a node's reference to itself is dropped. Memory
/// is proportional to names and references.
class DependencyGraph {
public:
    /// The node of that name, added if it is new.
    NodeIndex node(std::string_view name) { return node(name, hash_of(name)); }
    /// The same for many names. Faster than single calls, since the cache misses overlap.
    std::vector<NodeIndex> nodes(std::span<const std::string_view> names);
    /// Marks a node that the input lists, not only as a reference.
    void list(NodeIndex node) {
        if (known_[node] == Known::listed) ++duplicates_;
        known_[node] = Known::listed;
    }
    /// Marks a node without references that the input does not list.
    void mark_as_leaf(NodeIndex node) {
        if (known_[node] == Known::no) known_[node] = Known::leaf;
    }
    /// node() and list().
    NodeIndex listed_node(std::string_view name) {
        const NodeIndex index = node(name);
        list(index);
        return index;
    }
    void add_reference(NodeIndex from, NodeIndex to) {
        if (from != to) references_.push_back({from, to});
    }
    /// The size of a node as a Nix archive (narSize), in bytes; the first of several counts.
    void set_size(NodeIndex node, std::uint64_t bytes) {
        if (sizes_.size() <= node) sizes_.resize(node + std::size_t{1}, no_size);
        if (sizes_[node] == no_size) sizes_[node] = bytes;
    }

    [[nodiscard]] std::size_t size() const noexcept { return names_.size(); }
    [[nodiscard]] std::string_view name(NodeIndex node) const { return names_[node]; }
    /// Whether its name is that of a derivation, which records what is built with what, and loads nothing.
    [[nodiscard]] bool is_derivation(NodeIndex node) const { return name(node).ends_with(".drv"); }
    [[nodiscard]] const std::vector<Reference>& references() const noexcept { return references_; }

    /// Nodes with unknown references: a part of the closure is missing from the input.
    [[nodiscard]] std::size_t dangling() const { return dangling_nodes().size(); }
    [[nodiscard]] std::vector<NodeIndex> dangling_nodes() const {
        std::vector<NodeIndex> nodes;
        for (NodeIndex node = 0; node < size(); ++node)
            if (known_[node] == Known::no) nodes.push_back(node);
        return nodes;
    }
    /// Whether the size of any node is known.
    [[nodiscard]] bool has_sizes() const noexcept { return !sizes_.empty(); }
    /// Empty: unknown.
    [[nodiscard]] std::optional<std::uint64_t> size(NodeIndex node) const {
        if (node >= sizes_.size() || sizes_[node] == no_size) return std::nullopt;
        return sizes_[node];
    }
    /// How many times a node was listed again; the references of both are joined.
    [[nodiscard]] std::size_t duplicates() const noexcept { return duplicates_; }

private:
    /// An entry of the hash table of names. It stores the hash, so that most names are not read: cache misses are
    /// nearly all of the time of reading a graph.
    struct Place {
        std::uint32_t hash = 0;
        NodeIndex node = no_node;
    };
    /// The entry of that name, or a free one. The table must not be full.
    [[nodiscard]] std::size_t place_of(std::string_view name, std::uint32_t hash) const;
    static std::uint32_t hash_of(std::string_view name) noexcept {
        return static_cast<std::uint32_t>(std::hash<std::string_view>()(name));
    }
    NodeIndex node(std::string_view name, std::uint32_t hash);
    void enlarge_table();

    std::vector<Place> places_;            ///< a power of two, at most half full
    std::vector<std::string_view> names_;  ///< point into texts_, so a graph cannot be copied
    RowArena texts_;
    enum class Known : std::uint8_t { no, leaf, listed };
    std::vector<Known> known_;
    std::vector<Reference> references_;
    std::vector<std::uint64_t> sizes_;  ///< may be shorter than names_
    static constexpr std::uint64_t no_size = UINT64_MAX;
    std::size_t duplicates_ = 0;
};

/// The shortest path from a root to each node.
struct ShortestPaths {
    /// The nodes without referrers, by number. A cycle without referrers is represented by its first node, so that
    /// every node is reached.
    std::vector<NodeIndex> roots;
    /// For each node the previous one on its path; no_node for a root.
    std::vector<NodeIndex> before;
    std::vector<std::uint32_t> depths;  ///< for each node the length of its path

    /// The path from a root to `node`, both included.
    [[nodiscard]] std::vector<NodeIndex> to(NodeIndex node) const {
        std::vector<NodeIndex> path;
        for (NodeIndex step = node; step != no_node; step = before[step]) path.push_back(step);
        std::ranges::reverse(path);
        return path;
    }
};

/// Searches breadth first from all roots at once: linear in nodes plus references. Among paths of equal length the
/// first in the input wins.
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

/// An input that is read in pieces, so that a large one is never in memory as a whole.
class Bytes {
public:
    /// Fills the front of the buffer and returns the count; 0 at the end of the input.
    using Fill = std::function<std::size_t(std::span<char>)>;

    static constexpr int end = -1;

    explicit Bytes(Fill fill) : fill_(std::move(fill)), buffer_(std::size_t{1} << 16) {}
    /// Reads a text, which must outlive this object. For tests.
    explicit Bytes(std::string_view text) : at_(text.data()), until_(text.data() + text.size()) {}
    Bytes(const Bytes&) = delete;
    Bytes& operator=(const Bytes&) = delete;

    /// The next byte as 0 to 255, or `end`.
    [[nodiscard]] int peek() {
        if (at_ == until_ && fill_) {
            at_ = buffer_.data();
            until_ = at_ + fill_(buffer_);
        }
        return at_ == until_ ? end : static_cast<unsigned char>(*at_);
    }
    /// The buffered next bytes; empty only at the end of the input.
    [[nodiscard]] std::string_view ahead() {
        (void)peek();
        return {at_, static_cast<std::size_t>(until_ - at_)};
    }
    /// Skips bytes that peek() or ahead() returned.
    void skip(std::size_t count = 1) {
        at_ += count;
        position_ += count;
    }
    /// How many bytes were skipped.
    [[nodiscard]] std::size_t position() const noexcept { return position_; }

private:
    Fill fill_;
    std::vector<char> buffer_;
    const char* at_ = nullptr;
    const char* until_ = nullptr;
    std::size_t position_ = 0;
};

/// The formats of a dependency graph.
/// `path-info`: the output of `nix path-info --json -r`, as a list (Nix before 2.19), by path, or with `info` (version
/// 2).
/// `derivations`: `nix derivation show -r`, by path, or with `derivations` (version 4); what builds what.
/// `registration`: nixpkgs' closureInfo, `nix-store --dump-db`, exportReferencesGraph; one path after the other.
/// `nodes`: `{"nodes": [{"name": "...", "references": ["..."]}]}`, docs/closure.schema.json.
CUDASTDENV_NEW_ENUM(GraphFormat, (path_info, "path-info"), (derivations, "derivations"), (registration, "registration"),
                    (nodes, "nodes"))

struct ReadGraph {
    DependencyGraph graph;
    GraphFormat format = GraphFormat::nodes;
};

/// Limits of a graph, far above any output of Nix.
inline constexpr std::size_t max_graph_bytes = std::size_t{512} << 20;
inline constexpr std::size_t max_graph_name = 1024;
/// No file system holds a larger one, and the sum over a graph does not overflow.
inline constexpr std::uint64_t max_node_size = std::uint64_t{1} << 39;

/// Reads a graph in the given format, otherwise in the one that its first byte and its keys show. `file` is only used
/// in errors. Throws DataError: another format, a node without references, a name that is empty, longer than
/// max_graph_name or has control characters, more than max_graph_bytes, or too deep nesting. Memory grows with names
/// and references, not with the text.
[[nodiscard]] ReadGraph read_graph(Bytes& bytes, std::string_view file, std::optional<GraphFormat> format);

}  // namespace cudastdenv
