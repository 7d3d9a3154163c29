// SPDX-License-Identifier: MIT
#include "wire/json.hpp"

#include "core/text.hpp"
#include "wire/records/shared.hpp"
#include "wire/table_file.hpp"

#include <algorithm>

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

}  // namespace

std::string table_json(const Tables& tables, std::string_view file, const std::vector<std::string>& words) {
    Json root = table_json_tree(tables, file);
    for (Json& member : root)
        if (member.is_array()) member = rows_with(member, words);
    return json_text(root) + '\n';
}

}  // namespace cudastdenv::wire
