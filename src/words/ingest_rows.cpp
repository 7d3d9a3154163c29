// SPDX-License-Identifier: MIT
#include "core/contains.hpp"
#include "tables/fields.hpp"
#include "words/ingest.hpp"

#include <algorithm>
#include <utility>

namespace cudastdenv::words {

namespace {

using Rows = Map<std::vector<Json>>;

void add_row(std::string_view file, Json row, Rows& rows) {
    auto found = std::ranges::find(rows.entries, file, [](const auto& entry) { return std::string_view(entry.first); });
    if (found == rows.entries.end()) found = rows.entries.insert(found, {std::string(file), {}});
    if (!contains(found->second, row)) found->second.push_back(std::move(row));
}

/// Whether anything says which toolkit it is.
bool is_named(const Toolkit& toolkit) { return toolkit.build || toolkit.release; }

/// Of a toolkit whose release nobody knows.
void add_nameless_rows(const IngestResult& result, Rows& rows) {
    const HostConfig& bounds = result.toolkit.bounds;
    std::vector<std::string_view> ids;
    if (is_named(result.toolkit)) ids.push_back(result.verdict.source.id);
    const auto range = [&](HostCheck check) -> std::optional<HostRange> {
        const std::optional<HeaderBounds>& found = bounds_of(bounds, check);
        return found ? std::optional(HostRange{found->min, found->max, SourceIds(ids)}) : std::nullopt;
    };
    for (const HostCheck check : {HostCheck::gcc, HostCheck::clang}) {
        HostCompilerRow row;
        row.family = check == HostCheck::gcc ? Compiler::Family::gcc : Compiler::Family::clang;
        row.enforced = range(check);
        if (check == HostCheck::clang) row.grace = range(HostCheck::grace);
        Json json = json_of(row);
        json["first"] = nullptr;
        json["last"] = nullptr;
        add_row("host_compilers.json", std::move(json), rows);
    }
}

void add_known_rows(const Tables& before, const IngestResult& result, Rows& rows) {
    const IngestVerdict& verdict = result.verdict;
    TableUpdate update(before);
    const bool is_applied = update.add(result) == NotApplied::applied;
    const Tables tables = update.view();
    for (const Version version : verdict.releases)
        for (const Release& release : tables.releases)
            if (release.version == version) add_row("releases.json", json_of(release), rows);
    // A new release without a header of its own has that of another one, so its rows are there too.
    const bool is_new = is_applied && std::ranges::any_of(verdict.differences, [](const Difference& difference) {
                            return std::holds_alternative<NewRelease>(difference);
                        });
    if (result.toolkit.header.empty() && !is_new) return;
    for (const HostCompilerRow& row : tables.host_compilers)
        for (const Version version : verdict.releases)
            if (row.first <= version && version <= row.last) add_row("host_compilers.json", json_of(row), rows);
}

}  // namespace

Rows ingest_rows(const Tables& tables, const IngestResult& result) {
    Rows rows;
    const bool has_header = !result.toolkit.header.empty();
    if (!result.verdict.releases.empty()) add_known_rows(tables, result, rows);
    else if (has_header) add_nameless_rows(result, rows);
    const bool has_source = has_header || is_meta_package(result.toolkit);
    if (has_source && result.verdict.exact && is_named(result.toolkit))
        add_row("sources.json", json_of(result.verdict.source), rows);
    return rows;
}

}  // namespace cudastdenv::words
