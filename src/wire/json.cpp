// SPDX-License-Identifier: MIT
#include "wire/json.hpp"

#include "core/lists.hpp"
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

Json json_of_value(const nix::Value& value) {
    return std::visit(Overloaded{
                          [](std::nullptr_t) { return Json(); },
                          [](bool truth) { return Json(truth); },
                          [](int number) { return Json(number); },
                          [](const std::string& text) { return json_of_text(text); },
                          [](const nix::NixCode&) { return Json(); },
                          [](const nix::List& list) {
                              Json json = Json::array();
                              for (const nix::Value& element : list) json.push_back(json_of_value(element));
                              return json;
                          },
                          [](const nix::Set& set) {
                              Json json = Json::object();
                              for (const nix::Attribute& attribute : set)
                                  json[attribute.name] = json_of_value(attribute.value);
                              return json;
                          },
                      },
                      value.content);
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

std::string nix_json(const nix::File& file) {
    const bool is_code = !std::holds_alternative<std::nullptr_t>(file.plain.content);
    return json_text(json_of_value(is_code ? file.plain : file.value)) + '\n';
}

}  // namespace cudastdenv::wire
