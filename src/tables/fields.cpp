// SPDX-License-Identifier: MIT
#include "tables/fields.hpp"

#include <cudastdenv/tables.hpp>

#include <functional>

namespace cudastdenv {

std::span<const TableMember> table_members() noexcept {
    return Tables::described_members<Tables, Field, TableMember>();
}

std::set<std::string_view> cited_sources(const Tables& tables) {
    std::set<std::string_view> cited;
    for (const TableMember& member : table_members())
        for_each_value_in(value_in(tables, member), [&](std::string_view key, AnyValue value) {
            const auto* ids = key == "sources" ? value.as<SourceIds>() : nullptr;
            if (ids) cited.insert(ids->begin(), ids->end());
        });
    return cited;
}

Place place_of(const Tables& tables, const void* row) {
    const auto* here = static_cast<const std::byte*>(row);
    for (const TableMember& list : table_members()) {
        if (!is_list(list)) continue;
        const Elements rows = list.field.shape->elements(value_in(tables, list).data);
        const std::byte* end = rows.first + rows.count * rows.shape->size;
        if (std::less_equal<>()(rows.first, here) && std::less<>()(here, end)) {
            const std::size_t index = static_cast<std::size_t>(here - rows.first) / rows.shape->size;
            return {list.file, "/" + std::string(list.field.key) + "/" + std::to_string(index)};
        }
    }
    return {};
}

std::vector<const TableMember*> members_of(std::string_view file) {
    std::vector<const TableMember*> members;
    for (const TableMember& member : table_members())
        if (member.file == file) members.push_back(&member);
    return members;
}

}  // namespace cudastdenv
