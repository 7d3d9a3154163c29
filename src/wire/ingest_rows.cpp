// SPDX-License-Identifier: MIT
#include "wire/ingest_rows.hpp"

#include "tables/fields.hpp"

#include <algorithm>
#include <utility>

namespace cudastdenv::wire {

namespace {

/// Whether anything says which toolkit it is.
bool is_named(const Toolkit& toolkit) { return toolkit.build || toolkit.release; }

/// Of a toolkit whose release nobody knows.
void add_nameless_rows(const words::IngestAnswer& answer, std::vector<IngestRow>& rows) {
    const HostConfig& bounds = answer.result.toolkit.bounds;
    std::vector<std::string_view> ids;
    if (is_named(answer.result.toolkit)) ids.push_back(answer.result.verdict.source.id);
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
        rows.push_back({"host_compilers.json", std::move(json)});
    }
}

void add_known_rows(const words::IngestAnswer& answer, std::vector<IngestRow>& rows) {
    const IngestVerdict& verdict = answer.result.verdict;
    TableUpdate update(answer.tables);
    const bool is_applied = update.add(answer.result) == NotApplied::applied;
    const Tables tables = update.view();
    const auto add = [&](std::string_view file, Json row) {
        if (std::ranges::find(rows, row, &IngestRow::row) == rows.end()) rows.push_back({file, std::move(row)});
    };
    for (const Version version : verdict.releases)
        for (const Release& release : tables.releases)
            if (release.version == version) add("releases.json", json_of(release));
    // A new release without a header of its own has that of another one, so its rows are there too.
    const bool is_new = is_applied && std::ranges::any_of(verdict.differences, [](const Difference& difference) {
                            return std::holds_alternative<NewRelease>(difference);
                        });
    if (answer.result.toolkit.header.empty() && !is_new) return;
    for (const HostCompilerRow& row : tables.host_compilers)
        for (const Version version : verdict.releases)
            if (row.first <= version && version <= row.last) add("host_compilers.json", json_of(row));
}

}  // namespace

std::vector<IngestRow> ingest_rows(const words::IngestAnswer& answer) {
    std::vector<IngestRow> rows;
    const bool has_header = !answer.result.toolkit.header.empty();
    if (!answer.result.verdict.releases.empty()) add_known_rows(answer, rows);
    else if (has_header) add_nameless_rows(answer, rows);
    const bool has_source = has_header || is_meta_package(answer.result.toolkit);
    if (has_source && answer.result.verdict.exact && is_named(answer.result.toolkit))
        rows.push_back({"sources.json", json_of(answer.result.verdict.source)});
    return rows;
}

}  // namespace cudastdenv::wire
