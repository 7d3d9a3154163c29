// SPDX-License-Identifier: MIT
#include "audit/loose_rows.hpp"

#include "checkout/evaluated_json.hpp"
#include "nix/value.hpp"

#include <cudastdenv/load.hpp>

#include <nlohmann/json.hpp>

#include <algorithm>
#include <map>
#include <set>

namespace cudastdenv::nix {

namespace {

using nlohmann::json;

constexpr int deepest = 2;  ///< sets within sets that any layout has, the row among them

/// The lines have the form of the rows: each attribute a set with its `line`, and what is in it as `inner`.
constexpr std::string_view with_lines = R"(
  lineOf =
    set: name:
    let
      place = builtins.unsafeGetAttrPos name set;
    in
    if place != null && place.file == file then place.line else null;
  linesOf =
    depth: set:
    builtins.mapAttrs (name: value: {
      line = lineOf set name;
      inner = if depth > 0 && builtins.isAttrs value then linesOf (depth - 1) value else { };
    }) set;
  lines =
    if builtins.isAttrs rows then
      linesOf 2 rows
    else if builtins.isList rows then
      map (row: { inner = if builtins.isAttrs row then linesOf 1 row else { }; }) rows
    else
      null;
in
{
  inherit lines rows;
}
)";

LooseValue value_of(const json& value) {
    if (value.is_null()) return nullptr;
    if (value.is_boolean()) return value.get<bool>();
    if (value.is_string()) return value.get<std::string>();
    if (value.is_array()) return OtherValue::list;
    return value.is_object() ? OtherValue::set : OtherValue::number;
}

/// A member of an object; null where there is none, or no object.
const json& member(const json& object, const std::string& key) {
    static const json none;
    if (!object.is_object()) return none;
    const auto found = object.find(key);
    return found == object.end() ? none : *found;
}

std::optional<int> line_of(const json& place) {
    const json& line = member(place, "line");
    return line.is_number_integer() ? std::optional(line.get<int>()) : std::nullopt;
}

void add_attributes(const json& set, const json& lines, const std::string& prefix, int depth,
                    std::vector<LooseAttribute>& attributes) {
    for (const auto& [name, value] : set.items()) {
        const std::string path = prefix + attribute_name(name);
        const json& place = member(lines, name);
        if (value.is_object() && !value.empty() && depth < deepest)
            add_attributes(value, member(place, "inner"), path + '.', depth + 1, attributes);
        else attributes.push_back({path, value_of(value), line_of(place)});
    }
}

LooseRow read_row(const json& value, const json& place) {
    LooseRow row{.name = {}, .line = line_of(place)};
    if (!value.is_object()) row.not_a_set = value_of(value);
    else add_attributes(value, member(place, "inner"), "", 1, row.attributes);
    return row;
}

/// Where a function makes the rows, Nix names its line for each of them: that is no row's place.
void forget_shared_lines(std::vector<LooseRow>& rows) {
    std::map<int, std::set<const LooseRow*>> rows_by_line;
    for (const LooseRow& row : rows)
        for (const LooseAttribute& attribute : row.attributes)
            if (attribute.line) rows_by_line[*attribute.line].insert(&row);
    for (LooseRow& row : rows)
        for (LooseAttribute& attribute : row.attributes)
            if (attribute.line && rows_by_line[*attribute.line].size() > 1) attribute.line.reset();
}

}  // namespace

const LooseAttribute* LooseRow::find(std::string_view path) const noexcept {
    const auto found = std::ranges::find(attributes, path, &LooseAttribute::path);
    return found == attributes.end() ? nullptr : &*found;
}

std::string loose_expression_for(Table table, std::string_view path, bool own_lib) {
    return "let\n  rows = (" + expression_for(table, path, own_lib) + ");\n  file = toString (checkout + \"/" +
           std::string(path) + "\");" + std::string(with_lines);
}

std::vector<LooseRow> read_loose_rows(const std::filesystem::path& file, std::string_view text) {
    const json root = parse_evaluated(file, text);
    const json& table = member(root, "rows");
    const json& lines = member(root, "lines");
    std::vector<LooseRow> rows;
    if (table.is_array()) {
        for (std::size_t i = 0; i < table.size(); ++i)
            rows.push_back(read_row(table[i], lines.is_array() && i < lines.size() ? lines[i] : json()));
    } else if (table.is_object()) {
        for (const auto& [name, value] : table.items()) {
            rows.push_back(read_row(value, member(lines, name)));
            rows.back().name = name;
        }
    } else {
        throw DataError(file, "",
                        std::string("the table is ") + table.type_name() + ", neither an attribute set nor a list");
    }
    forget_shared_lines(rows);
    return rows;
}

}  // namespace cudastdenv::nix
