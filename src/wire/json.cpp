// SPDX-License-Identifier: MIT
#include "wire/json.hpp"

#include "core/text.hpp"
#include "tables/fields.hpp"

namespace cudastdenv::wire {

namespace {

bool has_word(const Json& json, const std::string& word) {
    if (json.is_string()) return has_in_any_case(json.get_ref<const std::string&>(), word);
    if (json.is_number()) return json.dump() == word;
    for (const auto& [key, member] : json.items())
        if (!(json.is_object() && key == "sources") && has_word(member, word)) return true;
    return false;
}

Json rows_with(const Json& list, const std::vector<std::string>& words) {
    Json rows = Json::array();
    for (const Json& row : list)
        if (std::ranges::all_of(words, [&](const std::string& word) { return has_word(row, word); }))
            rows.push_back(row);
    return rows;
}

Json table_json_tree(const Tables& tables, std::string_view file) {
    Json root{{"schemaVersion", table_file_version}};
    for (const TableMember* member : members_of(file))
        root[std::string(member->field.key)] = json_of(value_in(tables, *member));
    return root;
}

}  // namespace

std::string table_json(const Tables& tables, std::string_view file, const std::vector<std::string>& words) {
    Json root = table_json_tree(tables, file);
    for (Json& member : root)
        if (member.is_array()) member = rows_with(member, words);
    return json_text(root) + '\n';
}

std::string table_file(const Tables& tables, std::string_view file) {
    return canonical(table_json_tree(tables, file), 0) + "\n";
}

}  // namespace cudastdenv::wire
