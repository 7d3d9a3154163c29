// SPDX-License-Identifier: MIT
#include "diagnose/api_names.hpp"

#include "core/format.hpp"
#include "core/lists.hpp"
#include "core/text.hpp"
#include "diagnose/log_reader.hpp"

namespace cudastdenv::diagnose {

namespace {

constexpr std::string_view function_changed = "cuda-function-changed";
/// The only namespace whose functions programs mostly use without its name.
constexpr std::string_view groups = "cooperative_groups::";

/// Whether the name alone shows that it is NVIDIA's. Others, such as `texture` and `saturate`, may be a project's.
bool has_own_prefix(std::string_view name) noexcept {
    constexpr std::array<std::string_view, 8> prefixes{"cu", "CU", "nv", "NV", "npp", "NPP", "__", "PFN_cu"};
    return std::ranges::any_of(prefixes, [&](std::string_view prefix) { return name.starts_with(prefix); });
}

/// Absent: it is not known.
std::optional<bool> lacks(const ApiIndex& index, const std::vector<const ApiEntry*>& entries, Version release) {
    if (const std::optional<bool> has = index.has(entries, release)) return !*has;
    const bool is_older = is_before(release, index.oldest());
    const auto is_beyond = [&](const ApiEntry* entry) { return (is_older ? entry->first : entry->last).has_value(); };
    return std::ranges::all_of(entries, is_beyond) ? std::optional(true) : std::nullopt;
}

}  // namespace

bool is_about_parameters(const MessageTextRow& wording) noexcept { return wording.message == function_changed; }

std::vector<const ApiEntry*> entries_of(const ApiIndex& index, const std::vector<Capture>& fillings) {
    const std::string_view name = value_of(fillings, Fact::symbol), scope = value_of(fillings, Fact::scope);
    if (!scope.empty()) return index.find(fmt::format("{}::{}", scope, name));
    std::vector<const ApiEntry*> entries = index.find(name);
    std::erase_if(entries, [](const ApiEntry* entry) {
        return !entry->parent.empty() || entry->header_row || entry->target_row;
    });
    return entries.empty() ? index.find(fmt::format("{}{}", groups, name)) : entries;
}

std::string changed_function_in(std::string_view text, const IndexOnDemand& index) {
    const auto is_in_name = [](char c) { return is_letter_or_digit(c) || c == '_'; };
    for (std::size_t begin = 0; begin < text.size();) {
        std::size_t end = begin;
        while (end < text.size() && is_in_name(text[end])) ++end;
        const std::string_view name = without_revision(text.substr(begin, end - begin));
        if (has_own_prefix(name) && !index().signatures_of(name).empty()) return std::string(name);
        begin = end + 1;
    }
    return {};
}

bool is_of_toolkit(const MessageTextRow& wording, const std::vector<Capture>& fillings, const IndexOnDemand& index) {
    const std::string_view name = value_of(fillings, Fact::symbol);
    if (name.empty()) return false;
    // changed_function_in() has found it.
    if (is_about_parameters(wording)) return true;
    const bool is_by_nvcc = contains(wording.tools, "nvcc");
    if (value_of(fillings, Fact::scope).empty() && !has_own_prefix(name) && !is_by_nvcc) return false;
    const std::vector<const ApiEntry*> entries = entries_of(index(), fillings);
    return std::ranges::any_of(entries, [](const ApiEntry* entry) { return entry->first || entry->last; });
}

bool can_print(const ApiIndex& index, const MessageTextRow& wording, const std::vector<Capture>& fillings,
               const std::optional<VersionRange>& releases) {
    if (is_about_parameters(wording)) return true;
    const std::vector<const ApiEntry*> entries = entries_of(index, fillings);
    if (!releases || !releases->min || !releases->max)
        return has_own_prefix(value_of(fillings, Fact::symbol)) || !value_of(fillings, Fact::scope).empty();
    return lacks(index, entries, *releases->min) == true || lacks(index, entries, *releases->max) == true;
}

}  // namespace cudastdenv::diagnose
