// SPDX-License-Identifier: MIT
#pragma once

/// An overview: each release with each compiler and each capability.

#include "resolve/resolve.hpp"

namespace cudastdenv::report {

/// A kind of cell, with its symbol.
struct CellState {
    std::string_view id;         ///< `too-new`
    std::string_view symbol;     ///< one character
    std::string_view name;       ///< `too new`
    std::string_view legend;     ///< a sentence without a full stop
    bool is_beyond_end = false;  ///< it only marks the end of a range, and is blank if space is short
};

/// A compiler or a capability in a release.
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

/// Each host compiler is in its own stdenv: a GCC with its own libstdc++, a Clang with that of the assumed environment,
/// and nixpkgs' range counts. For capabilities nvcc's support counts, and nixpkgs for the default.
struct Matrix {
    /// GCC before Clang, ascending: from the oldest to the newest that any release uses.
    std::vector<Compiler> compilers;
    std::vector<MatrixRow> rows;  ///< newest release first
};

[[nodiscard]] Matrix make_matrix(const Tables& tables);

/// Releases and compilers, for a wiki; equal neighbours share a line. Ends with a newline, like the others.
[[nodiscard]] std::string compilers_markdown(const Tables& tables, const Matrix& matrix);

/// Releases and capabilities.
[[nodiscard]] std::string capabilities_markdown(const Tables& tables, const Matrix& matrix);

/// A line for each release, with the ends of its ranges.
[[nodiscard]] std::string releases_markdown(const Tables& tables, const Matrix& matrix);

/// A self-contained HTML page: both grids, the reason of each cell, and the messages of failing builds and programs.
/// Ends with a newline.
[[nodiscard]] std::string matrix_page(const Tables& tables, const Matrix& matrix);

/// The files of this directory, embedded at build time.
namespace page {

extern const std::string_view base_css;   ///< colours and tables, for every page
extern const std::string_view page_html;  ///< the page with the grids, without its head; with placeholders
extern const std::string_view page_css;   ///< the additional style of that page
extern const std::string_view page_js;

}  // namespace page

}  // namespace cudastdenv::report
