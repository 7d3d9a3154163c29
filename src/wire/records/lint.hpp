// SPDX-License-Identifier: MIT
#pragma once

/// What `lint` answers.

#include "spell/lint.hpp"
#include "wire/records/shared.hpp"

#include <array>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace cudastdenv {

template <>
inline constexpr std::array enumerators<Finding::Severity>{Finding::Severity::error, Finding::Severity::warning,
                                                           Finding::Severity::note};

}  // namespace cudastdenv

namespace cudastdenv::wire {

// A field is one line.
// clang-format off

struct LintCudaRecord {
    CUDASTDENV_RECORD("lintCuda", "The CUDA release that the list is for.",
        (std::string_view, requested, "requested", "As it was asked for."),
        (Version, release, "release", "The release that this means."),
        (std::optional<std::string_view>, nvcc, "nvcc", "The version that its nvcc prints; null: not known."))
};

struct EntryRecord {
    CUDASTDENV_RECORD("entry", "A part of the list that was read.",
        (std::string_view, text, "text", "As it was written."),
        (std::size_t, offset, "offset", "In bytes from the list's beginning."))
};

struct FindingRecord {
    CUDASTDENV_RECORD("finding", "Something wrong with a list.",
        (CodeName, code, "code", "Which one, for programs."),
        (Finding::Severity, severity, "severity", "error: it fails, or runs on no GPU that was meant."),
        (std::optional<EntryRecord>, entry, "entry", "Null: the list as a whole."),
        (std::string, message, "message", "In words."),
        (std::optional<std::string>, instead, "instead", "What to write there; null: that is for the writer to decide."),
        (SourceIds, sources, "sources", "Ids of the sources."))
};

struct LintRecord {
    CUDASTDENV_RECORD("lint", "What is wrong with a list of capabilities.",
        (SchemaVersion, schema, "schemaVersion"),
        (LintCudaRecord, cuda, "cuda"),
        (std::optional<std::string_view>, system, "system", "Nix name; null: each entry's own platform."),
        (std::string_view, format, "format", "Whose spelling it was read by."),
        (std::optional<ConsumerRecord>, consumer, "consumer", "Who reads it; null: its rules are not known by version."),
        (std::vector<std::string_view>, also_fits, "alsoFits", "Other spellings that it could be, where none was named."),
        (std::string_view, text, "text", "The list as it was given."),
        (std::vector<FindingRecord>, findings, "findings"),
        (std::optional<std::string_view>, fixed, "fixed", "The list put right; null: there is nothing to mend, or no way to."),
        (std::vector<SaidRecord>, losses, "losses", "What the spelling cannot say of it."))
};

}  // namespace cudastdenv::wire
