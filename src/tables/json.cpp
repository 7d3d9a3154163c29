// SPDX-License-Identifier: MIT
#include "tables/json_tree.hpp"

#include "core/quote.hpp"
#include "core/text.hpp"
#include "tables/fields.hpp"

#include <fmt/format.h>

namespace cudastdenv {

namespace {

constexpr std::ptrdiff_t columns = 100;

bool holds_only_scalars(const Json& json) { return std::ranges::all_of(json, &Json::is_primitive); }

/// Whether it may be on one line.
bool is_leaf(const Json& json) {
    if (!json.is_object()) return holds_only_scalars(json);
    return std::ranges::all_of(json, [](const Json& member) {
        return member.is_primitive() || (member.is_array() && holds_only_scalars(member));
    });
}

std::string one_line(const Json& json) {
    if (json.is_primitive()) return json.dump();
    std::string text = json.is_object() ? "{" : "[";
    for (auto member = json.begin(); member != json.end(); ++member) {
        if (member != json.begin()) text += ", ";
        if (json.is_object()) text += Json(member.key()).dump() + ": ";
        text += one_line(*member);
    }
    return text + (json.is_object() ? "}" : "]");
}

void write(std::string& out, const Json& json, std::size_t indent, std::string_view key, std::string_view comma) {
    const std::string margin(indent, ' ');
    if (json.is_primitive() || is_leaf(json)) {
        const std::string line = fmt::format("{}{}{}{}", margin, key, one_line(json), comma);
        const auto begins = [](char c) { return (static_cast<unsigned char>(c) & 0xc0) != 0x80; };  // a character
        if (!json.is_object() || std::ranges::count_if(line, begins) <= columns) {
            out += line;
            return;
        }
    }
    out += fmt::format("{}{}{}\n", margin, key, json.is_object() ? '{' : '[');
    for (auto member = json.begin(); member != json.end(); ++member) {
        write(out, *member, indent + 2, json.is_object() ? Json(member.key()).dump() + ": " : "",
              std::next(member) != json.end() ? "," : "");
        out += '\n';
    }
    out += fmt::format("{}{}{}", margin, json.is_object() ? '}' : ']', comma);
}

/// An array of its bytes where it is not UTF-8.
Json json_of_text(std::string_view text) {
    if (is_utf8(text)) return text;
    Json bytes = Json::array();
    for (const char c : text) bytes.push_back(static_cast<unsigned char>(c));
    return bytes;
}

Json json_of_record(AnyValue record) {
    Json json = Json::object();
    for (const Field& field : record.shape->fields()) {
        AnyValue value = field_in(record.data, field);
        if (field.shape->kind == Shape::Kind::maybe) {
            value = {field.shape->get(value.data), field.shape->inner};
            if (!value.data) continue;
        }
        json[std::string(field.key)] = json_of(value);
    }
    return json;
}

bool has_word(const Json& json, const std::string& word) {
    if (json.is_string()) return has_in_any_case(json.get_ref<const std::string&>(), word);
    if (json.is_number()) return json.dump() == word;
    for (const auto& [key, member] : json.items())
        if (!(json.is_object() && key == "sources") && has_word(member, word)) return true;
    return false;
}

Json table_json_tree(const Tables& tables, std::string_view file) {
    Json root{{"schemaVersion", table_file_version}};
    for (const TableMember* member : members_of(file))
        root[std::string(member->field.key)] = json_of(value_in(tables, *member));
    return root;
}

}  // namespace

Json json_of(AnyValue value) {
    const Shape& shape = *value.shape;
    switch (shape.kind) {
        case Shape::Kind::boolean: return shape.number(value.data) != 0;
        case Shape::Kind::integer:
        case Shape::Kind::constant: return shape.number(value.data);
        case Shape::Kind::text:
        case Shape::Kind::foreign_text:
        case Shape::Kind::code: return json_of_text(shape.text(value.data));
        case Shape::Kind::named: return json_of_text(shape.print(value.data));
        case Shape::Kind::null: return nullptr;
        case Shape::Kind::optional:
        case Shape::Kind::maybe: {
            const void* inner = shape.get(value.data);
            return inner ? json_of(AnyValue{inner, shape.inner}) : Json();
        }
        case Shape::Kind::list: {
            Json list = Json::array();
            const Elements elements = shape.elements(value.data);
            for (std::size_t i = 0; i < elements.count; ++i) list.push_back(json_of(elements[i]));
            return list;
        }
        case Shape::Kind::map: {
            Json map = Json::object();
            for (const auto& [key, entry] : shape.entries(value.data))
                map[std::string(key)] = json_of(AnyValue{entry, shape.inner});
            return map;
        }
        case Shape::Kind::one_of: return json_of(shape.held(value.data));
        case Shape::Kind::record: return json_of_record(value);
        case Shape::Kind::json: return *static_cast<const Json*>(value.data);
    }
    return {};
}

std::string json_text(const Json& json) {
    // Only names of members could be ill-formed, and those are ours.
    const std::string text = json.dump(2, ' ', false, Json::error_handler_t::replace);
    // The library escapes only what JSON forbids. Characters that are unsafe for a terminal are escaped here.
    std::string escaped;
    for (const std::string_view line : lines_of(text)) escaped += (escaped.empty() ? "" : "\n") + as_plain_text(line);
    return escaped;
}

std::string json_text(AnyValue value) { return json_text(json_of(value)); }

std::string canonical(const Json& json, std::size_t indent) {
    std::string text;
    write(text, json, indent, "", "");
    return text;
}

std::string canonical(AnyValue value, std::size_t indent) { return canonical(json_of(value), indent); }

std::string table_json(const Tables& tables, std::string_view file, const std::vector<std::string>& words) {
    Json root = table_json_tree(tables, file);
    const auto lacks_a_word = [&](const Json& row) {
        return !std::ranges::all_of(words, [&](const std::string& word) { return has_word(row, word); });
    };
    for (Json& member : root)
        if (member.is_array()) std::erase_if(member.get_ref<Json::array_t&>(), lacks_a_word);
    return json_text(root) + '\n';
}

std::string table_file(const Tables& tables, std::string_view file) {
    return canonical(table_json_tree(tables, file), 0) + "\n";
}

}  // namespace cudastdenv
