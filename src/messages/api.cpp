// SPDX-License-Identifier: MIT
#include "messages/api.hpp"

#include "core/format.hpp"
#include "core/lists.hpp"
#include "tables/lookup.hpp"

namespace cudastdenv::messages {

namespace {

/// `parameter 4 is cudaMemLocation (before: int)`, or what differs otherwise.
std::string format_signature(const ApiSignatureRow& row, std::string_view name) {
    if (row.before.empty())
        return fmt::format("it calls {} (before: {})", row.function_after.value_or(name),
                           row.function_before.value_or(name));
    if (row.parameters.empty()) return fmt::format("it is {} (before: {})", row.after.front(), row.before.front());
    std::vector<std::string> parts;
    for (std::size_t i = 0; i < row.parameters.size(); ++i)
        parts.push_back(fmt::format("{} is {} (before: {})",
                                    row.parameters[i] == 0 ? std::string("the result")
                                                           : fmt::format("parameter {}", row.parameters[i]),
                                    row.after[i], row.before[i]));
    return joined_by_and(parts);
}

std::string_view word_for(ApiEntryKind kind) {
    return to_string(kind == ApiEntryKind::function_macro ? ApiEntryKind::macro : kind);
}

ApiAnswer::Entry entry_of(const ApiIndex& index, const ApiEntry& entry) {
    ApiAnswer::Entry shown{.kind = entry.kind,
                           .name = entry.qualified(),
                           .is_of_device = entry.is_of_device,
                           .first = entry.first,
                           .last = entry.last,
                           .deprecated = entry.deprecated};
    if (!entry.header.empty()) shown.header = entry.header;
    const ApiHeadersRow* row = entry.header_row;
    if (!row && !entry.header.empty())
        row = index.header_in(entry.header, entry.last.value_or(entry.first.value_or(index.newest())));
    if (!row) return shown;
    shown.component = row->component;
    shown.directory = row->directory;
    const bool is_linked = entry.kind == ApiEntryKind::function || entry.kind == ApiEntryKind::variable;
    if (is_linked && !entry.is_of_device) shown.library = row->library;
    return shown;
}

/// `a field of cudaDeviceProp`, `a function of cuda_runtime_api.h`
std::string format_kind(const ApiAnswer::Entry& entry, std::string_view parent) {
    const std::string_view article = word_for(entry.kind) == "enumerator" ? "an" : "a";
    std::string text = fmt::format("{} {}", article, word_for(entry.kind));
    if (!parent.empty()) return fmt::format("{} of {}", text, parent);
    if (entry.kind == ApiEntryKind::header || entry.kind == ApiEntryKind::file)
        return entry.component ? fmt::format("{} of {}", text, *entry.component) : text;
    if (entry.kind == ApiEntryKind::target) return text + " of CMake's FindCUDAToolkit";
    if (entry.is_of_device) text += " for device code";
    return entry.header ? fmt::format("{} in {}", text, *entry.header) : text;
}

/// The first line of the answer.
std::string headline_of(const ApiAnswer& answer, std::string_view what) {
    const ApiAnswer::Entry& newest = answer.entries.back();
    const std::string& name = newest.name;
    if (answer.cuda && !answer.has)
        return text_of(
            {"api-unread",
             {{"release", *answer.cuda}, {"name", name}, {"oldest", *answer.read.min}, {"newest", *answer.read.max}}});
    if (answer.cuda) {
        const std::string_view id = *answer.has ? "api-has" : "api-lacks";
        return text_of({id, {{"release", *answer.cuda}, {"name", name}, {"what", what}}});
    }
    if (!*answer.has && !answer.changes.empty() && answer.changes.back().kind == ApiChangeKind::removed)
        return text_of({"api-gone", {{"change", answer.changes.back().text}}});
    const std::optional<Version> first = answer.entries.front().first;
    return text_of({first ? "api-since" : "api-always",
                    {{"name", name},
                     {"what", what},
                     {"first", first.value_or(*answer.read.min)},
                     {"oldest", *answer.read.min},
                     {"newest", newest.last.value_or(*answer.read.max)}}});
}

ApiAnswer answer_about(const ApiIndex& index, std::string_view requested, std::optional<Version> release) {
    return {.requested = std::string(requested), .cuda = release, .read = {index.oldest(), index.newest()}};
}

}  // namespace

Sentence describe(const ApiChange& change, std::string_view name) {
    const std::string_view successor = replacement(change.successor);
    const bool has_successor = !successor.empty();
    std::vector<Argument> arguments{{"name", name}, {"release", change.release}, {"successor", successor}};
    std::string_view id = "api-deprecated";
    switch (change.kind) {
        case ApiChangeKind::removed: id = has_successor ? "api-removed-for" : "api-removed"; break;
        case ApiChangeKind::moved:
            id = "api-moved";
            arguments.emplace_back("directory", change.entry->header_row->directory.value_or(""));
            break;
        case ApiChangeKind::signature:
            id = "api-signature";
            arguments.emplace_back("change", format_signature(*change.signature, name));
            break;
        case ApiChangeKind::deprecated: id = has_successor ? "api-deprecated-for" : "api-deprecated"; break;
    }
    return sentence({id, std::move(arguments)});
}

ApiAnswer api_answer(const ApiIndex& index, std::string_view requested, const std::vector<const ApiEntry*>& entries,
                     std::optional<Version> release) {
    ApiAnswer answer = answer_about(index, requested, release);
    std::vector<const ApiEntry*> sorted = entries;
    std::ranges::stable_sort(sorted, {}, [](const ApiEntry* entry) { return entry->first; });
    for (const ApiEntry* entry : sorted) {
        answer.entries.push_back(entry_of(index, *entry));
        if (entry->header_row)
            answer.sources.insert(answer.sources.end(), entry->header_row->sources.begin(),
                                  entry->header_row->sources.end());
    }
    if (answer.sources.empty()) answer.sources.push_back("nvidia-component-wheels");
    sort_unique(answer.sources);
    answer.has = index.has(entries, release.value_or(index.newest()));
    const auto add = [&](const ApiChange& change) {
        ApiAnswer::Change shown{.kind = change.kind, .release = change.release};
        if (const ApiSuccessorRow* row = change.successor) {
            shown.successor = row->successor;
            shown.code = row->code;
            shown.is_exact = row->exact;
        }
        shown.text = describe(change, answer.entries.back().name).text;
        answer.changes.push_back(std::move(shown));
    };
    for (const ApiChange& change : index.history(entries)) add(change);
    answer.headline = headline_of(answer, format_kind(answer.entries.back(), sorted.back()->parent));
    return answer;
}

ApiAnswer api_answer(const Tables& tables, const ApiIndex& index, std::string_view requested, const ComponentFile& file,
                     std::optional<Version> release) {
    ApiAnswer answer = answer_about(index, requested, release);
    answer.read = {tables.releases.front().version, tables.releases.back().version};
    const Version asked = release.value_or(*answer.read.max);
    answer.has = false;
    for (const ComponentHolder& holder : file.holders) {
        const VersionRange releases = holder.releases();
        answer.entries.push_back({.kind = ApiEntryKind::file,
                                  .name = file.name,
                                  .component = holder.component->id,
                                  .first = releases.min,
                                  .last = releases.max});
        answer.sources.insert(answer.sources.end(), holder.row->sources.begin(), holder.row->sources.end());
        answer.has = *answer.has || releases.contains(asked);
    }
    sort_unique(answer.sources);
    const ApiAnswer::Entry& newest = answer.entries.back();
    if (newest.last && is_before(*newest.last, *answer.read.max)) {
        const auto is_after = [&](const Release& row) { return is_before(*newest.last, row.version); };
        const Version gone = std::ranges::find_if(tables.releases, is_after)->version;
        answer.changes.push_back({.kind = ApiChangeKind::removed,
                                  .release = gone,
                                  .text = text_of({"api-removed", {{"name", file.name}, {"release", gone}}})});
    }
    answer.headline = headline_of(answer, format_kind(newest, ""));
    return answer;
}

}  // namespace cudastdenv::messages
