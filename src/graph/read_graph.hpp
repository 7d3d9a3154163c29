// SPDX-License-Identifier: MIT
#pragma once

#include "graph/dependency_graph.hpp"

#include <cudastdenv/describe.hpp>

namespace cudastdenv {

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
