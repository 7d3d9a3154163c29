// SPDX-License-Identifier: MIT
#pragma once

/// The tables as they would stand with what toolkits say: releases, host compilers and sources. Everything else stays.

#include "findings/ingest.hpp"
#include "tables/shape.hpp"

#include <cudastdenv/tables.hpp>

#include <string>
#include <string_view>
#include <vector>

namespace cudastdenv {

/// Why a toolkit changes nothing.
enum class NotApplied {
    applied,  ///< it does
    nothing_to_change,
    no_header,
    release_not_exact,  ///< no release, or no more than a minor one
    not_understood,     ///< something in the header or between the clues
    only_pinned,        ///< another nvcc than the tables have, by a meta package alone
};

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

    Tables base_;
    std::vector<Release> releases_;
    Rows host_compilers_;
    std::vector<SourceRow> sources_;
    RowArena arena_;
};

}  // namespace cudastdenv
