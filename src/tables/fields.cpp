// SPDX-License-Identifier: MIT
#include "tables/fields.hpp"

#include <cudastdenv/tables.hpp>

#include <cstddef>
#include <functional>

namespace cudastdenv {

namespace {

/// Adds the ids that a value cites, however deep in it.
void add_cited(AnyValue value, std::set<std::string_view>& cited) {
    const Shape& shape = *value.shape;
    if (shape.fields) {
        for (const Field& field : shape.fields()) {
            const AnyValue member = field_in(value.data, field);
            const auto* ids = field.key == "sources" ? member.as<SourceIds>() : nullptr;
            if (ids) cited.insert(ids->begin(), ids->end());
            else add_cited(member, cited);
        }
    } else if (shape.elements) {
        const Elements elements = shape.elements(value.data);
        for (std::size_t i = 0; i < elements.count; ++i) add_cited(elements[i], cited);
    } else if (shape.get) {
        if (const void* inner = shape.get(value.data)) add_cited({inner, shape.inner}, cited);
    }
}

}  // namespace

std::span<const TableMember> table_members() noexcept {
    return Tables::described_members<Tables, Field, TableMember>();
}

std::set<std::string_view> cited_sources(const Tables& tables) {
    std::set<std::string_view> cited;
    for (const TableMember& member : table_members()) add_cited(value_in(tables, member), cited);
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
