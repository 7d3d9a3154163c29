// SPDX-License-Identifier: MIT
#include "wire/table_file.hpp"

namespace cudastdenv::wire {

namespace {

constexpr int table_file_version = 1;

void add(Datum& record, std::string_view key, Datum value) {
    record.keys.emplace_back(key);
    record.members.push_back(std::move(value));
}

}  // namespace

Datum table_datum(const Tables& tables, std::string_view file) {
    Datum root{Datum::Kind::record, {}, {}, {}};
    add(root, "schemaVersion", datum_of(table_file_version));
    for_each_value([&](const auto& value) {
        if (value.file == file) add(root, value.key, datum_of(tables.*value.member));
    });
    for_each_list([&](const auto& list) {
        if (list.file == file) add(root, list.key, datum_of(tables.*list.rows));
    });
    return root;
}

std::string table_file(const Tables& tables, std::string_view file) {
    return canonical(table_datum(tables, file), 0) + "\n";
}

}  // namespace cudastdenv::wire
