// SPDX-License-Identifier: MIT
// The rows that a checkout should have.
#include "nix/rows.hpp"

#include "core/lists.hpp"
#include "core/text.hpp"
#include "core/versions.hpp"
#include "nix/syntax.hpp"
#include "resolve/host_compiler.hpp"
#include "tables/lookup.hpp"

namespace cudastdenv::nix {

std::string quoted(std::string_view text) {
    std::string result = "\"";
    for (std::size_t i = 0; i < text.size(); ++i) {
        const char c = text[i];
        switch (c) {
            case '\\': result += "\\\\"; break;
            case '"': result += "\\\""; break;
            case '\n': result += "\\n"; break;
            case '\r': result += "\\r"; break;
            case '\t': result += "\\t"; break;
            case '$': result += i + 1 < text.size() && text[i + 1] == '{' ? "\\$" : "$"; break;
            default: result += c;
        }
    }
    return result + '"';
}

std::string attribute_name(std::string_view name) {
    constexpr std::array<std::string_view, 11> keywords{"assert", "else", "if",   "in",   "inherit", "let",
                                                        "or",     "rec",  "then", "with", "__curPos"};
    const bool plain = !name.empty() && syntax::is_name_start(name.front()) &&
                       std::ranges::all_of(name, syntax::is_in_name) && !contains(keywords, name);
    return plain ? std::string(name) : quoted(name);
}

namespace {

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

CudaRow cuda_row(const Tables& tables, const CapabilityRow& row) {
    CudaRow result{.architecture = std::string(row.architecture),
                   .jetson = row.jetson,
                   .capability = row.capability,
                   .in_nixpkgs = row.nixpkgs.has_value()};
    if (!row.nixpkgs) {
        use_bounds_of_nvcc(tables, row.nvcc, result);
        const bool by_its_kind = row.jetson || row.capability.kind != Capability::Kind::baseline;
        if (!by_its_kind) result.dont_default_after = Version{0, 0};
        return result;
    }
    result.min = row.nixpkgs->min;
    result.max = row.nixpkgs->max;
    result.dont_default_after = row.nixpkgs->dont_default_after;
    result.sources = row.nixpkgs->sources;
    return result;
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

WantedRow::Standing standing_of(const NvccRow& row, std::span<const NvccRow> newest_file) {
    if (std::ranges::find(newest_file, row.release, &NvccRow::release) != newest_file.end())
        return WantedRow::Standing::in_newest_file;
    return row.release < newest_file.front().release ? WantedRow::Standing::given_up
                                                     : WantedRow::Standing::new_to_nixpkgs;
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

/// nixpkgs' `min` may be a release that never existed.
Version first_release_from(const Tables& tables, Version min) {
    for (const Release* release : newest_patches(tables))
        if (min <= minor_of(release->version)) return minor_of(release->version);
    return min;
}

std::vector<WantedRow> wanted_cuda_rows(const Tables& tables, const Layout& layout, Policy policy) {
    // The newest release with bounds in nixpkgs: a later capability is new, not left out.
    const Version newest = nvcc_rows(tables, Policy::nixpkgs, NvccExtent::exact).back().release;
    std::vector<WantedRow> wanted;
    for (CudaRow& row : cuda_rows(tables, true)) {
        const NvccCapability& nvcc = find_capability(tables, row.capability)->nvcc;
        if (policy != Policy::nixpkgs) use_bounds_of_nvcc(tables, nvcc, row);
        const auto standing = row.in_nixpkgs     ? WantedRow::Standing::in_newest_file
                              : newest < row.min ? WantedRow::Standing::new_to_nixpkgs
                                                 : WantedRow::Standing::left_out;
        wanted.push_back(
            {.row = {to_string(row.capability), fields_of(layout, values_of(tables, row, layout.is_older()))},
             .ours = row,
             .since = first_release_from(tables, row.min),
             .first = nvcc.first,
             .standing = standing,
             .sources = row.sources,
             .comment = addresses_of(tables, row)});
    }
    return wanted;
}

}  // namespace

std::vector<const Release*> newest_patches(const Tables& tables) {
    std::vector<const Release*> newest;
    for (const Release& release : tables.releases) {
        if (release.preview) continue;
        if (newest.empty() || minor_of(newest.back()->version) != minor_of(release.version)) newest.push_back(&release);
        else newest.back() = &release;
    }
    return newest;
}

std::string package_set_name(Version release) {
    return "cudaPackages_" + std::to_string(release.major) + '_' + std::to_string(release.minor);
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
    for (const CapabilityRow& row : tables.capabilities)
        if (row.nixpkgs || all) rows.push_back(cuda_row(tables, row));
    return rows;
}

std::vector<WantedRow> wanted_rows(const Tables& tables, const Layout& layout, Policy policy, NvccExtent extent) {
    return layout.table() == Table::nvcc ? wanted_nvcc_rows(tables, layout, policy, extent)
                                         : wanted_cuda_rows(tables, layout, policy);
}

}  // namespace cudastdenv::nix
