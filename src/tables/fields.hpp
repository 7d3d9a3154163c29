// SPDX-License-Identifier: MIT
#pragma once

/// Says which file holds which rows of the tables, and whether they are sound.

#include "tables/shape.hpp"

#include <cudastdenv/tables.hpp>

#include <filesystem>

namespace cudastdenv {

/// Version of the form of a table's file.
inline constexpr int table_file_version = 1;

/// In a folder of tables, a folder of those that replace them. It is there, whole, from the moment at which the new
/// tables count until each of them lies in its place: who reads meanwhile takes what is in it. Whoever writes renames
/// a finished folder to this name, and finishes what a dead writer left of one.
inline constexpr std::string_view finished_update = ".update";

/// A member of Tables and the file that holds it.
struct TableMember {
    std::string_view file;
    Field field;
};

/// Every member of Tables, in its order: in a file, what is no list comes before the lists.
[[nodiscard]] std::span<const TableMember> table_members() noexcept;

[[nodiscard]] constexpr bool is_list(const TableMember& member) noexcept {
    return member.field.shape->kind == Shape::Kind::list;
}

/// Calls `visit` with the rows of each list.
template <class Visit>
void for_each_list(const Tables& tables, const Visit& visit) {
    tables.for_each_member([&]<class Member>(const Member& member) {
        if constexpr (requires { typename Member::element_type; }) visit(member);
    });
}

/// The ids that the rows of the tables cite.
[[nodiscard]] std::set<std::string_view> cited_sources(const Tables& tables);

/// Where a row is.
struct Place {
    std::string_view file;
    std::string pointer;  ///< in JSON
};

/// `row` is in one of the lists.
[[nodiscard]] Place place_of(const Tables& tables, const void* row);

/// The members of a file, in their order there.
[[nodiscard]] std::vector<const TableMember*> members_of(std::string_view file);

/// The value of a member of the tables.
[[nodiscard]] inline AnyValue value_in(const Tables& tables, const TableMember& member) {
    return field_in(&tables, member.field);
}

/// One table as JSON: the rows that have each of the words in some value, in any case. Ids of sources do not count.
[[nodiscard]] std::string table_json(const Tables& tables, std::string_view file,
                                     const std::vector<std::string>& words);

/// A whole file of data/, `releases.json`, in canonical form.
[[nodiscard]] std::string table_file(const Tables& tables, std::string_view file);

/// What a schema cannot say: rows sorted and unique, ranges the right way up, every reference known, every release with
/// exactly one row per compiler family; numbers that only ever rise do, and what follows from another row is as that
/// one has it. Throws DataError at the first row that does not fit; `directory` is named in it.
void check_tables(const Tables& tables, const std::filesystem::path& directory);

}  // namespace cudastdenv
