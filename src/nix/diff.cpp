// SPDX-License-Identifier: MIT
#include "nix/diff.hpp"

#include "core/minor_of.hpp"

#include <algorithm>

namespace cudastdenv::nix {

namespace {

/// How many minor releases are between two, the later one included; negative where `to` is earlier.
int releases_between(const Tables& tables, Version from, Version to) {
    if (to < from) return -releases_between(tables, to, from);
    return static_cast<int>(std::ranges::count_if(newest_patches(tables), [&](const Release* release) {
        return from < minor_of(release->version) && minor_of(release->version) <= to;
    }));
}

int distance(const Tables& tables, Column column, const FieldValue& here, const FieldValue& there) {
    if (about(column).kind == ColumnInfo::Kind::major) return major_in(there) - major_in(here);
    const std::optional<Version> from = release_in(here), to = release_in(there);
    return from && to ? releases_between(tables, *from, *to) : 0;
}

/// How a row is written first, then what it says. Of a late column what nixpkgs would say is not known of every row.
std::vector<Change> changes_of(const Tables& tables, const RowPair& pair, bool is_foreign) {
    std::vector<Change> changes;
    for (const FieldDifference& difference : pair.differences)
        if (difference.there && difference.plain() != difference.there)
            changes.push_back({difference.path, difference.column, *difference.there});
    for (const FieldDifference& difference : pair.differences) {
        const std::optional<FieldValue> there = difference.plain();
        if (!there || there == difference.here || (is_foreign && about(*difference.column).is_late)) continue;
        changes.push_back({std::string(about(*difference.column).name), difference.column, *there, difference.here,
                           distance(tables, *difference.column, *difference.here, *there)});
    }
    return changes;
}

}  // namespace

void add_table(const Tables& tables, Table table, NvccExtent extent, std::vector<Row> there, Diff& diff) {
    sort_rows(table, there);
    const Layout layout(table, there);
    const std::vector<WantedRow> here = wanted_rows(tables, layout, Policy::nixpkgs, extent);
    for (const RowPair& pair : side_by_side(layout, here, there)) {
        const CudaRow* cuda = pair.here ? std::get_if<CudaRow>(&pair.here->ours) : nullptr;
        const bool is_foreign = cuda && !cuda->in_nixpkgs;
        if (!pair.there && is_foreign) continue;
        if (!pair.there && !cuda && !there.empty() && is_key_before(table, pair.here->row.key, there.front().key)) {
            diff.given_up.push_back(pair.here->since);
            continue;
        }
        RowDifference row{.table = table, .here = {}, .there = {}, .changes = changes_of(tables, pair, is_foreign)};
        if (pair.here) row.here = *pair.here;
        if (pair.there) row.there = *pair.there;
        if (row.here && row.there && row.changes.empty()) ++diff.agreeing;
        else diff.rows.push_back(std::move(row));
    }
}

}  // namespace cudastdenv::nix
