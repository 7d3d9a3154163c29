// SPDX-License-Identifier: MIT
#pragma once

#include "graph/bytes.hpp"
#include "graph/dependency_graph.hpp"

#include <cudastdenv/export.hpp>

#include <cstdint>
#include <optional>
#include <span>
#include <string_view>

namespace cudastdenv {

/// The forms in which a dependency graph can be read.
enum class GraphFormat : std::uint8_t {
    path_info,     ///< `nix path-info --json -r`, as a list (Nix before 2.19), by path, or with `info` (version 2)
    derivations,   ///< `nix derivation show -r`, by path, or with `derivations` (version 4); what builds what
    registration,  ///< nixpkgs' closureInfo, `nix-store --dump-db`, exportReferencesGraph: one path after the other
    nodes,         ///< `{"nodes": [{"name": "...", "references": ["..."]}]}`, docs/closure.schema.json
};

/// `path-info`, `derivations`, `registration`, `nodes`
[[nodiscard]] std::string_view to_string(GraphFormat format) noexcept;
[[nodiscard]] std::optional<GraphFormat> parse_graph_format(std::string_view name) noexcept;
[[nodiscard]] std::span<const std::string_view> graph_format_names() noexcept;

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
