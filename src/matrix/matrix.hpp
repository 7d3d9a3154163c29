// SPDX-License-Identifier: MIT
#pragma once

/// Everything at a glance: each release against each compiler and each capability.

/// A cell of the matrix as a person reads it, whatever is drawn with it.

#include "resolve/releases.hpp"

#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <variant>
#include <vector>

namespace cudastdenv {

/// What a host compiler is to a release, in a stdenv of its own: a GCC brings its own libstdc++, a Clang has that of
/// the environment that is assumed. A closed list; text is made in `words`.

/// resolve() chooses it.
struct UsedCompiler {
    HostCompilerRange range;
    std::optional<int> headers;
    bool headers_inferred = false;
};
/// resolve() chooses it only under Policy::enforced: nvcc's own check lets it pass, the policy's range does not.
struct AcceptedCompiler {
    Reason reason;
};
/// nvcc's own check lets it pass, and it is known to break.
struct BrokenCompiler {
    const AdvisoryRow* advisory = nullptr;
};
struct RefusedCompiler {
    Reason reason;
};

using CompilerCell = std::variant<UsedCompiler, AcceptedCompiler, BrokenCompiler, RefusedCompiler>;

/// What a capability is to a release: what nvcc takes counts, and nixpkgs for the default.

/// In nixpkgs' default list.
struct DefaultCapability {
    const CapabilityRow* row = nullptr;
};
/// nvcc takes it.
struct SupportedCapability {
    const CapabilityRow* row = nullptr;
    bool in_nixpkgs = false;
};
/// nvcc takes it, for Jetsons.
struct JetsonCapability {
    const CapabilityRow* row = nullptr;
    bool in_nixpkgs = false;
};

using CapabilityCell = std::variant<DefaultCapability, SupportedCapability, JetsonCapability, CapabilityProblem>;

struct MatrixRow {
    const Release* release = nullptr;
    std::vector<CompilerCell> compilers;       ///< one for each of Matrix::compilers
    std::vector<CapabilityCell> capabilities;  ///< one for each row of the capabilities table
};

struct Matrix {
    /// GCC before Clang, ascending: each family from the oldest to the newest that any release uses.
    std::vector<Compiler> compilers;
    std::vector<MatrixRow> rows;  ///< newest release first
};

[[nodiscard]] Matrix make_matrix(const Tables& tables, Policy policy);

}  // namespace cudastdenv

namespace cudastdenv::report {

/// What cells have in common, with the mark that stands for it.
struct CellState {
    std::string_view id;      ///< `too-new`
    std::string_view symbol;  ///< one character
    std::string_view name;    ///< `too new`
    std::string_view legend;  ///< a sentence without a full stop
};

struct CellText {
    const CellState* state = nullptr;
    std::string message;  ///< why, one sentence without a full stop
    SourceIds sources;
};

/// Every state of a compiler's cell; likewise of a capability's.
[[nodiscard]] std::span<const CellState> compiler_states() noexcept;
[[nodiscard]] std::span<const CellState> capability_states() noexcept;

[[nodiscard]] CellText describe(const Tables& tables, const CompilerCell& cell, Compiler compiler);
[[nodiscard]] CellText describe(const Tables& tables, const CapabilityCell& cell, const Release& release);

/// Releases against compilers, for a wiki; neighbours that agree share a line. Ends with a newline, as the others do.
[[nodiscard]] std::string compilers_markdown(const Tables& tables, const Matrix& matrix);

/// Releases against capabilities, likewise.
[[nodiscard]] std::string capabilities_markdown(const Tables& tables, const Matrix& matrix);

/// A line for each release, with what it takes at either end.
[[nodiscard]] std::string releases_markdown(const Tables& tables, const Matrix& matrix);

}  // namespace cudastdenv::report
