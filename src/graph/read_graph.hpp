// SPDX-License-Identifier: MIT
#pragma once

#include "graph/dependency_graph.hpp"

#include <cudastdenv/describe.hpp>

namespace cudastdenv {

/// Bytes of an input, read a piece at a time, so that a large one need not be in memory as a whole.
class Bytes {
public:
    /// Fills the front of the buffer and says how far; 0 at the end of the input.
    using Fill = std::function<std::size_t(std::span<char>)>;

    static constexpr int end = -1;

    explicit Bytes(Fill fill) : fill_(std::move(fill)), buffer_(std::size_t{1} << 16) {}
    /// Reads a text, which must outlive this object. For tests.
    explicit Bytes(std::string_view text) : at_(text.data()), until_(text.data() + text.size()) {}
    Bytes(const Bytes&) = delete;
    Bytes& operator=(const Bytes&) = delete;

    /// The next byte as 0 to 255, or `end`.
    [[nodiscard]] int peek() {
        if (at_ == until_) refill();
        return at_ == until_ ? end : static_cast<unsigned char>(*at_);
    }
    /// The next bytes, as many as are there without another look at the input; empty at its end only.
    [[nodiscard]] std::string_view ahead() {
        (void)peek();
        return {at_, static_cast<std::size_t>(until_ - at_)};
    }
    /// Goes past bytes that peek() or ahead() showed; not past the end.
    void skip(std::size_t count = 1) {
        at_ += count;
        position_ += count;
    }
    /// How many bytes were gone past.
    [[nodiscard]] std::size_t position() const noexcept { return position_; }

private:
    void refill() {
        if (!fill_) return;
        const std::size_t count = fill_(buffer_);
        at_ = buffer_.data();
        until_ = at_ + count;
    }

    Fill fill_;
    std::vector<char> buffer_;
    const char* at_ = nullptr;
    const char* until_ = nullptr;
    std::size_t position_ = 0;
};

/// The forms in which a dependency graph can be read: what `nix path-info --json -r` prints, as a list (Nix before
/// 2.19), by path, or with `info` (version 2); `nix derivation show -r`, by path, or with `derivations` (version 4),
/// what builds what; nixpkgs' closureInfo, `nix-store --dump-db`, exportReferencesGraph, one path after the other;
/// `{"nodes": [{"name": "...", "references": ["..."]}]}`, docs/closure.schema.json.
CUDASTDENV_NEW_ENUM(GraphFormat, (path_info, "path-info"), (derivations, "derivations"), (registration, "registration"),
                    (nodes, "nodes"))

struct ReadGraph {
    DependencyGraph graph;
    GraphFormat format = GraphFormat::nodes;
};

/// What a graph may be at most. Nothing that Nix prints comes near.
inline constexpr std::size_t max_graph_bytes = std::size_t{512} << 20;
inline constexpr std::size_t max_graph_name = 1024;
/// No file system holds a larger one, and the sum over a graph does not overflow.
inline constexpr std::uint64_t max_node_size = std::uint64_t{1} << 39;

/// Reads a graph, in the form asked for or else in the one that its first byte and its keys show.
/// `file` is only named in errors. Throws DataError: not of the form, a node of which nothing says what it refers to,
/// names that are empty, longer than max_graph_name or hold control characters, more than max_graph_bytes bytes,
/// nesting that no such file has.
/// Memory grows with the names and references, not with the text.
[[nodiscard]] ReadGraph read_graph(Bytes& bytes, std::string_view file, std::optional<GraphFormat> format);

}  // namespace cudastdenv
