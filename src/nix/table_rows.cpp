// SPDX-License-Identifier: MIT
#include "nix/rows.hpp"

#include "core/lists.hpp"
#include "core/quote.hpp"
#include "core/text.hpp"
#include "core/versions.hpp"

#include <cudastdenv/load.hpp>

#include <fmt/format.h>
#include <nlohmann/json.hpp>

namespace cudastdenv::nix {

namespace {

using nlohmann::json;

// ---- where a checkout has a table

// Newest layout first.
constexpr std::array<std::string_view, 4> nvcc_places{
    "pkgs/development/cuda-modules/_cuda/db/bootstrap/nvcc.nix",
    "pkgs/development/cuda-modules/_cuda/data/nvcc.nix",
    "pkgs/development/cuda-modules/data/nvcc-compatibilities.nix",
    "pkgs/development/cuda-modules/nvcc-compatibilities.nix",
};
constexpr std::array<std::string_view, 4> cuda_places{
    "pkgs/development/cuda-modules/_cuda/db/bootstrap/cuda.nix",
    "pkgs/development/cuda-modules/_cuda/data/cuda.nix",
    "pkgs/development/cuda-modules/gpus.nix",
    "pkgs/development/compilers/cudatoolkit/gpus.nix",
};

// ---- columns

using ColumnKind = ColumnInfo::Kind;

constexpr std::size_t nvcc_columns = 4;
/// In the order of Column: nvcc.nix, then cuda.nix.
constexpr std::array<ColumnInfo, 12> column_infos{{
    {ColumnKind::major, "gcc.minMajorVersion", "gccMinMajorVersion", "oldest gcc"},
    {ColumnKind::major, "gcc.maxMajorVersion", "gccMaxMajorVersion", "newest gcc"},
    {ColumnKind::major, "clang.minMajorVersion", "clangMinMajorVersion", "oldest clang"},
    {ColumnKind::major, "clang.maxMajorVersion", "clangMaxMajorVersion", "newest clang"},
    {ColumnKind::text, "archName", "archName", "architecture"},
    {ColumnKind::text, "cudaCapability", capability_in_list, "capability"},
    {ColumnKind::release, "minCudaMajorMinorVersion", "minCudaVersion", "first release"},
    {ColumnKind::release_or_null, "maxCudaMajorMinorVersion", "maxCudaVersion", "last release"},
    {ColumnKind::release_or_null, "dontDefaultAfterCudaMajorMinorVersion", "dontDefaultAfter", "last default release",
     true},
    {ColumnKind::truth, "isJetson", "isJetson", "a Jetson", true},
    {ColumnKind::truth, "isArchitectureSpecific", "", "architecture-specific", true},
    {ColumnKind::truth, "isFamilySpecific", "", "family-specific", true},
}};

/// The names that nlohmann_json uses in messages.
std::string type_name(const FieldValue& value) {
    const ForeignValue* other = std::get_if<ForeignValue>(&value);
    if (!other) return std::array{"null", "boolean", "string"}.at(value.index());
    return other->json.starts_with('[') ? "array" : other->json.starts_with('{') ? "object" : "number";
}

/// `12.08` as `12.8`. Nix compares versions by number, so both are equal.
std::string without_leading_zeros(std::string_view numbers) {
    std::string plain;
    for (std::size_t i = 0; i < numbers.size(); ++i) {
        const bool begins_number = plain.empty() || plain.back() == '.';
        const bool goes_on = i + 1 < numbers.size() && is_digit(numbers[i + 1]);
        if (!(begins_number && goes_on && numbers[i] == '0')) plain += numbers[i];
    }
    return plain;
}

// ---- what is there

constexpr int deepest = 2;  ///< nesting of sets in any layout, including the row

/// A member of an object; null if it is missing, or not an object.
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

FieldValue value_of(const json& value) {
    if (value.is_null()) return nullptr;
    if (value.is_boolean()) return value.get<bool>();
    if (value.is_string()) return value.get<std::string>();
    return ForeignValue{value.dump()};
}

void add_fields(const json& set, const json& lines, const std::string& prefix, int depth,
                std::vector<RowField>& fields) {
    for (const auto& [name, value] : set.items()) {
        const std::string path = prefix + attribute_name(name);
        const json& place = member(lines, name);
        if (value.is_object() && !value.empty() && depth < deepest)
            add_fields(value, member(place, "inner"), path + '.', depth + 1, fields);
        else fields.push_back({path, value_of(value), line_of(place)});
    }
}

Row row_of(const std::string& key, const json& value, const json& place) {
    Row row{key, {}, line_of(place)};
    if (value.is_object()) add_fields(value, member(place, "inner"), "", 1, row.fields);
    else row.fields.push_back({"", value_of(value)});
    return row;
}

/// If a function makes the rows, Nix returns its line for all of them, which is not a row's place.
void forget_shared_lines(std::vector<Row>& rows) {
    std::map<int, std::set<const Row*>> rows_by_line;
    for (const Row& row : rows)
        for (const RowField& field : row.fields)
            if (field.line) rows_by_line[*field.line].insert(&row);
    for (Row& row : rows)
        for (RowField& field : row.fields)
            if (field.line && rows_by_line[*field.line].size() > 1) field.line.reset();
}

std::string not_a_set(const FieldValue& value) { return "is " + type_name(value) + ", not an attribute set"; }

std::string wrong_value(ColumnKind kind, const FieldValue& value) {
    if (kind == ColumnKind::truth) return "is " + type_name(value) + ", not true or false";
    if (!std::holds_alternative<std::string>(value)) return "is " + type_name(value) + ", not a string";
    return "not " + std::string(wanted_value(kind == ColumnKind::major ? kind : ColumnKind::release));
}

/// The path of a missing field or of the set around it, and the problem.
std::pair<std::string, std::string> missing_field(const Row& row, const std::string& path) {
    const std::size_t point = path.find('.');
    const std::string outer = path.substr(0, point);
    const FieldValue* instead = row.find(outer);
    if (instead && type_name(*instead) != "object") return {outer, not_a_set(*instead)};
    const bool has_outer = instead || std::ranges::any_of(row.fields, [&](const RowField& field) {
                               return field.path.starts_with(outer + '.');
                           });
    if (point == path.npos || !has_outer) return {"", "attribute '" + outer + "' is missing"};
    return {outer, "attribute '" + path.substr(point + 1) + "' is missing"};
}

/// Calls `fail` with the path of an attribute, empty for the row itself, and the problem.
template <class Fail>
void check_row(const Layout& layout, const Row& row, const Fail& fail) {
    const bool is_nvcc = layout.table() == Table::nvcc, is_list = !is_nvcc && layout.is_older();
    const std::string capability(layout.name(Column::capability));
    const bool has_key = is_nvcc ? minor_version(row.key).has_value() : is_key(Table::cuda, row.key);
    const std::string no_key = is_nvcc ? "not a release like \"12.8\"" : "not a capability like \"9.0a\"";
    if (!has_key && !is_list) fail("", no_key);
    if (!row.is_set()) fail("", not_a_set(row.fields.front().value));
    for (const FieldDifference& difference : differences_of(layout, row, {})) {
        if (!difference.column) continue;
        const ColumnInfo& column = about(*difference.column);
        if (difference.there && !difference.plain()) fail(difference.path, wrong_value(column.kind, *difference.there));
        if (difference.there || (layout.is_older() && column.is_late)) continue;
        const auto [path, problem] = missing_field(row, difference.path);
        fail(path, problem);
    }
    if (!has_key) fail(capability, no_key);
    if (!is_nvcc && !is_list && *row.find(capability) != FieldValue(row.key))
        fail(capability, "is not the row's own capability");
}

}  // namespace

std::string_view name_of(Table table) noexcept {
    return table == Table::nvcc ? "nvccCompatibilities" : "cudaCapabilityToInfo";
}

std::vector<std::string> places_of(Table table) {
    const std::span<const std::string_view> full = table == Table::nvcc ? nvcc_places : cuda_places;
    std::vector<std::string> places(full.begin(), full.end());
    for (std::string_view place : full)
        for (std::size_t slash = place.find('/'); slash != place.npos; slash = place.find('/')) {
            place.remove_prefix(slash + 1);
            if (std::find(places.begin(), places.end(), place) == places.end()) places.emplace_back(place);
        }
    return places;
}

std::string expression_for(Table table, std::string_view path, bool own_lib) {
    const std::string lib = own_lib ? "import (checkout + \"/lib\")" : std::string(programs::lib);
    return fmt::format("({}) {{\n  lib = {};\n  name = \"{}\";\n  path = checkout + \"/{}\";\n}}\n", programs::table,
                       lib, name_of(table), path);
}

const ColumnInfo& about(Column column) noexcept { return column_infos.at(static_cast<std::size_t>(column)); }

std::vector<std::string_view> field_names() {
    std::vector<std::string_view> names;
    for (const ColumnInfo& info : column_infos)
        for (const std::string_view name : {info.name, info.older})
            if (!name.empty() && !contains(names, name)) names.push_back(name);
    return names;
}

std::string literal(const FieldValue& value) {
    if (const bool* truth = std::get_if<bool>(&value)) return *truth ? "true" : "false";
    if (const std::string* text = std::get_if<std::string>(&value)) return nix::quoted(*text);
    return "null";
}

std::string shown(const FieldValue& value) {
    if (const std::string* text = std::get_if<std::string>(&value)) return in_quotes(*text);
    const std::string type = type_name(value);
    if (type == "object") return "an attribute set";
    return type == "array" ? "a list" : type == "number" ? "a number" : literal(value);
}

std::string_view wanted_value(ColumnKind kind) noexcept {
    return std::array{"a major version like \"14\"", "a release like \"12.8\"", "a release like \"12.8\", or null",
                      "true or false", "a string"}
        .at(static_cast<std::size_t>(kind));
}

std::optional<FieldValue> plain_value(ColumnKind kind, const FieldValue& value) {
    constexpr std::size_t most_digits = 6;
    const std::string* text = std::get_if<std::string>(&value);
    if (kind == ColumnKind::truth ? std::holds_alternative<bool>(value) : kind == ColumnKind::text && text)
        return value;
    if (kind == ColumnKind::release_or_null && std::holds_alternative<std::nullptr_t>(value)) return value;
    if (!text || kind == ColumnKind::truth) return std::nullopt;
    const std::string plain = without_leading_zeros(*text);
    std::string_view rest = plain;
    const bool is_right = kind == ColumnKind::major ? take_number(rest, most_digits) && rest.empty()
                                                    : minor_version(plain).has_value();
    return is_right ? std::optional<FieldValue>(plain) : std::nullopt;
}

std::optional<Version> release_in(const FieldValue& value) {
    const std::string* text = std::get_if<std::string>(&value);
    return text ? parse_version(*text) : std::nullopt;
}

int major_in(const FieldValue& value) { return std::stoi(std::get<std::string>(value)); }

Scalar scalar_of(const FieldValue& value, std::optional<Column> column) {
    if (column && about(*column).kind == ColumnKind::major) return major_in(value);
    if (const bool* truth = std::get_if<bool>(&value)) return *truth;
    if (const std::string* text = std::get_if<std::string>(&value)) return *text;
    const ForeignValue* other = std::get_if<ForeignValue>(&value);
    return other ? Scalar(other->json) : Scalar();
}

const RowField* Row::find_field(std::string_view path) const noexcept {
    return path.empty() ? nullptr : find_in(fields, path, &RowField::path);
}

const FieldValue* Row::find(std::string_view path) const noexcept {
    const RowField* field = find_field(path);
    return field ? &field->value : nullptr;
}

std::optional<FieldValue> Row::value(Column column) const {
    const ColumnInfo& info = about(column);
    const FieldValue* value = find(info.name);
    if (!value) value = find(info.older);
    return value ? plain_value(info.kind, *value) : std::nullopt;
}

Layout::Layout(Table table, std::span<const Row> rows) : table_(table) {
    const bool is_nvcc = table == Table::nvcc;
    std::ptrdiff_t newer = 0, older = 0;
    for (std::size_t i = is_nvcc ? 0 : nvcc_columns; i < (is_nvcc ? nvcc_columns : column_infos.size()); ++i)
        all_.push_back(static_cast<Column>(i));
    const auto count = [&](std::string_view name) {
        return std::ranges::count_if(rows, [&](const Row& row) { return row.find(name) != nullptr; });
    };
    for (const Column column : all_) {
        const ColumnInfo& info = about(column);
        if (info.name != info.older) newer += count(info.name), older += count(info.older);
    }
    is_older_ = older > newer || std::ranges::any_of(rows, [](const Row& row) { return row.key.empty(); });
    for (const Column column : all_)
        if (count(name(column)) != 0) in_use_.push_back(column);
}

std::string_view Layout::name(Column column) const noexcept {
    return is_older_ ? about(column).older : about(column).name;
}

std::vector<Column> Layout::columns() const {
    std::vector<Column> columns;
    for (const Column column : all_)
        if (!is_older_ || !about(column).is_late || is_in_use(column)) columns.push_back(column);
    return columns;
}

bool Layout::is_in_use(Column column) const noexcept { return contains(in_use_, column); }

std::optional<Column> Layout::find(std::string_view path) const noexcept {
    const auto found = std::ranges::find(all_, path, [&](Column column) { return name(column); });
    return found == all_.end() ? std::nullopt : std::optional(*found);
}

bool Layout::is_outer(std::string_view path) const {
    return std::ranges::any_of(all_, [&](Column column) { return name(column).starts_with(std::string(path) + '.'); });
}

bool is_default(const Row& row, const RowField& field) {
    if (std::holds_alternative<std::nullptr_t>(field.value)) return true;
    if (const std::string* text = std::get_if<std::string>(&field.value)) return *text == row.key;
    const bool* truth = std::get_if<bool>(&field.value);
    if (!truth) return false;
    if (field.path == "isArchitectureSpecific") return *truth == row.key.ends_with('a');
    if (field.path == "isFamilySpecific") return *truth == row.key.ends_with('f');
    return !*truth;
}

bool is_key(Table table, std::string_view text) noexcept {
    if (table == Table::cuda) {
        const std::optional<Capability> capability = parse_capability(text);
        return capability && to_string(*capability) == text;
    }
    const std::size_t point = text.find('.');
    const auto is_number = [](std::string_view part) {
        return !part.empty() && std::all_of(part.begin(), part.end(), is_digit);
    };
    return point != text.npos && is_number(text.substr(0, point)) && is_number(text.substr(point + 1));
}

bool is_key_before(Table table, std::string_view left, std::string_view right) noexcept {
    if (table == Table::nvcc) return is_before_by_number(left, right);
    return parse_capability(left) < parse_capability(right);
}

void sort_rows(Table table, std::vector<Row>& rows) {
    std::ranges::stable_sort(rows, [&](const Row& a, const Row& b) { return is_key_before(table, a.key, b.key); });
}

std::vector<Row> read_rows(Table table, const std::filesystem::path& file, std::string_view text) {
    const json root = json::parse(text, nullptr, false);
    if (root.is_discarded()) throw DataError(file, "", "Nix printed something that is not JSON");
    const json& there = member(root, "rows");
    const json& lines = member(root, "lines");
    std::vector<Row> rows;
    if (there.is_object()) {
        for (const auto& [name, value] : there.items()) rows.push_back(row_of(name, value, member(lines, name)));
    } else if (there.is_array() && table == Table::cuda) {
        for (std::size_t i = 0; i < there.size(); ++i) {
            const json& key = member(there[i], std::string(capability_in_list));
            rows.push_back(row_of(key.is_string() ? key.get<std::string>() : "", there[i],
                                  lines.is_array() && i < lines.size() ? lines[i] : json()));
        }
    } else {
        throw DataError(file, "",
                        std::string("the table is ") + there.type_name() +
                            (table == Table::cuda ? ", neither an attribute set nor a list"
                                                  : ", not an attribute set"));
    }
    forget_shared_lines(rows);
    return rows;
}

void check_rows(const Layout& layout, const std::filesystem::path& file, std::span<const Row> rows) {
    const bool is_list = layout.table() == Table::cuda && layout.is_older();
    std::set<std::string_view> keys;
    for (std::size_t i = 0; i < rows.size(); ++i)
        check_row(layout, rows[i], [&](const std::string& path, const std::string& problem) {
            std::string place = path.empty() ? "" : '/' + path;
            std::ranges::replace(place, '.', '/');
            throw DataError(file, '/' + (is_list ? std::to_string(i) : rows[i].key) + place, problem);
        });
    for (const Row& row : rows)
        if (!keys.insert(row.key).second) throw DataError(file, "", "capability " + row.key + " twice");
}

// ---- the comparison

std::optional<FieldValue> FieldDifference::plain() const {
    return column && there ? plain_value(about(*column).kind, *there) : std::nullopt;
}

std::vector<FieldDifference> differences_of(const Layout& layout, const Row& there, const Row& here) {
    std::vector<FieldDifference> differences;
    for (const Column column : layout.columns()) {
        const std::string path(layout.name(column));
        const FieldValue* old = there.find(path);
        const FieldValue* wanted = here.find(path);
        FieldDifference difference{path, column, {}, {}};
        if (old) difference.there = *old;
        if (wanted) difference.here = *wanted;
        if (!old || (wanted ? *old != *wanted : difference.plain() != *old))
            differences.push_back(std::move(difference));
    }
    for (const RowField& field : there.fields)
        // For an empty set only its missing fields count.
        if (!layout.find(field.path) && !(layout.is_outer(field.path) && type_name(field.value) == "object"))
            differences.push_back({field.path, {}, field.value, {}});
    return differences;
}

std::vector<RowPair> side_by_side(const Layout& layout, std::span<const WantedRow> here, std::span<const Row> there) {
    std::vector<RowPair> pairs;
    auto ours = here.begin();
    auto theirs = there.begin();
    while (ours != here.end() || theirs != there.end()) {
        const bool is_ours_first = theirs == there.end() ||
                                   (ours != here.end() && is_key_before(layout.table(), ours->row.key, theirs->key));
        if (is_ours_first) pairs.push_back({&*ours++, nullptr});
        else if (ours == here.end() || ours->row.key != theirs->key) pairs.push_back({nullptr, &*theirs++});
        else {
            pairs.push_back({&*ours, &*theirs, differences_of(layout, *theirs, ours->row)});
            ++ours, ++theirs;
        }
    }
    return pairs;
}

}  // namespace cudastdenv::nix
