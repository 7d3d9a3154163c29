// SPDX-License-Identifier: MIT
#pragma once

/// What `ingest` answers.

#include "findings/host_config.hpp"
#include "wire/records/shared.hpp"

#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace cudastdenv {

template <>
struct Fields<HeaderBounds> {
    static constexpr std::string_view title = "bounds";
    static constexpr std::string_view meaning = "The major versions that a header lets pass.";
    static constexpr auto list =
        pack_of(Field{"min", &HeaderBounds::min, "The lowest, included; null: there is no lower bound."},
                Field{"max", &HeaderBounds::max, "The highest, included."});
};

}  // namespace cudastdenv

namespace cudastdenv::wire {

struct EnforcedRecord {
    std::optional<HeaderBounds> gcc;
    std::optional<HeaderBounds> clang;
    std::optional<HeaderBounds> grace;

    static constexpr std::string_view title = "enforced";
    static constexpr std::string_view meaning = "What crt/host_config.h checks.";
    static constexpr auto fields =
        pack_of(Field{"gcc", &EnforcedRecord::gcc, "Null: it is not checked."},
                Field{"clang", &EnforcedRecord::clang, "Null: it is not checked."},
                Field{"grace", &EnforcedRecord::grace, "Clang on Grace; null: it is not checked by itself."});
};

struct ToolAnswersRecord {
    std::vector<Capability> capabilities;
    std::optional<ForeignText> listed_by;
    std::optional<CxxStandard> newest_standard;

    static constexpr std::string_view title = "toolAnswers";
    static constexpr std::string_view meaning = "What the toolkit's programs said when they were run.";
    static constexpr auto fields = pack_of(
        Field{"capabilities", &ToolAnswersRecord::capabilities, "What they list."},
        Field{"listedBy", &ToolAnswersRecord::listed_by, "Which of them; null: none does."},
        Field{"newestStandard", &ToolAnswersRecord::newest_standard, "The newest that nvcc takes; null: not known."});
};

struct ClueRecord {
    ForeignText where;
    std::optional<Version> build;
    std::optional<Version> release;
    std::optional<ForeignText> package;
    std::optional<ForeignText> package_version;
    std::optional<ForeignText> platform;

    static constexpr std::string_view title = "clue";
    static constexpr std::string_view meaning = "Something that says which toolkit it is.";
    static constexpr auto fields =
        pack_of(Field{"where", &ClueRecord::where, "Its file."},
                Field{"build", &ClueRecord::build, "The nvcc version that it says; null: none."},
                Field{"release", &ClueRecord::release, "The release that it says; null: none."},
                Field{"package", &ClueRecord::package, "The package that it is of; null: none."},
                Field{"packageVersion", &ClueRecord::package_version, "Null: none."},
                Field{"platform", &ClueRecord::platform, "Null: none."});
};

struct DifferenceRecord {
    CodeName code;
    Version release;
    std::string message;
    ForeignText toolkit_source;
    SourceIds tables_sources;

    static constexpr std::string_view title = "difference";
    static constexpr std::string_view meaning = "Where the toolkit departs from the tables.";
    static constexpr auto fields =
        pack_of(Field{"code", &DifferenceRecord::code, "Which one, for programs."},
                Field{"release", &DifferenceRecord::release, "Whose row it is."},
                Field{"message", &DifferenceRecord::message, "In words."},
                Field{"toolkitSource", &DifferenceRecord::toolkit_source, "Where the toolkit says so."},
                Field{"tablesSources", &DifferenceRecord::tables_sources, "Ids of the tables' sources."});
};

struct IngestedRecord {
    Maybe<SchemaVersion> schema;
    ForeignText path;
    std::vector<Version> releases;
    bool release_exact;
    std::optional<Version> nvcc;
    std::optional<ForeignText> header;
    EnforcedRecord enforced;
    std::optional<ToolAnswersRecord> run;
    std::vector<ClueRecord> clues;
    Map<std::vector<Datum>> rows;
    std::vector<ProblemRecord> problems;
    std::vector<DifferenceRecord> differences;
    std::vector<Version> uncited;

    static constexpr std::string_view title = "ingested";
    static constexpr std::string_view meaning = "What a toolkit says, and what that means to the tables.";
    static constexpr auto fields = pack_of(
        Field{"schemaVersion", &IngestedRecord::schema, "Absent where the answer is about many."},
        Field{"path", &IngestedRecord::path, "The toolkit's folder or file."},
        Field{"releases", &IngestedRecord::releases, "The releases that it was compared with; none: not known."},
        Field{"releaseExact", &IngestedRecord::release_exact, "It is that one; else one of those."},
        Field{"nvcc", &IngestedRecord::nvcc, "The version of its nvcc; null: not known."},
        Field{"header", &IngestedRecord::header, "Its crt/host_config.h; null: there is none."},
        Field{"enforced", &IngestedRecord::enforced}, Field{"run", &IngestedRecord::run, "Null: nothing was run."},
        Field{"clues", &IngestedRecord::clues},
        Field{"rows", &IngestedRecord::rows,
              "Rows of the tables with what it says, by the name of their file, as they stand there."},
        Field{"problems", &IngestedRecord::problems}, Field{"differences", &IngestedRecord::differences},
        Field{"uncited", &IngestedRecord::uncited, "Releases whose rows agree without citing this header."});
};

struct IngestFailureRecord {
    ForeignText path;
    bool is_toolkit;
    ForeignText message;

    static constexpr std::string_view title = "ingestFailure";
    static constexpr std::string_view meaning = "What could not be read.";
    static constexpr auto fields =
        pack_of(Field{"path", &IngestFailureRecord::path},
                Field{"isToolkit", &IngestFailureRecord::is_toolkit, "Something of a toolkit is there."},
                Field{"message", &IngestFailureRecord::message, "Why."});
};

struct IngestAllRecord {
    SchemaVersion schema;
    std::vector<IngestedRecord> toolkits;
    std::vector<IngestFailureRecord> left_out;

    static constexpr std::string_view title = "ingestAll";
    static constexpr std::string_view meaning = "What many toolkits say.";
    static constexpr auto fields = pack_of(Field{"schemaVersion", &IngestAllRecord::schema},
                                           Field{"toolkits", &IngestAllRecord::toolkits},
                                           Field{"leftOut", &IngestAllRecord::left_out});
};

}  // namespace cudastdenv::wire
