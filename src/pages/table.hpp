// SPDX-License-Identifier: MIT
#pragma once

#include "matrix/matrix.hpp"
#include "messages/coverage.hpp"
#include "messages/message.hpp"
#include "report/page.hpp"

#include <cudastdenv/tables.hpp>

namespace cudastdenv::report {

/// A table that `table` prints: its name there, its file, and its formats.
struct PrintedTable {
    std::string_view name;
    std::string_view file;
    Grid (*grid)(const Tables&);
    /// For Markdown, a grid of releases; null: none.
    std::string (*drawn)(const Tables&, const Matrix&) = nullptr;
};

/// All tables, sorted by name.
[[nodiscard]] std::span<const PrintedTable> printed_tables() noexcept;

[[nodiscard]] std::string grid_html(const Grid& grid, std::string_view title);

/// Messages with causes and workarounds, a section each. `messages` must not be empty.
[[nodiscard]] std::string messages_html(const std::vector<messages::AboutMessage>& messages);
[[nodiscard]] std::string messages_markdown(const std::vector<messages::AboutMessage>& messages);

/// Quotes a text as a name or value for Graphviz: on one line, and without special meaning.
[[nodiscard]] std::string dot_quoted(std::string_view text);

struct CoverageNode {
    enum class Kind : std::uint8_t {
        list,     ///< the release's list: the only node without an incoming edge
        entry,    ///< a capability in the list
        code,     ///< code that nvcc builds for an entry
        compile,  ///< the driver compiles that PTX when the program loads it
        load,     ///< the driver loads that machine code, or the result of compiling that PTX
        device,
    };

    Kind kind = Kind::list;
    Code code = {};  ///< for an entry and a device, only the capability matters

    friend bool operator==(const CoverageNode&, const CoverageNode&) = default;
};

/// A list, the code that is built, the code that a driver loads, and the GPUs that run it. There is a path from the
/// list to a GPU if cover_device() finds that the list runs there. The shortest path is by the same code; among paths
/// of equal length, the first in the graph.
struct CoverageGraph {
    std::vector<CoverageNode> nodes;                         ///< the list first
    std::vector<std::pair<std::size_t, std::size_t>> edges;  ///< indices of nodes
};

[[nodiscard]] CoverageGraph coverage_graph(const BuildList& list, std::span<const DeviceCoverage> devices);

/// `graph coverage` in the language of Graphviz, drawn from left to right.
[[nodiscard]] std::string coverage_dot(const messages::CoverageReport& report);

}  // namespace cudastdenv::report
