// SPDX-License-Identifier: MIT
#pragma once

#include "graph/read_graph.hpp"

#include <cudastdenv/load.hpp>

#include <string>

namespace cudastdenv {

/// The readers behind read_graph(); all throw DataError.
[[nodiscard]] ReadGraph read_json_graph(Bytes& bytes, std::string_view file, std::optional<GraphFormat> format);
[[nodiscard]] DependencyGraph read_registration(Bytes& bytes, std::string_view file);

/// Throws DataError where a node may not have this name.
void check_node_name(std::string_view name, std::string_view file, std::size_t position);

[[noreturn]] inline void fail_at(std::string_view file, std::size_t position, const std::string& problem) {
    throw DataError(file, "", problem + " (byte " + std::to_string(position) + ")");
}

/// Throws DataError where more was read than a graph may have.
inline void check_graph_size(std::string_view file, std::size_t position) {
    if (position > max_graph_bytes) throw DataError(file, "", "larger than 512 MiB, which no closure is");
}

}  // namespace cudastdenv
