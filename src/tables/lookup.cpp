// SPDX-License-Identifier: MIT
#include "tables/lookup.hpp"

#include <limits>

namespace cudastdenv {

const Release* find_release(const Tables& tables, Version version) noexcept {
    if (version.patch != -1) return find_sorted(tables.releases, version, &Release::version);
    const Release* newest = nullptr;
    for (const Release& release : tables.releases)
        if (may_be_same(release.version, version) && (!newest || newest->preview || !release.preview))
            newest = &release;
    return newest;
}

std::vector<const Release*> releases_with(const Tables& tables, Version version) {
    std::vector<const Release*> found;
    const std::string number = to_string(version);
    for (const Release& release : tables.releases)
        if (may_be_same(release.version, version) || release.nvcc == number) found.push_back(&release);
    return found;
}

const HostCompilerRow* find_host_compilers(const Tables& tables, Compiler::Family family, Version release) noexcept {
    const auto after = std::ranges::partition_point(tables.host_compilers, [&](const HostCompilerRow& row) {
        return row.family == family ? row.first <= release : row.family < family;
    });
    if (after == tables.host_compilers.begin()) return nullptr;
    const HostCompilerRow& row = *std::prev(after);
    return row.family == family && release <= row.last ? &row : nullptr;
}

bool same_views(const HostCompilerRow& left, const HostCompilerRow& right) noexcept {
    using Row = HostCompilerRow;
    return std::ranges::all_of(
        std::array{&Row::enforced, &Row::documented, &Row::nixpkgs, &Row::grace}, [&](auto view) {
            return same_limits(left.*view, right.*view) &&
                   (!(left.*view) || std::ranges::equal((left.*view)->sources, (right.*view)->sources));
        });
}

bool is_jetson(const Tables& tables, Capability capability) noexcept {
    const CapabilityRow* row = find_capability(tables, baseline_of(capability));
    return row && row->jetson;
}

bool is_jetson(const Tables& tables, DriverVersion driver) noexcept {
    const auto is_of_branch = [&](const PtxVersionRow& row) { return row.branch == driver.branch; };
    const bool others_have_branch = std::ranges::any_of(tables.ptx_versions, is_of_branch);
    return std::ranges::any_of(tables.jetpacks, [&](const JetpackRow& row) {
        return row.driver == driver || (row.driver && row.driver->branch == driver.branch && !others_have_branch);
    });
}

const LibstdcxxRow* libstdcxx_with(const Tables& tables, std::string_view glibcxx) noexcept {
    const auto number = [](std::string_view version) {
        return take_prefix(version, "GLIBCXX_") ? parse_version(version) : std::nullopt;
    };
    const std::optional<Version> asked = number(glibcxx);
    if (!asked || tables.libstdcxx.empty() || number(tables.libstdcxx.back().glibcxx) < asked) return nullptr;
    return find_last_in(tables.libstdcxx, [&](const LibstdcxxRow& row) { return number(row.glibcxx) <= asked; });
}

KnownMajors known_majors(const Tables& tables, Compiler::Family family) noexcept {
    KnownMajors known{std::numeric_limits<int>::max(), 0};
    const auto include = [&](int major) {
        known.oldest = std::min(known.oldest, major);
        known.newest = std::max(known.newest, major);
    };
    for (const HostCompilerRow& row : tables.host_compilers) {
        if (row.family != family) continue;
        for (const auto* range : {&row.nixpkgs, &row.documented, &row.enforced}) {
            if (!*range) continue;
            include((*range)->max);
            if ((*range)->min) include(*(*range)->min);
        }
    }
    if (family == Compiler::Family::gcc)
        for (const LibstdcxxRow& row : tables.libstdcxx) include(row.gcc.major);
    return known;
}

std::vector<Compiler> known_compilers(const Tables& tables) {
    std::vector<Compiler> compilers;
    compilers.reserve(64);
    for (const Compiler::Family family : {Compiler::Family::gcc, Compiler::Family::clang}) {
        const KnownMajors known = known_majors(tables, family);
        for (int major = known.oldest; major <= known.newest; ++major) compilers.push_back({family, major});
    }
    return compilers;
}

std::vector<Capability> capabilities_of(const Tables& tables, Version release, const ListedCapability& listed) {
    if (const Capability* capability = std::get_if<Capability>(&listed)) return {*capability};
    std::vector<Capability> named;
    for (const CapabilityRow& row : tables.capabilities) {
        if (row.jetson || row.capability.kind != Capability::Kind::baseline) continue;
        if (!equal_in_any_case(row.architecture, std::get<std::string_view>(listed))) continue;
        if (row.nvcc.takes_in(release)) named.push_back(row.capability);
    }
    return named;
}

const DistributionRow* distribution_of(const Tables& tables, const EnvironmentRow& environment) noexcept {
    const DistributionRow* longest = nullptr;  // a release may have its own row: manylinux-2014
    for (const DistributionRow& distribution : tables.distributions) {
        std::string_view id = environment.id;
        if (!take_prefix(id, distribution.id) || !(id.empty() || id.front() == '-')) continue;
        if (!longest || longest->id.size() < distribution.id.size()) longest = &distribution;
    }
    return longest;
}

std::optional<StandardLimit> standard_obstacle(const Tables& tables, Version release, Compiler compiler,
                                               CxxStandard standard) noexcept {
    std::optional<StandardLimit> limit;
    const auto require = [&](const auto& row, bool is_of_nvcc) {
        if (row.standard > standard || row.family != compiler.family || compiler.major >= row.min) return;
        if (!limit || limit->oldest.major < row.min)
            limit = StandardLimit{row.standard, {row.family, row.min}, is_of_nvcc, row.sources};
    };
    for (const HostStandardRow& row : tables.host_standards)
        if (VersionRange{row.first, row.last}.contains(release)) require(row, true);
    for (const CompilerStandardRow& row : tables.compiler_standards) require(row, false);
    return limit;
}

}  // namespace cudastdenv
