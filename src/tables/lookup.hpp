// SPDX-License-Identifier: MIT
#pragma once

#include "core/lists.hpp"
#include "core/text.hpp"
#include "core/versions.hpp"

#include <cudastdenv/tables.hpp>

#include <variant>

namespace cudastdenv {

/// Functions that return a pointer return nullptr if there is no such row. None of them allocates.

/// The release of that version. With a patch of -1: the newest public patch of that minor, otherwise its newest
/// preview.
[[nodiscard]] const Release* find_release(const Tables& tables, Version version) noexcept;

/// A requirement's package, without its extra and versions: `torch` of `torch==2.9.0`, `jax` of `jax[cuda12]`.
[[nodiscard]] inline std::string_view package_in(std::string_view requirement) noexcept {
    return requirement.substr(0, requirement.find_first_of("[=<>~!"));
}

/// The releases that a number can mean: its patch releases, itself, or those with that version of nvcc.
[[nodiscard]] std::vector<const Release*> releases_with(const Tables& tables, Version version);

[[nodiscard]] inline const Release* newest_release(const Tables& tables) noexcept {
    return find_last_in(tables.releases, [](const Release& release) { return !release.preview; });
}

/// Every known major of both families: GCC before Clang, ascending.
[[nodiscard]] std::vector<Compiler> known_compilers(const Tables& tables);

[[nodiscard]] inline bool knows_system(const Tables& tables, std::string_view nix_system) noexcept {
    return find_in(tables.redist_systems, nix_system, &RedistSystemRow::nix) != nullptr;
}

[[nodiscard]] inline bool ships(const RedistSystemRow& row, Version release) noexcept {
    return VersionRange{row.first, row.last}.contains(release) && row.first && !contains(row.absent, release);
}

/// The date of the data: when the newest source was read, `2026-11-21`.
[[nodiscard]] inline std::string_view data_date(const Tables& tables) noexcept {
    std::string_view newest;
    for (const SourceRow& source : tables.sources) newest = std::max(newest, source.retrieved);
    return newest;
}

/// Whether each element is greater than the one before.
template <class List>
[[nodiscard]] bool is_ascending(const List& list) {
    return std::ranges::is_sorted(list, std::ranges::less_equal{});
}

/// The row with that key, in a list that is sorted by `project`.
template <class Row, class Key, class Project>
[[nodiscard]] const Row* find_sorted(std::span<const Row> rows, const Key& key, Project project) noexcept {
    const auto found = std::ranges::lower_bound(rows, key, {}, project);
    return found != rows.end() && std::invoke(project, *found) == key ? &*found : nullptr;
}

template <class Row>
[[nodiscard]] const Row* find_by_id(std::span<const Row> rows, std::string_view id) noexcept {
    return find_sorted(rows, id, &Row::id);
}

[[nodiscard]] inline const CapabilityRow* find_capability(const Tables& tables, Capability capability) noexcept {
    return find_sorted(tables.capabilities, capability, &CapabilityRow::capability);
}
[[nodiscard]] inline const EnvironmentRow* find_environment(const Tables& tables, std::string_view id) noexcept {
    return find_by_id(tables.environments, id);
}
[[nodiscard]] inline const SourceRow* find_source(const Tables& tables, std::string_view id) noexcept {
    return find_by_id(tables.sources, id);
}
[[nodiscard]] inline const DriverRow* find_drivers(const Tables& tables, Version release) noexcept {
    return find_sorted(tables.drivers, release, &DriverRow::release);
}
[[nodiscard]] inline const MinorVersionRow* find_minor_version(const Tables& tables, int cuda_major) noexcept {
    return find_sorted(tables.minor_versions, cuda_major, &MinorVersionRow::cuda_major);
}
/// The row of the release's minor release.
[[nodiscard]] inline const PtxVersionRow* find_ptx_version(const Tables& tables, Version release) noexcept {
    return find_sorted(tables.ptx_versions, minor_of(release), &PtxVersionRow::release);
}
/// The row of a release that is older than all others: `9.0`, `9.0.176`.
[[nodiscard]] inline const EarlyRelease* find_early_release(const Tables& tables, Version release) noexcept {
    return find_sorted(tables.early_releases, minor_of(release), &EarlyRelease::version);
}
[[nodiscard]] inline const FormerCapability* find_former_capability(const Tables& tables,
                                                                    Capability capability) noexcept {
    return find_sorted(tables.former_capabilities, capability, &FormerCapability::capability);
}
[[nodiscard]] inline const ForwardCompatRow* find_forward_compat(const Tables& tables, Version release) noexcept {
    return find_sorted(tables.forward_compat, minor_of(release), &ForwardCompatRow::release);
}
/// Whether `left` is the older of two environments of one distribution, by the order of their ids: `rhel-8`, `rhel-9`,
/// `rhel-10`; `debian-13`, `debian-sid`.
[[nodiscard]] inline bool is_older(const EnvironmentRow& left, const EnvironmentRow& right) noexcept {
    return is_before_by_number(left.id, right.id);
}

/// The version of the release's nvcc; absent: unknown, or not a version.
[[nodiscard]] inline std::optional<Version> build_of(const Release& release) noexcept {
    return release.nvcc ? parse_version(*release.nvcc) : std::nullopt;
}

/// Whether two ranges have the same limits, or both are absent.
[[nodiscard]] inline bool same_limits(const std::optional<HostRange>& left,
                                      const std::optional<HostRange>& right) noexcept {
    if (!left || !right) return !left && !right;
    return left->min == right->min && left->max == right->max;
}

/// Whether two rows have the same ranges with the same sources.
[[nodiscard]] bool same_views(const HostCompilerRow& left, const HostCompilerRow& right) noexcept;

/// The row of a release of the tables; exactly one per family.
[[nodiscard]] const HostCompilerRow* find_host_compilers(const Tables& tables, Compiler::Family family,
                                                         Version release) noexcept;

inline constexpr std::string_view jetson_system = "aarch64-linux";

/// Whether GPUs of that number are Jetsons, with or without `a` or `f`.
[[nodiscard]] bool is_jetson(const Tables& tables, Capability capability) noexcept;

/// Whether only Jetsons have that driver: a JetPack has it, or no other GPU has a driver of its branch.
[[nodiscard]] bool is_jetson(const Tables& tables, DriverVersion driver) noexcept;

/// True if the list is not empty and holds Jetson capabilities only.
[[nodiscard]] inline bool are_jetsons(const Tables& tables, std::span<const Capability> capabilities) noexcept {
    return !capabilities.empty() &&
           std::ranges::all_of(capabilities, [&](Capability capability) { return is_jetson(tables, capability); });
}

/// The libstdc++ of a GCC release. For a major alone (`{16}`) the oldest, the minimum of every release of that major. A
/// snapshot before the first release counts as that release. nullptr for a GCC that the tables do not know.
[[nodiscard]] inline const LibstdcxxRow* find_libstdcxx(const Tables& tables, Version gcc) noexcept {
    const LibstdcxxRow* found = nullptr;
    for (const LibstdcxxRow& row : tables.libstdcxx)
        if (row.gcc.major == gcc.major && (!found || row.gcc <= gcc)) found = &row;
    return found;
}

/// The libstdc++ of the newest known release of that GCC major: code of the major needs no newer one.
[[nodiscard]] inline const LibstdcxxRow* newest_libstdcxx(const Tables& tables, int gcc_major) noexcept {
    return find_last_in(tables.libstdcxx, [&](const LibstdcxxRow& row) { return row.gcc.major == gcc_major; });
}

/// The newest libstdc++ with no symbols newer than that version, `GLIBCXX_3.4.30`; nullptr if it is outside the tables.
[[nodiscard]] const LibstdcxxRow* libstdcxx_with(const Tables& tables, std::string_view glibcxx) noexcept;

/// Whether one of the sources is a fork of nixpkgs, which can differ from nixpkgs.
[[nodiscard]] inline bool is_of_fork(const Tables& tables, SourceIds sources) noexcept {
    return std::ranges::any_of(sources, [&](std::string_view id) {
        const SourceRow* source = find_source(tables, id);
        return source && source->kind == SourceRow::Kind::nixpkgs_fork;
    });
}

[[nodiscard]] inline const PackageSetRow* find_package_set(const Tables& tables, std::string_view channel,
                                                           std::string_view attribute) noexcept {
    return find_sorted(tables.package_sets, std::pair(channel, attribute),
                       [](const PackageSetRow& row) { return std::pair(row.channel, row.attribute); });
}

/// The oldest and newest major of a family in any row; all between them are known. Without rows, `oldest` > `newest`.
struct KnownMajors {
    int oldest = 0, newest = 0;
};
[[nodiscard]] KnownMajors known_majors(const Tables& tables, Compiler::Family family) noexcept;

/// Whether any row has that microarchitecture, ignoring case: `Hopper`.
[[nodiscard]] inline bool knows_architecture(const Tables& tables, std::string_view name) noexcept {
    return std::ranges::any_of(tables.capabilities,
                               [&](const CapabilityRow& row) { return equal_in_any_case(row.architecture, name); });
}

/// An entry of a capability list: a capability, or the name of a known microarchitecture.
using ListedCapability = std::variant<Capability, std::string_view>;

/// The capabilities of an entry in a release. A capability is itself, known or not. A name is its baseline capabilities
/// that nvcc supports there, without Jetsons, which can only be named by number; may be empty.
[[nodiscard]] std::vector<Capability> capabilities_of(const Tables& tables, Version release,
                                                      const ListedCapability& listed);

/// The distribution of an environment; nullptr if its packages are unknown.
[[nodiscard]] const DistributionRow* distribution_of(const Tables& tables, const EnvironmentRow& environment) noexcept;

/// Where the environment's own package of that release has the toolkit's headers; absent: unknown.
[[nodiscard]] inline std::optional<ToolkitHeaders> own_cuda_headers(const EnvironmentRow& environment,
                                                                    Version release) noexcept {
    const OwnCuda* own = find_in(environment.own_cuda, release, &OwnCuda::release);
    return own ? std::optional(own->toolkit_headers) : std::nullopt;
}

/// The default standard: C++17, or the release's newest if that is older.
[[nodiscard]] inline CxxStandard default_standard(const Release& release) noexcept {
    return std::min(CxxStandard::cxx17, release.newest_standard.value_or(CxxStandard::cxx17));
}

/// The oldest compiler of a family for a standard.
struct StandardLimit {
    CxxStandard standard;
    Compiler oldest;
    bool is_of_nvcc;  ///< whether nvcc checks it; otherwise an older compiler has no such option
    SourceIds sources;
};

/// The limit that requires a newer compiler for that standard with the release's nvcc; absent if nvcc and the compiler
/// accept it. A compiler that does not know a standard knows no newer one.
[[nodiscard]] std::optional<StandardLimit> standard_obstacle(const Tables& tables, Version release, Compiler compiler,
                                                             CxxStandard standard) noexcept;

/// Whether the release's nvcc reads its host compiler from NVCC_CCBIN; absent: not measured.
[[nodiscard]] inline std::optional<bool> reads_ccbin_variable(const Tables& tables, Version release) noexcept {
    for (const CcbinVariableRow& row : tables.ccbin_variable)
        if (VersionRange{row.first, row.last}.contains(release)) return row.heeded;
    return std::nullopt;
}

}  // namespace cudastdenv
