// SPDX-License-Identifier: MIT
#pragma once

/// What a CUDA toolkit's files, and its programs where they were asked, say it is; where that departs from the tables,
/// and the tables as they would stand with it.

#include "core/diagnostic.hpp"
#include "findings/host.hpp"
#include "tables/json_tree.hpp"
#include "tables/shape.hpp"

#include <cudastdenv/tables.hpp>

#include <filesystem>
#include <memory>

namespace cudastdenv {

// A field is one line.
// clang-format off

/// Something that says which toolkit it is: a file, or the name of a folder or of a program. A build has three numbers,
/// a release two where no more is said; a platform is `Linux x86_64`.
struct Clue {
    enum class Kind { version_json, runtime_header, wheel, meta_package, conda, redist, debian, nvcc, option };

    Kind kind = Kind::version_json;
    CUDASTDENV_RECORD("clue", "Something that says which toolkit it is.",
        (ForeignText, where, "where", "Its file."),
        (std::optional<Version>, build, "build", "The nvcc version that it says; null: none."),
        (std::optional<Version>, release, "release", "The release that it says; null: none."),
        (OptionalText, package, "package", "The package that it is of; null: none."),
        (OptionalText, package_version, "packageVersion", "Null: none."),
        (OptionalText, platform, "platform", "Null: none."))
};

/// What its programs say of a toolkit; the capabilities are ascending.
struct ToolAnswers {
    CUDASTDENV_RECORD("toolAnswers", "What the toolkit's programs said when they were run.",
        (std::vector<Capability>, capabilities, "capabilities", "What they list."),
        (OptionalText, listed_by, "listedBy", "Which of them; null: none does."),
        (std::optional<CxxStandard>, newest_standard, "newestStandard", "The newest that nvcc takes; null: not known."))
    std::string nvcc = {};  ///< the program's name in the toolkit; empty: none
};

/// Where the toolkit departs from the row of a release.
struct Difference {
    enum class Kind : std::uint8_t { new_release, build, bounds, standard, capability_taken, capability_refused };

    Kind kind = Kind::new_release;
    CUDASTDENV_RECORD("difference", "Where the toolkit departs from the tables.",
        (CodeName, code, "code", "Which one, for programs."),
        (Version, release, "release", "Whose row it is."),
        (std::string, message, "message", "In words."),
        (ForeignText, toolkit_source, "toolkitSource", "Where the toolkit says so."),
        (SourceIds, tables_sources, "tablesSources", "Ids of the tables' sources."))
    Diagnostic what = {};  ///< of which an answer has the code and the message
    std::optional<Version> same_nvcc_as = {};  ///< of a new release: the newest one of the tables that has its nvcc
    HostCheck check = HostCheck::gcc;          ///< of bounds
    bool is_known = false;                     ///< of a build or a standard: the tables have another one
};

/// A toolkit, as far as its files say what it is, and what it means to the tables. The clues that say most come first;
/// a build that no clue names is that of the tables. An answer adds the rows, and its problems and differences in words.
struct Toolkit {
    CUDASTDENV_RECORD("ingested", "What a toolkit says, and what that means to the tables.",
        (Maybe<SchemaVersion>, schema, "schemaVersion", "Absent where the answer is about many."),
        (std::filesystem::path, path, "path", "The toolkit's folder or file."),
        (std::vector<Version>, releases, "releases", "The releases that it was compared with; none: not known."),
        (bool, release_exact, "releaseExact", "It is that one; else one of those."),
        (std::optional<Version>, build, "nvcc", "The version of its nvcc; null: not known."),
        (OptionalText, header, "header", "Its crt/host_config.h; null: there is none."),
        (HostConfig, bounds, "enforced"),
        (std::optional<ToolAnswers>, answers, "run", "Null: nothing was run."),
        (std::vector<Clue>, clues, "clues"),
        (Map<std::vector<Json>>, rows, "rows", "Rows of the tables with what it says, by the name of their file, as they stand there."),
        (std::vector<SaidProblem>, said_problems, "problems"),
        (std::vector<Difference>, differences, "differences"),
        (std::vector<Version>, uncited, "uncited", "Releases whose rows agree without citing this header."))
    std::optional<Version> release = {};    ///< that a clue names; two numbers where it says no more
    std::vector<Diagnostic> problems = {};  ///< beside those of its header, in `bounds`
    SourceRow source = {};                  ///< as it stands in the tables, or as it would
    std::shared_ptr<RowArena> arena = {};   ///< owns the texts of `source`
};

/// A toolkit that could not be read, or is none.
struct IngestFailure {
    CUDASTDENV_RECORD("ingestFailure", "What could not be read.",
        (ForeignText, path, "path"),
        (bool, is_toolkit, "isToolkit", "Something of a toolkit is there."),
        (ForeignText, message, "message", "Why."))
};

/// Toolkits that were compared with the tables, and those that could not be.
struct Ingested {
    CUDASTDENV_ANSWER("ingestAll", "What many toolkits say.",
        (std::vector<Toolkit>, toolkits, "toolkits"),
        (std::vector<IngestFailure>, failures, "leftOut"))

    /// Whether something is there that ought to be read and was not.
    [[nodiscard]] bool failed() const;
};
// clang-format on

/// Takes together what the clues say, and notes where they contradict each other.
void read_clues(Toolkit& toolkit);

/// Whether it is no toolkit but PyPI's meta package cuda-toolkit, which names a release and the nvcc that belongs to
/// it.
[[nodiscard]] bool is_meta_package(const Toolkit& toolkit) noexcept;

/// The toolkit compared with the tables, whatever it was compared with before. `today` becomes the day on which a new
/// source was read.
[[nodiscard]] Toolkit judge_toolkit(const Tables& tables, Toolkit toolkit, const std::string& today);

/// Why a toolkit changes nothing.
enum class NotApplied {
    applied,  ///< it does
    nothing_to_change,
    no_header,
    release_not_exact,  ///< no release, or no more than a minor one
    not_understood,     ///< something in the header or between the clues
    only_pinned,        ///< another nvcc than the tables have, by a meta package alone
};

/// Why `--write` leaves a toolkit out; empty: it does not.
CUDASTDENV_NAMED_ENUM(not_applied_message, NotApplied, (applied, ""), (nothing_to_change, ""),
                      (no_header, "nothing written: the new release has no crt/host_config.h"),
                      (release_not_exact, "nothing written: the release is not known exactly"),
                      (not_understood, "nothing written: the toolkit is not fully understood"),
                      (only_pinned, "nvcc not written: only a meta package pins it, and the tables have another one"))

/// The tables as they would stand with what toolkits say: releases, host compilers and sources. Everything else stays.
class TableUpdate {
public:
    /// What the rows of `tables` point to and every toolkit given to add() have to outlive it.
    explicit TableUpdate(const Tables& tables);
    TableUpdate(const TableUpdate&) = delete;
    TableUpdate& operator=(const TableUpdate&) = delete;

    /// Of one that was judged.
    NotApplied add(const Toolkit& toolkit);
    /// Removes sources that only what was replaced cited. Last of all.
    void finish();

    /// Valid until the next add().
    [[nodiscard]] Tables view() const;

private:
    class Change;
    void join_neighbours();

    Tables base_;
    std::vector<Release> releases_;
    std::vector<HostCompilerRow> host_compilers_;
    std::vector<SourceRow> sources_;
    RowArena arena_;
};

}  // namespace cudastdenv
