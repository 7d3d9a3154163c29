// SPDX-License-Identifier: MIT
#include "resolve/api.hpp"

#include "core/format.hpp"
#include "core/lists.hpp"
#include "core/text.hpp"
#include "tables/check_api.hpp"
#include "tables/lookup.hpp"

namespace cudastdenv {

namespace {

constexpr ApiEntryKind kind_of(ApiKind kind) noexcept {
    switch (kind) {
        case ApiKind::enumerator: return ApiEntryKind::enumerator;
        case ApiKind::function: return ApiEntryKind::function;
        case ApiKind::function_macro: return ApiEntryKind::function_macro;
        case ApiKind::macro: return ApiEntryKind::macro;
        case ApiKind::type: return ApiEntryKind::type;
        case ApiKind::variable: return ApiEntryKind::variable;
    }
    return ApiEntryKind::function;
}

}  // namespace

std::string_view without_scope(std::string_view name) noexcept {
    const std::size_t colons = name.rfind("::");
    return colons == name.npos ? name : name.substr(colons + 2);
}

std::string_view without_revision(std::string_view name) noexcept {
    const std::size_t revision = name.rfind("_v");
    const bool is_numbered = revision != name.npos && whole_number(name.substr(revision + 2));
    return is_numbered ? name.substr(0, revision) : name;
}

std::string_view replacement(const ApiSuccessorRow* successor) noexcept {
    if (!successor) return {};
    return successor->code ? *successor->code : successor->successor.value_or("");
}

std::string ApiEntry::qualified() const { return parent.empty() ? name : fmt::format("{}::{}", parent, name); }

ApiIndex::ApiIndex(const Tables& tables) : tables_(tables) {
    for (const ApiHeadersRow& row : tables_.api_headers)
        for (const std::string_view header : row.headers)
            entries_.push_back({.kind = ApiEntryKind::header,
                                .name = std::string(header),
                                .first = row.first,
                                .last = row.last,
                                .header_row = &row});
    for (const ApiNamesRow& row : tables_.api_names)
        for_each_packed_name(row.names, [&](const std::string& name) {
            entries_.push_back({.kind = kind_of(row.kind),
                                .name = name,
                                .header = row.header,
                                .is_of_device = row.cuda,
                                .first = row.first,
                                .last = row.last,
                                .deprecated = row.deprecated});
        });
    for (const ApiFieldsRow& row : tables_.api_fields)
        for_each_packed_name(row.fields, [&](const std::string& name) {
            entries_.push_back({.kind = ApiEntryKind::field,
                                .name = name,
                                .parent = row.parent,
                                .first = row.first,
                                .last = row.last,
                                .deprecated = row.deprecated});
        });
    for (const ApiTargetsRow& row : tables_.api_targets)
        for (const std::string_view target : row.targets)
            entries_.push_back({.kind = ApiEntryKind::target,
                                .name = std::string(target),
                                .first = row.first,
                                .last = row.last,
                                .target_row = &row});
    places_.reserve(entries_.size());
    for (std::uint32_t i = 0; i < entries_.size(); ++i) places_.emplace(without_scope(entries_[i].name), i);
    for (const ApiSignatureRow& row : tables_.api_signatures)
        for_each_packed_name(row.names, [&](const std::string& name) { signatures_.emplace(name, &row); });
}

std::vector<const ApiEntry*> ApiIndex::find(std::string_view name) const {
    std::vector<std::uint32_t> found;
    const auto add_all = [&](std::string_view key, const auto& is_meant) {
        const auto [begin, end] = places_.equal_range(key);
        for (auto at = begin; at != end; ++at)
            if (is_meant(entries_[at->second])) found.push_back(at->second);
    };
    const std::string_view last = without_scope(name);
    const std::string_view before = last.size() == name.size() ? "" : name.substr(0, name.size() - last.size() - 2);
    add_all(last, [&](const ApiEntry& entry) {
        if (entry.parent.empty()) return entry.name == name;
        return before.empty() || entry.parent == before;
    });
    // `cudaDeviceProp.clockRate`, `cudaResourceDesc.res.array.array`
    if (const std::size_t point = name.rfind('.'); found.empty() && point != name.npos)
        add_all(name.substr(point + 1), [&](const ApiEntry& entry) { return entry.parent == name.substr(0, point); });
    std::ranges::sort(found);
    std::vector<const ApiEntry*> entries;
    for (const std::uint32_t place : found) entries.push_back(&entries_[place]);
    return entries;
}

const ApiHeadersRow* ApiIndex::header_in(std::string_view header, Version release) const {
    for (const ApiEntry* entry : find(header))
        if (entry->header_row && entry->is_in(release)) return entry->header_row;
    return nullptr;
}

const ApiSuccessorRow* ApiIndex::successor_of(const ApiEntry& entry) const {
    const ApiSuccessorKind kind = entry.header_row   ? ApiSuccessorKind::header
                                  : entry.target_row ? ApiSuccessorKind::target
                                                     : ApiSuccessorKind::name;
    const auto is_its = [&](const ApiSuccessorRow& row) {
        return row.kind == kind && row.name == entry.name && row.parent.value_or("") == entry.parent;
    };
    return find_in(tables_.api_successors, true, is_its);
}

std::vector<const ApiSignatureRow*> ApiIndex::signatures_of(std::string_view function) const {
    std::vector<const ApiSignatureRow*> rows;
    const auto [begin, end] = signatures_.equal_range(std::string(function));
    for (auto at = begin; at != end; ++at) rows.push_back(at->second);
    std::ranges::sort(rows, {}, &ApiSignatureRow::release);
    return rows;
}

std::optional<Version> ApiIndex::read_release(Version release) const {
    if (release.major > newest().major || (minor_of(newest()) < minor_of(release))) return std::nullopt;
    std::optional<Version> read;
    for (const ApiReleaseRow& row : tables_.api_releases)
        if (!is_before(release, row.version)) read = row.version;
    return read;
}

Version ApiIndex::release_after(Version release) const noexcept {
    const auto next = std::ranges::upper_bound(tables_.api_releases, release, {}, &ApiReleaseRow::version);
    return next == tables_.api_releases.end() ? release : next->version;
}

std::optional<bool> ApiIndex::has(const std::vector<const ApiEntry*>& entries, Version release) const {
    const std::optional<Version> read = read_release(release);
    if (!read) return std::nullopt;
    return std::ranges::any_of(entries, [&](const ApiEntry* entry) { return entry->is_in(*read); });
}

std::vector<ApiChange> ApiIndex::changes(const std::vector<const ApiEntry*>& entries, Version from, Version to) const {
    const auto in = [&](Version release) {
        const auto found = std::ranges::find_if(entries, [&](const ApiEntry* entry) { return entry->is_in(release); });
        return found == entries.end() ? nullptr : *found;
    };
    const ApiEntry* before = in(from);
    const ApiEntry* after = in(to);
    if (!before) return {};
    const ApiSuccessorRow* successor = successor_of(*before);
    if (!after) {
        // The last of its ranges before `to` ends it.
        Version last = from;
        for (const ApiEntry* entry : entries)
            if (entry->last && *entry->last < to) last = std::max(last, *entry->last);
        return {{ApiChange::Kind::removed, before, release_after(last), successor, nullptr}};
    }
    std::vector<ApiChange> all;
    if (after->header_row && before->header_row->directory != after->header_row->directory)
        all.push_back({ApiChange::Kind::moved, after, after->first.value_or(from), successor, nullptr});
    if (before->kind == ApiEntryKind::function || before->kind == ApiEntryKind::macro ||
        before->kind == ApiEntryKind::function_macro)
        for (const ApiSignatureRow* row : signatures_of(before->name))
            if (from < row->release && row->release <= to)
                all.push_back({ApiChange::Kind::signature, after, row->release, successor, row});
    if (after->deprecated && *after->deprecated <= to)
        all.push_back({ApiChange::Kind::deprecated, after, *after->deprecated, successor, nullptr});
    return all;
}

std::vector<ApiChange> ApiIndex::history(const std::vector<const ApiEntry*>& entries) const {
    std::vector<ApiChange> all;
    for (const ApiReleaseRow& row : tables_.api_releases)
        std::ranges::move(changes_of(entries, row.version), std::back_inserter(all));
    return all;
}

std::vector<ApiChange> ApiIndex::changes_of(const std::vector<const ApiEntry*>& entries, Version release) const {
    const auto at = std::ranges::find(tables_.api_releases, release, &ApiReleaseRow::version);
    if (at == tables_.api_releases.begin() || at == tables_.api_releases.end()) return {};
    std::vector<ApiChange> all = changes(entries, std::prev(at)->version, release);
    std::erase_if(all, [&](const ApiChange& change) { return change.release != release; });
    return all;
}

}  // namespace cudastdenv
