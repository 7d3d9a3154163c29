// SPDX-License-Identifier: MIT
#include "tables/check_api.hpp"

#include "core/format.hpp"
#include "core/quote.hpp"
#include "tables/lookup.hpp"

namespace cudastdenv {

namespace {

/// Whether a release was read for api.json.
bool was_read(const Tables& tables, Version release) {
    return std::ranges::binary_search(tables.api_releases, release, {}, &ApiReleaseRow::version);
}

/// Whether every stem has its names, and each closing brace its stem.
bool is_packed(std::string_view text) noexcept {
    int open = 0;
    char before = ' ';
    for (const char c : text) {
        const bool begins = before == ' ' || before == '{';
        if ((c == ' ' || c == '}' || c == '{') && begins) return false;
        if (before == '}' && c != ' ' && c != '}') return false;
        open += c == '{' ? 1 : c == '}' ? -1 : 0;
        if (open < 0) return false;
        before = c;
    }
    return open == 0 && before != ' ';
}

template <class Row>
std::string problem_of_releases(const Tables& tables, const Row& row) {
    for (const std::optional<Version>& release : {row.first, row.last})
        if (release && !was_read(tables, *release)) return fmt::format("release {} was not read", *release);
    if (row.first && row.last && *row.last < *row.first) return "it ended before it began";
    return {};
}

}  // namespace

void for_each_packed_name(std::string_view packed, const std::function<void(const std::string&)>& take) {
    std::string name;
    std::vector<std::size_t> stems;  // lengths of the stems around
    bool is_name = false;
    const auto end_name = [&] {
        if (is_name) take(name);
        is_name = false;
        name.resize(stems.empty() ? 0 : stems.back());
    };
    for (const char c : packed) {
        if (c == '{') {
            stems.push_back(name.size());
            is_name = false;
        } else if (c == '}') {
            end_name();
            stems.pop_back();
            name.resize(stems.empty() ? 0 : stems.back());
        } else if (c == ' ') {
            end_name();
        } else {
            name += c;
            is_name = true;
        }
    }
    end_name();
}

std::string problem_of(const Tables& tables, const ApiReleaseRow& row) {
    return find_release(tables, row.version) ? "" : fmt::format("release {} is not in releases.json", row.version);
}

std::string problem_of(const Tables& tables, const ApiHeadersRow& row) {
    if (!find_by_id(tables.components, row.component))
        return fmt::format("component {} has no row", in_quotes(row.component));
    if (!is_ascending(row.headers)) return "headers not ascending";
    return problem_of_releases(tables, row);
}

std::string problem_of(const Tables& tables, const ApiNamesRow& row) {
    if (!is_packed(row.names)) return "the names are not packed";
    if (row.deprecated && !was_read(tables, *row.deprecated))
        return fmt::format("release {} was not read", *row.deprecated);
    return problem_of_releases(tables, row);
}

std::string problem_of(const Tables& tables, const ApiFieldsRow& row) {
    return is_packed(row.fields) ? problem_of_releases(tables, row) : "the fields are not packed";
}

std::string problem_of(const Tables&, const ApiSuccessorRow& row) {
    return row.exact && (!row.successor || row.code) ? "an exact successor is a name" : "";
}

std::string problem_of(const Tables&, const ApiTargetsRow& row) {
    return is_ascending(row.targets) ? "" : "targets not ascending";
}

std::string problem_of(const Tables& tables, const ApiSignatureRow& row) {
    if (!is_packed(row.names)) return "the names are not packed";
    if (!was_read(tables, row.release)) return fmt::format("release {} was not read", row.release);
    if (!row.parameters.empty() && row.parameters.size() != row.before.size()) return "a parameter without its type";
    if (row.before.size() != row.after.size()) return "types before without types after";
    if (row.before.empty() && row.function_before == row.function_after) return "nothing changed";
    return {};
}

}  // namespace cudastdenv
