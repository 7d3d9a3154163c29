// SPDX-License-Identifier: MIT
#include "words/diagnostics.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <stdexcept>

namespace cudastdenv::words {

namespace {

constexpr std::string_view from_tables = "differs-from-tables";

constexpr auto rows = std::to_array<DiagnosticRow>({
    {"date-differs", "released on {manifest}; our table says {tables}", from_tables},
    {"empty-package", "the package exists for no system"},
    {"label-differs", "release_label says {label}, the file's name {file}"},
    {"malformed-date", "{text} is not a date like 2025-03-06"},
    {"malformed-hash", "not {digits} lower-case hexadecimal digits"},
    {"malformed-name", "{text} is not a package name"},
    {"malformed-size", "{text} is not a number of bytes"},
    {"malformed-version", "{text} is not a version"},
    {"missing-key", "'{key}' is missing"},
    {"no-packages", "no packages"},
    {"no-release", "release_label, the file's name and nvcc's version do not say which release this is"},
    {"not-a-text", "not a string"},
    {"not-true-or-false", "neither true nor false"},
    {"nvcc-differs", "nvcc is {manifest}; our table says {tables}", from_tables},
    {"size-is-number", "a number; NVIDIA writes sizes as strings"},
    {"system-missing-here", "has {system}, which our table says NVIDIA did not ship in this release", from_tables},
    {"system-not-shipped", "lacks {system}, which our table says NVIDIA shipped in this release", from_tables},
    {"unknown-key", "unknown key {key}"},
    {"unknown-system", "unknown platform {system}"},
    {"unknown-variant", "{variant} is not a CUDA variant like cuda12"},
    {"unsafe-path", "{text} is not a path below the manifest's directory"},
    {"variants-differ", "cuda_variant lists {listed}, the systems have {found}"},
});

const DiagnosticRow& row_of(std::string_view id) {
    const auto found = std::ranges::lower_bound(rows, id, {}, &DiagnosticRow::id);
    if (found == rows.end() || found->id != id) throw std::logic_error(fmt::format("no diagnostic {}", id));
    return *found;
}

}  // namespace

std::span<const DiagnosticRow> diagnostics() noexcept { return rows; }

std::string_view code_of(const Diagnostic& diagnostic) {
    const DiagnosticRow& row = row_of(diagnostic.id);
    return row.code.empty() ? row.id : row.code;
}

std::string text_of(const Diagnostic& diagnostic) {
    return with_holes_filled(row_of(diagnostic.id).text, [&](std::string_view name) -> const std::string& {
        for (const auto& [argument, value] : diagnostic.arguments)
            if (argument == name) return value;
        throw std::logic_error(fmt::format("diagnostic {} lacks {}", diagnostic.id, name));
    });
}

}  // namespace cudastdenv::words
