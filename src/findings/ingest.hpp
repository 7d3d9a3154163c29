// SPDX-License-Identifier: MIT
#pragma once

/// Where a toolkit departs from the tables, and the tables as they would stand with what it says.

#include "core/diagnostic.hpp"
#include "findings/host.hpp"
#include "tables/shape.hpp"

#include <cudastdenv/tables.hpp>

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

namespace cudastdenv {

// A field is one line.
// clang-format off

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
// clang-format on

/// What a toolkit means to the tables.
struct IngestResult {
    Toolkit toolkit;
    std::vector<Version> releases = {};  ///< that it was compared with, or whose row is new; none: not known
    bool exact = true;                   ///< else only the minor release is known, and these are those that it may be
    std::vector<Difference> differences = {};
    std::vector<Version> uncited = {};  ///< of `releases`, those whose rows agree without citing this header
    SourceRow source = {};              ///< as it stands in the tables, or as it would
    RowArena arena = {};                ///< owns the texts of `source`
};

// A field is one line.
// clang-format off

/// A toolkit that could not be read, or is none.
struct IngestFailure {
    CUDASTDENV_RECORD("ingestFailure", "What could not be read.",
        (ForeignText, path, "path"),
        (bool, is_toolkit, "isToolkit", "Something of a toolkit is there."),
        (ForeignText, message, "message", "Why."))
};
// clang-format on

/// `today` becomes the day on which a new source was read.
[[nodiscard]] IngestResult judge_toolkit(const Tables& tables, Toolkit toolkit, const std::string& today);

/// The differences between one release's rows and the toolkit, those of `--run` included.
[[nodiscard]] std::vector<Difference> differences_from(const Tables& tables, const Release& release,
                                                       const Toolkit& toolkit);

/// The table's view of a check; nullptr where no row has one.
[[nodiscard]] const HostRange* find_range(const Tables& tables, Version release, HostCheck check) noexcept;

/// Why a toolkit changes nothing.
enum class NotApplied {
    applied,  ///< it does
    nothing_to_change,
    no_header,
    release_not_exact,  ///< no release, or no more than a minor one
    not_understood,     ///< something in the header or between the clues
    only_pinned,        ///< another nvcc than the tables have, by a meta package alone
};

/// The tables as they would stand with what toolkits say: releases, host compilers and sources. Everything else stays.
class TableUpdate {
public:
    /// What the rows of `tables` point to and every result given to add() have to outlive it.
    explicit TableUpdate(const Tables& tables);
    TableUpdate(const TableUpdate&) = delete;
    TableUpdate& operator=(const TableUpdate&) = delete;

    NotApplied add(const IngestResult& result);
    /// Removes sources that only what was replaced cited. Last of all.
    void finish();

    /// Valid until the next add().
    [[nodiscard]] Tables view() const;

private:
    using Rows = std::vector<HostCompilerRow>;

    void add_release(const IngestResult& result, const Difference& difference);
    void add_host_row(const IngestResult& result, const Difference& difference, Compiler::Family family);
    void apply(const IngestResult& result, const Difference& difference);
    void set_build(const IngestResult& result, Version release);
    void set_standard(const IngestResult& result, Release& row);
    void share_standard(Release& row, Version other);
    void set_bounds(const IngestResult& result, const Difference& difference);
    void cite(const IngestResult& result, Version release);
    void cite(std::optional<HostRange>& range, std::string_view id);
    void add_source(const SourceRow& source);
    HostCompilerRow& isolate(Compiler::Family family, Version release);
    void join_neighbours();
    [[nodiscard]] std::optional<HostRange> range_of(const IngestResult& result, HostCheck check);
    [[nodiscard]] std::optional<HostRange> shared_range(const Difference& difference, HostCheck check);
    [[nodiscard]] SourceIds ids(const std::vector<std::string_view>& list);
    /// The ids with another one behind them, unless it is there.
    [[nodiscard]] SourceIds with(SourceIds sources, std::string_view id);

    Tables base_;
    std::vector<Release> releases_;
    Rows host_compilers_;
    std::vector<SourceRow> sources_;
    RowArena arena_;
};

}  // namespace cudastdenv
