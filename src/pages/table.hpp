// SPDX-License-Identifier: MIT
#pragma once

#include "matrix/matrix.hpp"
#include "report/page.hpp"
#include "words/coverage.hpp"
#include "words/message.hpp"

#include <cudastdenv/tables.hpp>

namespace cudastdenv::report {

/// A table that `table` prints: its name there, the file it is kept in, and what it looks like.
struct PrintedTable {
    std::string_view name;
    std::string_view file;
    Grid (*grid)(const Tables&);
    /// In Markdown, as a grid of releases; null: it has none.
    std::string (*drawn)(const Tables&, const Matrix&) = nullptr;
};

/// Every table there is, sorted by name.
[[nodiscard]] std::span<const PrintedTable> printed_tables() noexcept;

[[nodiscard]] std::string grid_html(const Grid& grid, std::string_view title);

/// Messages with causes and ways out, a section each. There is at least one.
[[nodiscard]] std::string messages_html(const std::vector<words::AboutMessage>& messages);
[[nodiscard]] std::string messages_markdown(const std::vector<words::AboutMessage>& messages);

/// A text as Graphviz takes it for a name or a value, whatever the text holds: quoted, on one line, and without
/// meaning to Graphviz.
[[nodiscard]] std::string dot_quoted(std::string_view text);

struct CoverageNode {
    enum class Kind : std::uint8_t {
        list,     ///< as the release builds it: the one node that nothing leads to
        entry,    ///< a capability that the list names
        code,     ///< what nvcc makes for an entry
        compile,  ///< the driver compiles that PTX when the program loads it
        load,     ///< the driver loads that machine code, or what it made of that PTX
        device,
    };

    Kind kind = Kind::list;
    Code code = {};  ///< of an entry and a device the capability alone counts

    friend bool operator==(const CoverageNode&, const CoverageNode&) = default;
};

/// A list, what it builds, what a driver loads of that, and the GPUs that it then runs on. There is a path from the
/// list to a GPU where cover_device() says that the list runs there, and the shortest one is by the same code: among
/// paths of one length what comes first in the graph wins.
struct CoverageGraph {
    std::vector<CoverageNode> nodes;                         ///< the list first
    std::vector<std::pair<std::size_t, std::size_t>> edges;  ///< indices of nodes
};

[[nodiscard]] CoverageGraph coverage_graph(const BuildList& list, std::span<const DeviceCoverage> devices);

/// `graph coverage`: the same in Graphviz' language, drawn from left to right.
[[nodiscard]] std::string coverage_dot(const words::CoverageReport& report);

}  // namespace cudastdenv::report
