// SPDX-License-Identifier: MIT
#pragma once

/// Everything at a glance: each release against each compiler and each capability.

#include "resolve/resolve.hpp"

namespace cudastdenv::report {

/// What cells have in common, with the mark that stands for it.
struct CellState {
    std::string_view id;         ///< `too-new`
    std::string_view symbol;     ///< one character
    std::string_view name;       ///< `too new`
    std::string_view legend;     ///< a sentence without a full stop
    bool is_beyond_end = false;  ///< it says no more than where a range ends, and is left blank where space is short
};

/// What a compiler or a capability is to a release.
struct Cell {
    const CellState* state = nullptr;
    std::string message;  ///< why, one sentence without a full stop
    SourceIds sources;
};

struct MatrixRow {
    const Release* release = nullptr;
    std::vector<Cell> compilers;     ///< one for each of Matrix::compilers
    std::vector<Cell> capabilities;  ///< one for each row of the capabilities table
};

/// A host compiler is in a stdenv of its own: a GCC brings its own libstdc++, a Clang has that of the environment that
/// is assumed, and nixpkgs' range counts. Of a capability what nvcc takes counts, and nixpkgs for the default.
struct Matrix {
    /// GCC before Clang, ascending: each family from the oldest to the newest that any release uses.
    std::vector<Compiler> compilers;
    std::vector<MatrixRow> rows;  ///< newest release first
};

[[nodiscard]] Matrix make_matrix(const Tables& tables);

/// Releases against compilers, for a wiki; neighbours that agree share a line. Ends with a newline, as the others do.
[[nodiscard]] std::string compilers_markdown(const Tables& tables, const Matrix& matrix);

/// Releases against capabilities, likewise.
[[nodiscard]] std::string capabilities_markdown(const Tables& tables, const Matrix& matrix);

/// A line for each release, with what it takes at either end.
[[nodiscard]] std::string releases_markdown(const Tables& tables, const Matrix& matrix);

/// One HTML page that needs nothing else: both grids, the reason of each cell, and the messages of builds and programs
/// that do not work. Ends with a newline.
[[nodiscard]] std::string matrix_page(const Tables& tables, const Matrix& matrix);

/// The files of this folder, put into the program while it is built.
namespace page {

extern const std::string_view base_css;   ///< colours and tables, for every page
extern const std::string_view page_html;  ///< the page with the grids, all that is behind its head; with holes
extern const std::string_view page_css;   ///< what that page has besides
extern const std::string_view page_js;

}  // namespace page

}  // namespace cudastdenv::report
