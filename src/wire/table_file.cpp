// SPDX-License-Identifier: MIT
#include "wire/table_file.hpp"

#include "tables/fields.hpp"

namespace cudastdenv::wire {

Json table_json_tree(const Tables& tables, std::string_view file) {
    Json root{{"schemaVersion", table_file_version}};
    for (const TableMember* member : members_of(file))
        root[std::string(member->field.key)] = json_of(value_in(tables, *member));
    return root;
}

std::string table_file(const Tables& tables, std::string_view file) {
    return canonical(table_json_tree(tables, file), 0) + "\n";
}

}  // namespace cudastdenv::wire
