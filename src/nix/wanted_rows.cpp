// SPDX-License-Identifier: MIT
// The rows that a checkout should have.
#include "core/contains.hpp"
#include "core/minor_of.hpp"
#include "nix/table_rows.hpp"
#include "tables/lookup.hpp"

#include <algorithm>
#include <utility>

namespace cudastdenv::nix {

namespace {

using Values = std::vector<std::pair<Column, FieldValue>>;

/// As the layout calls it.
std::vector<Field> fields_of(const Layout& layout, const Values& values) {
    const std::vector<Column> columns = layout.columns();
    std::vector<Field> fields;
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

/// In gpus.nix nothing but this kept a capability for one architecture or family from being built unasked.
std::optional<Version> last_default_in_list(const Tables& tables, const CudaRow& row) {
    if (row.in_nixpkgs || row.jetson || row.capability.kind == Capability::Kind::baseline)
        return row.dont_default_after;
    std::optional<Version> before;
    for (const Release* release : newest_patches(tables))
        if (minor_of(release->version) < row.min) before = minor_of(release->version);
    return before;
}

Values values_of(const Tables& tables, const CudaRow& row, bool is_list) {
    std::optional<Version> last_default = is_list ? last_default_in_list(tables, row) : row.dont_default_after;
    // Whether a new capability is built unasked is for people to decide.
    if (!row.in_nixpkgs && row.capability.kind == Capability::Kind::baseline) last_default.reset();
    Values values{{Column::architecture, std::string(row.architecture)},
                  {Column::capability, to_string(row.capability)},
                  {Column::min, to_string(row.min)},
                  {Column::max, field_value(row.max)},
                  {Column::last_default, field_value(last_default)},
                  {Column::jetson, row.jetson},
                  {Column::architecture_specific, row.capability.kind == Capability::Kind::architecture},
                  {Column::family_specific, row.capability.kind == Capability::Kind::family}};
    // As that list has them.
    if (is_list) std::swap(values[4], values[5]);
    return values;
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

std::vector<WantedRow> wanted_nvcc_rows(const Tables& tables, const Layout& layout, Policy policy, NvccExtent extent) {
    const std::vector<NvccRow> newest_file = nvcc_rows(tables, Policy::nixpkgs, NvccExtent::exact);
    std::vector<WantedRow> wanted;
    for (const NvccRow& row : nvcc_rows(tables, policy, extent))
        wanted.push_back({.row = {to_string(row.release), fields_of(layout, values_of(row))},
                          .ours = row,
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

std::vector<WantedRow> wanted_cuda_rows(const Tables& tables, const Layout& layout, Policy policy) {
    const Version newest = newest_in_nixpkgs(tables);
    std::vector<WantedRow> wanted;
    for (CudaRow& row : cuda_rows(tables, true)) {
        if (policy != Policy::nixpkgs) take_bounds_of_nvcc(tables, row);
        const auto standing = row.in_nixpkgs     ? WantedRow::Standing::in_newest_file
                              : newest < row.min ? WantedRow::Standing::new_to_nixpkgs
                                                 : WantedRow::Standing::left_out;
        wanted.push_back(
            {.row = {to_string(row.capability), fields_of(layout, values_of(tables, row, layout.is_older()))},
             .ours = row,
             .since = first_release_from(tables, row.min),
             .first = find_capability(tables, row.capability)->nvcc.first,
             .standing = standing,
             .sources = row.sources,
             .comment = addresses_of(tables, row)});
    }
    return wanted;
}

}  // namespace

SourceIds sources_of(const WantedRow& wanted, std::string_view field) noexcept {
    return field.starts_with("clang") ? wanted.clang_sources : wanted.sources;
}

std::vector<WantedRow> wanted_rows(const Tables& tables, const Layout& layout, Policy policy, NvccExtent extent) {
    return layout.table() == Table::nvcc ? wanted_nvcc_rows(tables, layout, policy, extent)
                                         : wanted_cuda_rows(tables, layout, policy);
}

}  // namespace cudastdenv::nix
