// SPDX-License-Identifier: MIT
#pragma once

#include "core/diagnostic.hpp"

#include <cudastdenv/export.hpp>

#include <span>
#include <string>
#include <string_view>

namespace cudastdenv::words {

/// A sentence of ours.
struct DiagnosticRow {
    std::string_view id;
    std::string_view text;       ///< without a full stop; `{name}` is a placeholder
    std::string_view code = {};  ///< what JSON calls it where several rows share a code; empty: the id
};

/// The sentences, sorted by id.
[[nodiscard]] std::span<const DiagnosticRow> diagnostics() noexcept;

/// What JSON calls it. Throws std::logic_error: no such row.
[[nodiscard]] std::string_view code_of(const Diagnostic& diagnostic);

/// The sentence with its placeholders filled. Throws std::logic_error: no such row, or a placeholder without argument.
[[nodiscard]] std::string text_of(const Diagnostic& diagnostic);

}  // namespace cudastdenv::words
