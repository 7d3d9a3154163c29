// SPDX-License-Identifier: MIT
#include "nix/rows.hpp"

#include "core/minor_of.hpp"
#include "resolve/host_compiler.hpp"
#include "tables/lookup.hpp"

#include <algorithm>
#include <string>

namespace cudastdenv::nix {

namespace {

/// nixpkgs' schema wants a lower bound. Where the view has none, the guide's of this release or of the nearest earlier
/// one is taken: NVIDIA has only ever raised it with a major release. Before there is any, the enforced one.
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
    NvccMajors majors{
        .min = 0, .max = range.max.major, .view = range.view, .min_from = {}, .sources = range.max.sources};
    // The header's own lower bound for Clang says what it compares with, not what works.
    if (range.min && range.min->view != Policy::enforced) majors.min = range.min->major;
    else fill_min(tables, release, family, majors);
    return majors;
}

/// Whether nixpkgs has or had a row for the release.
bool in_any_file(const Tables& tables, Version release) {
    const HostCompilerRow* row = find_host_compilers(tables, Compiler::Family::gcc, release);
    return row && row->nixpkgs;
}

/// Whether the row stands in nixpkgs' newest file, and not only in one that it gave up.
bool in_newest_file(const Tables& tables, Version release) {
    const HostCompilerRow* newest = nullptr;
    for (const HostCompilerRow& row : tables.host_compilers)
        if (row.nixpkgs && (!newest || row.first > newest->first)) newest = &row;
    const HostCompilerRow* row = find_host_compilers(tables, Compiler::Family::gcc, release);
    if (!newest || !row || !row->nixpkgs) return false;
    const SourceIds file = newest->nixpkgs->sources;
    return std::any_of(row->nixpkgs->sources.begin(), row->nixpkgs->sources.end(),
                       [&](std::string_view id) { return std::find(file.begin(), file.end(), id) != file.end(); });
}

CudaRow cuda_row(const Tables& tables, const CapabilityRow& row) {
    CudaRow result{.capability = row.capability,
                   .architecture = row.architecture,
                   .jetson = row.jetson,
                   .min = row.nvcc.first,
                   .max = row.nvcc.last,
                   .dont_default_after = std::nullopt,
                   .in_nixpkgs = row.nixpkgs.has_value(),
                   .sources = row.nvcc.sources};
    if (!row.nixpkgs) {
        // As nixpkgs does it: no release before the tables' first.
        result.min = std::max(result.min, minor_of(tables.releases.front().version));
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
        if (extent == NvccExtent::exact && !in_newest_file(tables, release->version)) continue;
        if (extent == NvccExtent::ever && !in_any_file(tables, release->version)) continue;
        rows.push_back({.release = minor_of(release->version),
                        .gcc = majors_of(tables, release->version, Compiler::Family::gcc, policy),
                        .clang = majors_of(tables, release->version, Compiler::Family::clang, policy)});
    }
    return rows;
}

std::vector<CudaRow> cuda_rows(const Tables& tables, bool all) {
    std::vector<CudaRow> rows;
    for (const CapabilityRow& row : tables.capabilities)
        if (row.nixpkgs || all) rows.push_back(cuda_row(tables, row));
    return rows;
}

}  // namespace cudastdenv::nix
