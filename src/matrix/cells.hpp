// SPDX-License-Identifier: MIT
#pragma once

/// A cell of the matrix as a person reads it, whatever is drawn with it.

#include "matrix/matrix.hpp"

#include <span>
#include <string>
#include <string_view>

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

}  // namespace cudastdenv::report
