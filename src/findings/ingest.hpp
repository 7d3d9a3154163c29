// SPDX-License-Identifier: MIT
#pragma once

/// The version of a CUDA toolkit according to its files and, if they were run, its programs; or the contents of a
/// project's wheel. How it differs from the tables, and the tables updated with it.

#include "findings/host.hpp"
#include "findings/wheel.hpp"
#include "tables/json_tree.hpp"

namespace cudastdenv {

// One line for each field.
// clang-format off

/// Evidence for the version of a toolkit: a file, or the name of a directory or program. A build has three numbers. A
/// release has two if a third is not stated. A platform is `Linux x86_64`.
struct Clue {
    enum class Kind { version_json, runtime_header, wheel, meta_package, conda, redist, debian, nvcc, option };

    Kind kind = Kind::version_json;
    CUDASTDENV_RECORD("clue", "Evidence for the version of a toolkit.",
        (ForeignText, where, "where", "Its file."),
        (std::optional<Version>, build, "build", "The nvcc version that it states; null where none."),
        (std::optional<Version>, release, "release", "The release that it states; null where none."),
        (OptionalText, package, "package", "The package that it belongs to; null where none."),
        (OptionalText, package_version, "packageVersion", "Null where absent."),
        (OptionalText, platform, "platform", "Null where absent."))
};

/// The output of the toolkit's programs. Capabilities are ascending.
struct ToolAnswers {
    CUDASTDENV_RECORD("toolAnswers", "The output of the toolkit's programs.",
        (std::vector<Capability>, capabilities, "capabilities", "Capabilities that they list, ascending."),
        (OptionalText, listed_by, "listedBy", "The program; null where none does."),
        (std::optional<CxxStandard>, newest_standard, "newestStandard", "Newest standard that nvcc accepts; null where unknown."))
    std::string nvcc = {};  ///< name of nvcc in the toolkit; empty: none
};

/// A difference between the toolkit and the row of a release, or between a wheel and its row.
struct Difference {
    enum class Kind : std::uint8_t {
        new_release, build, bounds, standard, capability_taken, capability_refused, new_wheel, wheel_value
    };

    Kind kind = Kind::new_release;
    CUDASTDENV_RECORD("difference", "A difference between the toolkit and the tables.",
        (CodeName, code, "code", "Code of the difference."),
        (std::optional<Version>, release, "release", "The release whose row differs; null for a wheel."),
        (std::string, message, "message", "The message."),
        (ForeignText, toolkit_source, "toolkitSource", "The part of the toolkit that shows it."),
        (SourceIds, tables_sources, "tablesSources", "Ids of the tables' sources."))
    Diagnostic what = {};  ///< source of the answer's code and message
    std::optional<Version> same_nvcc_as = {};  ///< for a new release: the newest release of the tables with the same nvcc
    HostCheck check = HostCheck::gcc;          ///< for limits
    bool is_known = false;                     ///< for a build or a standard: whether the tables have another value
};

/// A toolkit with the version from its files, compared with the tables. The clues with the most details come first. If
/// no clue names a build, it is that of the tables. An answer adds the rows, and the messages of problems and
/// differences.
struct Toolkit {
    CUDASTDENV_RECORD("ingested", "The contents of a toolkit or of a project's wheel, compared with the tables.",
        (Maybe<SchemaVersion>, schema, "schemaVersion", "Absent where the answer is about many."),
        (std::filesystem::path, path, "path", "Directory or file."),
        (std::vector<Version>, releases, "releases", "The releases that it was compared with; empty where unknown."),
        (bool, release_exact, "releaseExact", "Whether its release is certain."),
        (std::optional<Version>, build, "nvcc", "Version of its nvcc; null where unknown."),
        (OptionalText, header, "header", "Its crt/host_config.h; null where absent."),
        (HostConfig, bounds, "enforced"),
        (std::optional<ToolAnswers>, answers, "run", "Null where no program was run."),
        (std::vector<Clue>, clues, "clues"),
        (std::optional<WheelContents>, wheel, "wheel", "The wheel of a project; null for a toolkit, of which the keys before it are."),
        (Map<std::vector<Json>>, rows, "rows", "Table rows with the contents of the toolkit, by file name, in the tables' format."),
        (std::vector<ProblemMessage>, said_problems, "problems"),
        (std::vector<Difference>, differences, "differences"),
        (std::vector<Version>, uncited, "uncited", "Releases whose rows agree but do not cite this header."))
    std::optional<Version> release = {};    ///< from a clue; two numbers if the clue has no more
    std::vector<Diagnostic> problems = {};  ///< in addition to those of its header, in `bounds`
    SourceRow source = {};                  ///< its row in the tables, or the row that it would get
    std::shared_ptr<RowArena> arena = {};   ///< owns the texts of `source`
};

/// A toolkit that could not be read, or is not a toolkit.
struct IngestFailure {
    CUDASTDENV_RECORD("ingestFailure", "Files that could not be read.",
        (ForeignText, path, "path"),
        (bool, is_toolkit, "isToolkit", "Whether any part of a toolkit was found."),
        (ForeignText, message, "message", "The reason."))
};

/// Toolkits that were compared with the tables, and failures.
struct Ingested {
    CUDASTDENV_ANSWER("ingestAll", "The contents of many toolkits.",
        (std::vector<Toolkit>, toolkits, "toolkits"),
        (std::vector<IngestFailure>, failures, "leftOut"))

    /// Whether something that should be readable was not read.
    [[nodiscard]] bool failed() const {
return std::ranges::any_of(failures, &IngestFailure::is_toolkit);
}
};
// clang-format on

/// Combines the clues, and reports contradictions between them.
void read_clues(Toolkit& toolkit);

/// Whether it is PyPI's meta package cuda-toolkit, which only names a release and its nvcc.
[[nodiscard]] inline bool is_meta_package(const Toolkit& toolkit) noexcept {
    return std::ranges::count(toolkit.clues, Clue::Kind::meta_package, &Clue::kind) > 0;
}

/// Compares the toolkit with the tables, and discards earlier comparisons. `today` is the retrieval date of a new
/// source.
[[nodiscard]] Toolkit judge_toolkit(const Tables& tables, Toolkit toolkit, const std::string& today);

/// Why a toolkit changes nothing.
enum class NotApplied {
    applied,  ///< no reason: it was applied
    nothing_to_change,
    no_header,
    release_not_exact,  ///< no release, or only a minor one
    not_understood,     ///< part of the header, or a contradiction between clues
    only_pinned,        ///< a different nvcc than in the tables, but only according to a meta package
};

/// Why `--write` skips a toolkit; empty: it does not.
CUDASTDENV_NAMED_ENUM(not_applied_message, NotApplied, (applied, ""), (nothing_to_change, ""),
                      (no_header, "nothing written: the new release has no crt/host_config.h"),
                      (release_not_exact, "nothing written: the release is not known exactly"),
                      (not_understood, "nothing written: it is not fully understood"),
                      (only_pinned, "nvcc not written: only a meta package pins it, and the tables have another one"))

/// The tables updated with toolkits (releases, host compilers) and wheels, and their sources. Other tables are
/// unchanged.
class TableUpdate {
public:
    /// The storage of the rows of `tables`, and every toolkit passed to add(), must outlive it.
    explicit TableUpdate(const Tables& tables);
    TableUpdate(const TableUpdate&) = delete;
    TableUpdate& operator=(const TableUpdate&) = delete;

    /// Adds a toolkit from judge_toolkit().
    NotApplied add(const Toolkit& toolkit);
    /// Removes sources that only replaced values cited. Call it last.
    void finish();

    /// Valid until the next add().
    [[nodiscard]] Tables view() const;

private:
    class Change;
    void join_neighbours();
    NotApplied add_wheel(const Toolkit& toolkit);
    SourceRow& add_source(const SourceRow& source);

    Tables base_;
    std::vector<Release> releases_;
    std::vector<HostCompilerRow> host_compilers_;
    std::vector<SourceRow> sources_;
    WheelRows wheels_;
    RowArena arena_;
};

}  // namespace cudastdenv
