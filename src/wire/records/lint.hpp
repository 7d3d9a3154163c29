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

struct LintCudaRecord {
    std::string_view requested;
    Version release;
    std::optional<std::string_view> nvcc;

    static constexpr std::string_view title = "lintCuda";
    static constexpr std::string_view meaning = "The CUDA release that the list is for.";
    static constexpr auto fields =
        pack_of(Field{"requested", &LintCudaRecord::requested, "As it was asked for."},
                Field{"release", &LintCudaRecord::release, "The release that this means."},
                Field{"nvcc", &LintCudaRecord::nvcc, "The version that its nvcc prints; null: not known."});
};

struct EntryRecord {
    std::string_view text;
    std::size_t offset;

    static constexpr std::string_view title = "entry";
    static constexpr std::string_view meaning = "A part of the list that was read.";
    static constexpr auto fields =
        pack_of(Field{"text", &EntryRecord::text, "As it was written."},
                Field{"offset", &EntryRecord::offset, "In bytes from the list's beginning."});
};

struct FindingRecord {
    CodeName code;
    Finding::Severity severity;
    std::optional<EntryRecord> entry;
    std::string message;
    std::optional<std::string> instead;
    SourceIds sources;

    static constexpr std::string_view title = "finding";
    static constexpr std::string_view meaning = "Something wrong with a list.";
    static constexpr auto fields = pack_of(
        Field{"code", &FindingRecord::code, "Which one, for programs."},
        Field{"severity", &FindingRecord::severity, "error: it fails, or runs on no GPU that was meant."},
        Field{"entry", &FindingRecord::entry, "Null: the list as a whole."},
        Field{"message", &FindingRecord::message, "In words."},
        Field{"instead", &FindingRecord::instead, "What to write there; null: that is for the writer to decide."},
        Field{"sources", &FindingRecord::sources, "Ids of the sources."});
};

struct LintRecord {
    SchemaVersion schema;
    LintCudaRecord cuda;
    std::optional<std::string_view> system;
    std::string_view format;
    std::optional<ConsumerRecord> consumer;
    std::vector<std::string_view> also_fits;
    std::string_view text;
    std::vector<FindingRecord> findings;
    std::optional<std::string_view> fixed;
    std::vector<SaidRecord> losses;

    static constexpr std::string_view title = "lint";
    static constexpr std::string_view meaning = "What is wrong with a list of capabilities.";
    static constexpr auto fields =
        pack_of(Field{"schemaVersion", &LintRecord::schema}, Field{"cuda", &LintRecord::cuda},
                Field{"system", &LintRecord::system, "Nix name; null: each entry's own platform."},
                Field{"format", &LintRecord::format, "Whose spelling it was read by."},
                Field{"consumer", &LintRecord::consumer, "Who reads it; null: its rules are not known by version."},
                Field{"alsoFits", &LintRecord::also_fits, "Other spellings that it could be, where none was named."},
                Field{"text", &LintRecord::text, "The list as it was given."}, Field{"findings", &LintRecord::findings},
                Field{"fixed", &LintRecord::fixed, "The list put right; null: there is nothing to mend, or no way to."},
                Field{"losses", &LintRecord::losses, "What the spelling cannot say of it."});
};

}  // namespace cudastdenv::wire
