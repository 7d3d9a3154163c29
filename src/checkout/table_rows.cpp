// SPDX-License-Identifier: MIT
#include "checkout/table_rows.hpp"

#include "checkout/evaluated_json.hpp"
#include "core/minor_of.hpp"
#include "core/text.hpp"
#include "nix/value.hpp"
#include "tables/lookup.hpp"

#include <cudastdenv/load.hpp>

#include <nlohmann/json.hpp>

#include <algorithm>
#include <array>

namespace cudastdenv::nix {

namespace {

using nlohmann::json;

FieldValue field_value(const json& value) {
    if (value.is_null()) return nullptr;
    if (value.is_boolean()) return value.get<bool>();
    if (value.is_string()) return value.get<std::string>();
    return ForeignValue{value.dump()};
}

void add_fields(const std::string& path, const json& value, std::vector<Field>& fields) {
    if (!value.is_object() || value.empty()) return fields.push_back({path, field_value(value)});
    for (const auto& [name, inner] : value.items()) add_fields(path.empty() ? name : path + '.' + name, inner, fields);
}

Row row_of(const std::string& key, const json& value) {
    Row row{key, {}};
    for (const auto& [name, inner] : value.items()) add_fields(name, inner, row.fields);
    return row;
}

// ---- what there should be

bool has_field(std::span<const Row> rows, std::string_view path) {
    return std::any_of(rows.begin(), rows.end(), [&](const Row& row) { return row.find(path) != nullptr; });
}

std::vector<Field> nvcc_fields(const NvccRow& row, bool flat) {
    std::vector<Field> fields;
    for (const auto& [family, majors] : {std::pair<std::string_view, const NvccMajors&>("clang", row.clang),
                                         std::pair<std::string_view, const NvccMajors&>("gcc", row.gcc)})
        for (const auto& [name, major] : {std::pair("max", majors.max), std::pair("min", majors.min)}) {
            std::string end = std::string(name) + "MajorVersion";
            if (flat) end.front() = 'M';
            fields.push_back({std::string(family) + (flat ? "" : ".") + end, std::to_string(major)});
        }
    return fields;
}

FieldValue field_value(const std::optional<Version>& version) {
    if (version) return to_string(*version);
    return nullptr;
}

/// In gpus.nix nothing but this kept a capability for one architecture or family from being built unasked.
std::optional<Version> last_default_in_list(const Tables& tables, const CudaRow& row) {
    if (row.in_nixpkgs || row.jetson || row.capability.kind == Capability::Kind::baseline)
        return row.dont_default_after;
    std::optional<Version> before;
    for (const Release* release : newest_patches(tables))
        if (minor_of(release->version) < row.min) before = minor_of(release->version);
    return before;
}

std::vector<Field> cuda_fields(const Tables& tables, const CudaRow& row, bool list, std::span<const Row> there) {
    const std::string name = to_string(row.capability);
    // Whether a new capability is built unasked is for people to decide.
    const bool undecided = !row.in_nixpkgs && row.capability.kind == Capability::Kind::baseline;
    const std::optional<Version> last_default = undecided ? std::nullopt : row.dont_default_after;
    if (!list)
        return {{"archName", std::string(row.architecture)},
                {"cudaCapability", name},
                {"minCudaMajorMinorVersion", to_string(row.min)},
                {"maxCudaMajorMinorVersion", field_value(row.max)},
                {"dontDefaultAfterCudaMajorMinorVersion", field_value(last_default)},
                {"isJetson", row.jetson},
                {"isArchitectureSpecific", row.capability.kind == Capability::Kind::architecture},
                {"isFamilySpecific", row.capability.kind == Capability::Kind::family}};
    std::vector<Field> fields{{"archName", std::string(row.architecture)},
                              {std::string(capability_in_list), name},
                              {"minCudaVersion", to_string(row.min)},
                              {"maxCudaVersion", field_value(row.max)}};
    if (has_field(there, "isJetson")) fields.push_back({"isJetson", row.jetson});
    if (has_field(there, "dontDefaultAfter"))
        fields.push_back(
            {"dontDefaultAfter", field_value(undecided ? std::nullopt : last_default_in_list(tables, row))});
    return fields;
}

/// The newest release that nixpkgs has bounds for: what began later it cannot have left out.
Version newest_in_nixpkgs(const Tables& tables) {
    return nvcc_rows(tables, Policy::nixpkgs, NvccExtent::exact).back().release;
}

WantedRow::Standing standing_of(const NvccRow& row, std::span<const NvccRow> newest_file) {
    const auto same = [&](const NvccRow& other) { return other.release == row.release; };
    if (std::any_of(newest_file.begin(), newest_file.end(), same)) return WantedRow::Standing::in_newest_file;
    return row.release < newest_file.front().release ? WantedRow::Standing::given_up
                                                     : WantedRow::Standing::new_to_nixpkgs;
}

bool is_page(const SourceRow& source) {
    return (source.kind == SourceRow::Kind::documentation || source.kind == SourceRow::Kind::release_notes) &&
           source.url;
}

/// Where NVIDIA says what bounds a release has: the release's own guide, else the header of its wheel, else a guide
/// that says what has not changed since.
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
    if (any_guide.empty()) return {};
    return {any_guide};
}

/// Where NVIDIA says from when on nvcc has a capability.
std::vector<std::string> addresses_of(const Tables& tables, const CudaRow& row) {
    for (const std::string_view id : find_capability(tables, row.capability)->nvcc.sources)
        if (const SourceRow* source = find_source(tables, id); is_page(*source)) return {std::string(*source->url)};
    return {};
}

std::vector<WantedRow> wanted_nvcc_rows(const Tables& tables, std::span<const Row> there, Policy policy) {
    const bool flat = has_field(there, "gccMaxMajorVersion") || has_field(there, "clangMaxMajorVersion");
    const std::vector<NvccRow> newest_file = nvcc_rows(tables, Policy::nixpkgs, NvccExtent::exact);
    std::vector<WantedRow> wanted;
    for (const NvccRow& row : nvcc_rows(tables, policy, NvccExtent::usual))
        wanted.push_back({.row = {to_string(row.release), nvcc_fields(row, flat)},
                          .since = row.release,
                          .first = row.release,
                          .standing = standing_of(row, newest_file),
                          .sources = row.gcc.sources,
                          .clang_sources = row.clang.sources,
                          .comment = addresses_of(tables, row)});
    return wanted;
}

/// The bounds that nvcc itself has, no earlier than the tables' first release.
void take_bounds_of_nvcc(const Tables& tables, CudaRow& row) {
    const NvccCapability& nvcc = find_capability(tables, row.capability)->nvcc;
    row.min = std::max(nvcc.first, minor_of(tables.releases.front().version));
    row.max = nvcc.last;
    row.sources = nvcc.sources;
}

/// nixpkgs has capabilities from a release that never was.
Version first_release_from(const Tables& tables, Version min) {
    for (const Release* release : newest_patches(tables))
        if (min <= minor_of(release->version)) return minor_of(release->version);
    return min;
}

std::vector<WantedRow> wanted_cuda_rows(const Tables& tables, std::span<const Row> there, Policy policy) {
    const bool list = has_field(there, capability_in_list);
    const Version newest = newest_in_nixpkgs(tables);
    std::vector<WantedRow> wanted;
    for (CudaRow& row : cuda_rows(tables, true)) {
        if (policy != Policy::nixpkgs) take_bounds_of_nvcc(tables, row);
        const auto standing = row.in_nixpkgs     ? WantedRow::Standing::in_newest_file
                              : newest < row.min ? WantedRow::Standing::new_to_nixpkgs
                                                 : WantedRow::Standing::left_out;
        wanted.push_back({.row = {to_string(row.capability), cuda_fields(tables, row, list, there)},
                          .since = first_release_from(tables, row.min),
                          .first = find_capability(tables, row.capability)->nvcc.first,
                          .standing = standing,
                          .sources = row.sources,
                          .comment = addresses_of(tables, row)});
    }
    return wanted;
}

}  // namespace

const FieldValue* Row::find(std::string_view path) const noexcept {
    const auto found = std::find_if(fields.begin(), fields.end(),
                                    [&](const Field& field) { return field.path == path; });
    return found == fields.end() ? nullptr : &found->value;
}

std::string literal(const FieldValue& value) {
    if (const bool* truth = std::get_if<bool>(&value)) return *truth ? "true" : "false";
    if (const std::string* text = std::get_if<std::string>(&value)) return nix::quoted(*text);
    return "null";
}

bool is_default(const Row& row, const Field& field) {
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
    const json root = parse_evaluated(file, text);
    std::vector<Row> rows;
    if (root.is_object())
        for (const auto& [key, row] : root.items()) rows.push_back(row_of(key, row));
    else if (root.is_array())
        for (const json& row : root) {
            const auto name = row.find(capability_in_list);
            rows.push_back(row_of(name != row.end() && name->is_string() ? name->get<std::string>() : "", row));
        }
    else throw DataError(file, "", "is no table of rows");
    for (const Row& row : rows)
        if (row.key.empty()) throw DataError(file, "", "a row does not say what it is about");
    std::sort(rows.begin(), rows.end(), [&](const Row& a, const Row& b) { return is_key_before(table, a.key, b.key); });
    return rows;
}

SourceIds sources_of(const WantedRow& wanted, std::string_view field) noexcept {
    return field.starts_with("clang") ? wanted.clang_sources : wanted.sources;
}

std::vector<std::string_view> field_names() {
    return {"gcc.minMajorVersion",
            "gcc.maxMajorVersion",
            "clang.minMajorVersion",
            "clang.maxMajorVersion",
            "gccMinMajorVersion",
            "gccMaxMajorVersion",
            "clangMinMajorVersion",
            "clangMaxMajorVersion",
            "archName",
            "cudaCapability",
            "computeCapability",
            "minCudaMajorMinorVersion",
            "maxCudaMajorMinorVersion",
            "dontDefaultAfterCudaMajorMinorVersion",
            "minCudaVersion",
            "maxCudaVersion",
            "dontDefaultAfter",
            "isJetson",
            "isArchitectureSpecific",
            "isFamilySpecific"};
}

std::vector<WantedRow> wanted_rows(const Tables& tables, Table table, std::span<const Row> there, Policy policy) {
    return table == Table::nvcc ? wanted_nvcc_rows(tables, there, policy) : wanted_cuda_rows(tables, there, policy);
}

}  // namespace cudastdenv::nix
