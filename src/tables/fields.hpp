// SPDX-License-Identifier: MIT
#pragma once

/// Maps files to the rows of the tables, and checks the rows.

#include "tables/shape.hpp"

namespace cudastdenv {

/// Version of the format of a table file.
inline constexpr int table_file_version = 1;

/// Name of a subdirectory of a table directory, with finished tables that replace those above it. It is complete from
/// the moment the new tables count until each is moved up, so readers prefer it. A writer renames a finished directory
/// to this name, and completes an interrupted update first.
inline constexpr std::string_view finished_update = ".update";

struct TableMember {
    std::string_view file;
    Field field;
};

/// Every member of Tables, in order: in a file, members that are not lists come first.
[[nodiscard]] inline std::span<const TableMember> table_members() noexcept {
    return Tables::described_members<Tables, Field, TableMember>();
}

[[nodiscard]] constexpr bool is_list(const TableMember& member) noexcept {
    return member.field.shape->kind == Shape::Kind::list;
}

template <class Visit>
void for_each_list(const Tables& tables, const Visit& visit) {
    tables.for_each_member([&]<class Member>(const Member& member) {
        if constexpr (requires { typename Member::element_type; }) visit(member);
    });
}

[[nodiscard]] std::set<std::string_view> cited_sources(const Tables& tables);

struct Place {
    std::string_view file;
    std::string pointer;  ///< in JSON
};

/// `row` is in one of the lists.
[[nodiscard]] Place place_of(const Tables& tables, const void* row);

/// The members of a file, in their order there.
[[nodiscard]] inline std::vector<const TableMember*> members_of(std::string_view file) {
    std::vector<const TableMember*> members;
    for (const TableMember& member : table_members())
        if (member.file == file) members.push_back(&member);
    return members;
}

[[nodiscard]] inline AnyValue value_in(const Tables& tables, const TableMember& member) {
    return field_in(&tables, member.field);
}

/// One table as JSON: the rows that have each of the words in some value, in any case. Ids of sources do not count.
[[nodiscard]] std::string table_json(const Tables& tables, std::string_view file,
                                     const std::vector<std::string>& words);

/// A whole file of data/, `releases.json`, in canonical form.
[[nodiscard]] std::string table_file(const Tables& tables, std::string_view file);

/// Checks what a schema cannot: sorted and unique rows, ranges in order, known references, exactly one row per release
/// and compiler family, numbers that only rise, and agreement between rows. Throws DataError at the first wrong row;
/// `directory` is only for its message.
void check_tables(const Tables& tables, const std::filesystem::path& directory);

}  // namespace cudastdenv
