// SPDX-License-Identifier: MIT
#pragma once

#include "findings/ingest.hpp"
#include "tables/json_tree.hpp"
#include "words/phrases.hpp"

#include <cudastdenv/answers.hpp>

#include <optional>
#include <span>
#include <string>
#include <vector>

namespace cudastdenv::found {

// A field is one line.
// clang-format off

/// What `ingest` answers.
struct IngestAnswer {
    struct Clue {
        CUDASTDENV_RECORD("clue", "Something that says which toolkit it is.",
            (ForeignText, where, "where", "Its file."),
            (std::optional<Version>, build, "build", "The nvcc version that it says; null: none."),
            (std::optional<Version>, release, "release", "The release that it says; null: none."),
            (std::optional<ForeignText>, package, "package", "The package that it is of; null: none."),
            (std::optional<ForeignText>, package_version, "packageVersion", "Null: none."),
            (std::optional<ForeignText>, platform, "platform", "Null: none."))
    };
    struct Difference {
        CUDASTDENV_RECORD("difference", "Where the toolkit departs from the tables.",
            (CodeName, code, "code", "Which one, for programs."),
            (Version, release, "release", "Whose row it is."),
            (std::string, message, "message", "In words."),
            (ForeignText, toolkit_source, "toolkitSource", "Where the toolkit says so."),
            (SourceIds, tables_sources, "tablesSources", "Ids of the tables' sources."))
    };
    CUDASTDENV_RECORD("ingested", "What a toolkit says, and what that means to the tables.",
        (Maybe<SchemaVersion>, schema, "schemaVersion", "Absent where the answer is about many."),
        (ForeignText, path, "path", "The toolkit's folder or file."),
        (std::vector<Version>, releases, "releases", "The releases that it was compared with; none: not known."),
        (bool, release_exact, "releaseExact", "It is that one; else one of those."),
        (std::optional<Version>, nvcc, "nvcc", "The version of its nvcc; null: not known."),
        (std::optional<ForeignText>, header, "header", "Its crt/host_config.h; null: there is none."),
        (HostConfig, enforced, "enforced"),
        (std::optional<ToolAnswers>, run, "run", "Null: nothing was run."),
        (std::vector<Clue>, clues, "clues"),
        (Map<std::vector<Json>>, rows, "rows", "Rows of the tables with what it says, by the name of their file, as they stand there."),
        (std::vector<words::SaidProblem>, problems, "problems"),
        (std::vector<Difference>, differences, "differences"),
        (std::vector<Version>, uncited, "uncited", "Releases whose rows agree without citing this header."))
    bool is_meta_package = false;
    bool is_header_understood = true;  ///< else a bound that is absent may be what was not
};

/// What `ingest --all` answers.
struct IngestAllAnswer {
    CUDASTDENV_RECORD("ingestAll", "What many toolkits say.",
        (SchemaVersion, schema, "schemaVersion"),
        (std::vector<IngestAnswer>, toolkits, "toolkits"),
        (std::vector<IngestFailure>, left_out, "leftOut"))
};
// clang-format on

[[nodiscard]] IngestAnswer ingest_answer(const Tables& tables, const IngestResult& result);

/// `failures` is what is no toolkit, or could not be read.
[[nodiscard]] IngestAllAnswer ingest_all_answer(const Tables& tables, std::span<const IngestResult> results,
                                                std::span<const IngestFailure> failures);

/// The rows of data/ that the toolkit has part in, as they stand with what it says, by the name of their file.
[[nodiscard]] Map<std::vector<Json>> ingest_rows(const Tables& tables, const IngestResult& result);

/// Why `--write` leaves a toolkit out; empty: it does not.
[[nodiscard]] std::string not_applied_message(NotApplied reason);

}  // namespace cudastdenv::found
