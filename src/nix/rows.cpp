// SPDX-License-Identifier: MIT
#include "nix/rows.hpp"

#include "core/quote.hpp"
#include "nix/syntax.hpp"
#include "resolve/host_compiler.hpp"
#include "tables/lookup.hpp"

#include <cudastdenv/load.hpp>

#include <fmt/format.h>
#include <nlohmann/json.hpp>

namespace cudastdenv::nix {

namespace {

using nlohmann::json;

// ---- the rows that a checkout should have

/// nixpkgs' schema requires a lower bound. If the view lacks it, use the guide's for this release or the nearest
/// earlier one, since NVIDIA raised it only in major releases. Before any guide, use the enforced one.
void fill_min(const Tables& tables, Version release, Compiler::Family family, NvccMajors& majors) {
    for (auto row = tables.host_compilers.rbegin(); row != tables.host_compilers.rend(); ++row) {
        if (row->family != family || row->first > release) continue;
        for (const Policy view : {Policy::documented, Policy::nixpkgs}) {
            const std::optional<HostRange>& range = view_of(*row, view);
            if (!range || !range->min) continue;
            majors.min = *range->min;
            if (minor_of(row->first) != minor_of(release)) majors.min_from = minor_of(row->first);
            return;
        }
    }
}

NvccMajors majors_of(const Tables& tables, Version release, Compiler::Family family, Policy policy) {
    HostCompilerRange range = host_compiler_range(tables, release, family, policy, true);
    if (range.view != Policy::nixpkgs) range = host_compiler_range(tables, release, family, range.view, false);
    NvccMajors majors{.max = range.max.major, .view = range.view, .sources = range.max.sources};
    // The header's lower bound for Clang is only compared with; it does not mean that such a Clang works.
    if (range.min && range.min->view != Policy::enforced) majors.min = range.min->major;
    else fill_min(tables, release, family, majors);
    return majors;
}

/// Whether that file of nixpkgs has a row for the release.
bool is_in_file(const Tables& tables, Version release, NvccExtent extent) {
    const HostCompilerRow* row = find_host_compilers(tables, Compiler::Family::gcc, release);
    if (!row || !row->nixpkgs) return false;
    if (extent == NvccExtent::ever) return true;
    const HostCompilerRow* newest = row;
    for (const HostCompilerRow& other : tables.host_compilers)
        if (other.nixpkgs && other.first > newest->first) newest = &other;
    return std::ranges::any_of(row->nixpkgs->sources,
                               [&](std::string_view id) { return contains(newest->nixpkgs->sources, id); });
}

/// nvcc's own bounds. Like nixpkgs, none before the first release of the tables.
void use_bounds_of_nvcc(const Tables& tables, const NvccCapability& nvcc, CudaRow& row) {
    row.min = std::max(nvcc.first, minor_of(tables.releases.front().version));
    row.max = nvcc.last;
    row.sources = nvcc.sources;
}

using Values = std::vector<std::pair<Column, FieldValue>>;

/// With the layout's names.
std::vector<RowField> fields_of(const Layout& layout, const Values& values) {
    const std::vector<Column> columns = layout.columns();
    std::vector<RowField> fields;
    for (const auto& [column, value] : values)
        if (contains(columns, column)) fields.push_back({std::string(layout.name(column)), value});
    return fields;
}

Values values_of(const NvccRow& row) {
    return {{Column::clang_max, std::to_string(row.clang.max)},
            {Column::clang_min, std::to_string(row.clang.min)},
            {Column::gcc_max, std::to_string(row.gcc.max)},
            {Column::gcc_min, std::to_string(row.gcc.min)}};
}

/// In gpus.nix only this field kept a specific capability from being built by default.
std::optional<Version> last_default_in_list(const Tables& tables, const CudaRow& row) {
    if (row.in_nixpkgs || *row.jetson || row.capability.kind == Capability::Kind::baseline)
        return row.dont_default_after;
    std::optional<Version> before;
    for (const Release* release : newest_patches(tables))
        if (minor_of(release->version) < row.min) before = minor_of(release->version);
    return before;
}

Values values_of(const Tables& tables, const CudaRow& row, bool is_list) {
    std::optional<Version> last_default = is_list ? last_default_in_list(tables, row) : row.dont_default_after;
    // People decide whether a new capability is built by default.
    if (!row.in_nixpkgs && row.capability.kind == Capability::Kind::baseline) last_default.reset();
    Values values{{Column::architecture, row.architecture},
                  {Column::capability, to_string(row.capability)},
                  {Column::min, to_string(row.min)},
                  {Column::max, field_value(row.max)},
                  {Column::last_default, field_value(last_default)},
                  {Column::jetson, *row.jetson},
                  {Column::architecture_specific, row.capability.kind == Capability::Kind::architecture},
                  {Column::family_specific, row.capability.kind == Capability::Kind::family}};
    // The order of that list.
    if (is_list) std::swap(values[4], values[5]);
    return values;
}

bool is_page(const SourceRow& source) {
    return (source.kind == SourceRow::Kind::documentation || source.kind == SourceRow::Kind::release_notes) &&
           source.url;
}

/// NVIDIA's page with the bounds of a release: its own guide, otherwise the header of its wheel, otherwise a guide
/// whose bounds have not changed since.
std::vector<std::string> addresses_of(const Tables& tables, const NvccRow& row) {
    const HostCompilerRow* bounds = find_host_compilers(tables, Compiler::Family::gcc,
                                                        find_release(tables, row.release)->version);
    const std::string release = to_string(row.release);
    std::string any_guide;
    for (const std::string_view id : bounds && bounds->documented ? bounds->documented->sources : SourceIds{}) {
        const SourceRow& guide = *find_source(tables, id);
        if (!is_page(guide)) continue;
        any_guide = *guide.url;
        if (guide.title.ends_with(' ' + release) || any_guide.find("/archive/" + release) != any_guide.npos)
            return {any_guide};
    }
    for (const std::string_view id : bounds && bounds->enforced ? bounds->enforced->sources : SourceIds{}) {
        const SourceRow& header = *find_source(tables, id);
        if (header.kind == SourceRow::Kind::header && header.url && header.url->find("/nvidia-") != header.url->npos)
            return {std::string(header.title), std::string(*header.url)};
    }
    return any_guide.empty() ? std::vector<std::string>{} : std::vector{any_guide};
}

/// NVIDIA's page with the first nvcc that supports a capability.
std::vector<std::string> addresses_of(const Tables& tables, const CudaRow& row) {
    for (const std::string_view id : find_capability(tables, row.capability)->nvcc.sources)
        if (const SourceRow* source = find_source(tables, id); is_page(*source)) return {std::string(*source->url)};
    return {};
}

std::vector<WantedRow> wanted_nvcc_rows(const Tables& tables, const Layout& layout, Policy policy, NvccExtent extent) {
    const std::vector<NvccRow> newest_file = nvcc_rows(tables, Policy::nixpkgs, NvccExtent::exact);
    std::vector<WantedRow> wanted;
    for (const NvccRow& row : nvcc_rows(tables, policy, extent)) {
        const auto standing = find_in(newest_file, row.release, &NvccRow::release) ? WantedRow::Standing::in_newest_file
                              : row.release < newest_file.front().release          ? WantedRow::Standing::given_up
                                                                          : WantedRow::Standing::new_to_nixpkgs;
        wanted.push_back({.row = {to_string(row.release), fields_of(layout, values_of(row))},
                          .ours = row,
                          .since = row.release,
                          .first = row.release,
                          .standing = standing,
                          .sources = row.gcc.sources,
                          .clang_sources = row.clang.sources,
                          .comment = addresses_of(tables, row)});
    }
    return wanted;
}

std::vector<WantedRow> wanted_cuda_rows(const Tables& tables, const Layout& layout, Policy policy) {
    // The newest release with bounds in nixpkgs: a later capability is new, not left out.
    const Version newest = nvcc_rows(tables, Policy::nixpkgs, NvccExtent::exact).back().release;
    std::vector<WantedRow> wanted;
    for (CudaRow& row : cuda_rows(tables, true)) {
        const NvccCapability& nvcc = find_capability(tables, row.capability)->nvcc;
        if (policy != Policy::nixpkgs) use_bounds_of_nvcc(tables, nvcc, row);
        // nixpkgs' `min` may be a release that never existed.
        const Release* since = find_in(tables.releases, true, [&](const Release& release) {
            return !release.preview && row.min <= minor_of(release.version);
        });
        const auto standing = row.in_nixpkgs     ? WantedRow::Standing::in_newest_file
                              : newest < row.min ? WantedRow::Standing::new_to_nixpkgs
                                                 : WantedRow::Standing::left_out;
        wanted.push_back(
            {.row = {to_string(row.capability), fields_of(layout, values_of(tables, row, layout.is_older()))},
             .ours = row,
             .since = since ? minor_of(since->version) : row.min,
             .first = nvcc.first,
             .standing = standing,
             .sources = row.sources,
             .comment = addresses_of(tables, row)});
    }
    return wanted;
}

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

std::string quoted(std::string_view text) {
    std::string result = with_backslashes(text, "\\\"");
    replace_all(result, "\n", "\\n");
    replace_all(result, "\r", "\\r");
    replace_all(result, "\t", "\\t");
    replace_all(result, "${", "\\${");
    return '"' + result + '"';
}

std::string attribute_name(std::string_view name) {
    constexpr std::array<std::string_view, 11> keywords{"assert", "else", "if",   "in",   "inherit", "let",
                                                        "or",     "rec",  "then", "with", "__curPos"};
    const bool plain = !name.empty() && syntax::is_name_start(name.front()) &&
                       std::ranges::all_of(name, syntax::is_in_name) && !contains(keywords, name);
    return plain ? std::string(name) : quoted(name);
}

std::vector<const Release*> newest_patches(const Tables& tables) {
    std::vector<const Release*> newest;
    for (const Release& release : tables.releases)
        if (!release.preview && find_release(tables, minor_of(release.version)) == &release) newest.push_back(&release);
    return newest;
}

std::vector<NvccRow> nvcc_rows(const Tables& tables, Policy policy, NvccExtent extent) {
    std::vector<NvccRow> rows;
    for (const Release* release : newest_patches(tables)) {
        if (extent != NvccExtent::usual && !is_in_file(tables, release->version, extent)) continue;
        NvccRow row{.gcc = majors_of(tables, release->version, Compiler::Family::gcc, policy),
                    .clang = majors_of(tables, release->version, Compiler::Family::clang, policy),
                    .release = minor_of(release->version)};
        row.view.value = row.gcc.view;
        rows.push_back(std::move(row));
    }
    return rows;
}

std::vector<CudaRow> cuda_rows(const Tables& tables, bool all) {
    std::vector<CudaRow> rows;
    for (const CapabilityRow& known : tables.capabilities) {
        const auto& own = known.nixpkgs;
        if (!own && !all) continue;
        CudaRow& row = rows.emplace_back(CudaRow{.architecture = std::string(known.architecture),
                                                 .jetson = known.jetson,
                                                 .capability = known.capability,
                                                 .in_nixpkgs = own.has_value()});
        if (own) {
            row.min = own->min;
            row.max = own->max;
            row.dont_default_after = own->dont_default_after;
            row.sources = own->sources;
            continue;
        }
        use_bounds_of_nvcc(tables, known.nvcc, row);
        const bool by_its_kind = known.jetson || known.capability.kind != Capability::Kind::baseline;
        if (!by_its_kind) row.dont_default_after = Version{0, 0};
    }
    return rows;
}

std::vector<WantedRow> wanted_rows(const Tables& tables, const Layout& layout, Policy policy, NvccExtent extent) {
    return layout.table() == Table::nvcc ? wanted_nvcc_rows(tables, layout, policy, extent)
                                         : wanted_cuda_rows(tables, layout, policy);
}

std::vector<std::string> places_of(Table table) {
    const std::string modules = "pkgs/development/cuda-modules/";
    // Newest layout first.
    std::vector<std::string> places;
    if (table == Table::nvcc)
        places = {modules + "_cuda/db/bootstrap/nvcc.nix", modules + "_cuda/data/nvcc.nix",
                  modules + "data/nvcc-compatibilities.nix", modules + "nvcc-compatibilities.nix"};
    else
        places = {modules + "_cuda/db/bootstrap/cuda.nix", modules + "_cuda/data/cuda.nix", modules + "gpus.nix",
                  "pkgs/development/compilers/cudatoolkit/gpus.nix"};
    for (std::string place : std::vector(places))
        for (std::size_t slash = place.find('/'); slash != place.npos; slash = place.find('/')) {
            place.erase(0, slash + 1);
            if (!contains(places, place)) places.push_back(place);
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

Scalar scalar_of(const FieldValue& value, std::optional<Column> column) {
    if (column && about(*column).kind == ColumnKind::major) return major_in(value);
    if (const bool* truth = std::get_if<bool>(&value)) return *truth;
    if (const std::string* text = std::get_if<std::string>(&value)) return *text;
    const ForeignValue* other = std::get_if<ForeignValue>(&value);
    return other ? Scalar(other->json) : Scalar();
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
