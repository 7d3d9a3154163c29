// SPDX-License-Identifier: MIT
#include "tables/fields.hpp"

#include <cudastdenv/tables.hpp>

#include <functional>

namespace cudastdenv {

constinit const std::span<const TableMember> table_values = values_of<Tables>;
constinit const std::span<const TableMember> table_lists = lists_of<Tables>;

std::set<std::string_view> cited_sources(const Tables& tables) {
    std::set<std::string_view> cited;
    for (const TableMember& list : table_lists)
        for_each_value_in(value_in(tables, list), [&](std::string_view key, AnyValue value) {
            const auto* ids = key == "sources" ? value.as<SourceIds>() : nullptr;
            if (ids) cited.insert(ids->begin(), ids->end());
        });
    return cited;
}

Place place_of(const Tables& tables, const void* row) {
    const auto* here = static_cast<const std::byte*>(row);
    for (const TableMember& list : table_lists) {
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
    for (const TableMember& value : table_values)
        if (value.file == file) members.push_back(&value);
    for (const TableMember& list : table_lists)
        if (list.file == file) members.push_back(&list);
    return members;
}

std::string_view to_string(AdvisoryRow::Severity severity) noexcept { return name_of_enum(severity); }

std::string_view to_string(ToolkitHeaders headers) noexcept { return name_of_enum(headers); }

std::string_view to_string(WayOut way) noexcept { return name_of_enum(way); }

std::string_view to_string(CompatPackageRow::Gpus gpus) noexcept { return name_of_enum(gpus); }

std::string_view to_string(PackageSource manager) noexcept {
    switch (manager) {
        case PackageSource::nixpkgs: return "nixpkgs";
        case PackageSource::apt: return "apt";
        case PackageSource::conda: return "conda";
        case PackageSource::pip: return "pip";
    }
    return {};
}

std::string_view to_string(GpuRow::Line line) noexcept { return name_of_enum(line); }

std::string_view to_string(GpuWordsRow::Use use) noexcept { return name_of_enum(use); }

std::string_view to_string(MessageRow::Cause cause) noexcept { return name_of_enum(cause); }

std::string_view to_string(MessageTextRow::Outcome outcome) noexcept { return name_of_enum(outcome); }

std::string_view to_string(SourceRow::Kind kind) noexcept { return name_of_enum(kind); }

std::string_view to_string(SourceRow::Confidence confidence) noexcept { return name_of_enum(confidence); }

}  // namespace cudastdenv
