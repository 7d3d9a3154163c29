// SPDX-License-Identifier: MIT
#include "found/ingest.hpp"

#include "core/lists.hpp"
#include "tables/fields.hpp"
#include "words/diagnostics.hpp"

#include <algorithm>
#include <utility>

namespace cudastdenv::found {

using namespace words;

namespace {

IngestAnswer::Clue to_answer(const Clue& clue) {
    return {.where = {clue.where},
            .build = clue.build,
            .release = clue.release,
            .package = some_foreign(clue.package),
            .package_version = some_foreign(clue.package_version),
            .platform = some_foreign(clue.platform)};
}

}  // namespace

IngestAnswer ingest_answer(const Tables& tables, const IngestResult& result) {
    const Toolkit& toolkit = result.toolkit;
    IngestAnswer answer{.schema = {SchemaVersion()},
                        .path = {toolkit.path.string()},
                        .releases = result.releases,
                        .release_exact = result.exact && !result.releases.empty(),
                        .nvcc = toolkit.build,
                        .header = some_foreign(toolkit.header),
                        .enforced = toolkit.bounds,
                        .run = toolkit.answers,
                        .rows = ingest_rows(tables, result),
                        .uncited = result.uncited,
                        .is_meta_package = is_meta_package(toolkit)};
    for (const Clue& clue : toolkit.clues) answer.clues.push_back(to_answer(clue));
    answer.is_header_understood = toolkit.bounds.problems.empty();
    for (const auto* problems : {&toolkit.bounds.problems, &toolkit.problems})
        for (const Diagnostic& problem : *problems) answer.problems.push_back({code_of(problem), text_of(problem)});
    for (const Difference& difference : result.differences)
        answer.differences.push_back({code_of(difference.message),
                                      difference.release,
                                      text_of(difference.message),
                                      {difference.toolkit_source},
                                      difference.tables_sources});
    return answer;
}

IngestAllAnswer ingest_all_answer(const Tables& tables, std::span<const IngestResult> results,
                                  std::span<const IngestFailure> failures) {
    IngestAllAnswer answer;
    for (const IngestResult& result : results) {
        answer.toolkits.push_back(ingest_answer(tables, result));
        answer.toolkits.back().schema.value.reset();
    }
    answer.left_out.assign(failures.begin(), failures.end());
    return answer;
}

std::string not_applied_message(NotApplied reason) {
    switch (reason) {
        case NotApplied::applied:
        case NotApplied::nothing_to_change: return {};
        case NotApplied::no_header: return "a new release without its crt/host_config.h is not written";
        case NotApplied::release_not_exact: return "which release it is is not known well enough to write anything";
        case NotApplied::not_understood: return "what is not understood is not written";
        case NotApplied::only_pinned:
            return "an nvcc that only a meta package pins is not written over the one that the tables have";
    }
    return {};
}

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
    if (is_named(result.toolkit)) ids.push_back(result.source.id);
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
    TableUpdate update(before);
    const bool is_applied = update.add(result) == NotApplied::applied;
    const Tables tables = update.view();
    for (const Version version : result.releases)
        for (const Release& release : tables.releases)
            if (release.version == version) add_row("releases.json", json_of(release), rows);
    // A new release without a header of its own has that of another one, so its rows are there too.
    const bool is_new = is_applied &&
                        std::ranges::count(result.differences, Difference::Kind::new_release, &Difference::kind) > 0;
    if (result.toolkit.header.empty() && !is_new) return;
    for (const HostCompilerRow& row : tables.host_compilers)
        for (const Version version : result.releases)
            if (row.first <= version && version <= row.last) add_row("host_compilers.json", json_of(row), rows);
}

}  // namespace

Rows ingest_rows(const Tables& tables, const IngestResult& result) {
    Rows rows;
    const bool has_header = !result.toolkit.header.empty();
    if (!result.releases.empty()) add_known_rows(tables, result, rows);
    else if (has_header) add_nameless_rows(result, rows);
    const bool has_source = has_header || is_meta_package(result.toolkit);
    if (has_source && result.exact && is_named(result.toolkit)) add_row("sources.json", json_of(result.source), rows);
    return rows;
}

}  // namespace cudastdenv::found
