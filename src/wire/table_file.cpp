// SPDX-License-Identifier: MIT
#include "wire/table_file.hpp"

namespace cudastdenv::wire {

Datum table_datum(const Tables& tables, std::string_view file) {
    Datum root = record_datum();
    add_member(root, "schemaVersion", datum_of(table_file_version));
    for_each_value([&](const auto& value) {
        if (value.file == file) add_member(root, value.key, datum_of(tables.*value.member));
    });
    for_each_list([&](const auto& list) {
        if (list.file == file) add_member(root, list.key, datum_of(tables.*list.rows));
    });
    return root;
}

std::string table_file(const Tables& tables, std::string_view file) {
    return canonical(table_datum(tables, file), 0) + "\n";
}

}  // namespace cudastdenv::wire
