// SPDX-License-Identifier: MIT
#pragma once

#include "core/text.hpp"
#include "core/versions.hpp"

#include <cudastdenv/tables.hpp>

#include <variant>

namespace cudastdenv {

/// What returns a pointer finds a row or returns nullptr, and allocates nothing.

/// The release of that version; with a patch of -1 the newest public patch of that minor
/// (the newest preview where there is nothing public).
[[nodiscard]] const Release* find_release(const Tables& tables, Version version) noexcept;

/// The releases that a number may be: its patch releases, itself, or those whose nvcc has it.
[[nodiscard]] std::vector<const Release*> releases_with(const Tables& tables, Version version);

/// The newest public release.
[[nodiscard]] const Release* newest_release(const Tables& tables) noexcept;

/// Every known major of both families: GCC before Clang, ascending.
[[nodiscard]] std::vector<Compiler> known_compilers(const Tables& tables);

/// Whether any row names that Nix system.
[[nodiscard]] bool knows_system(const Tables& tables, std::string_view nix_system) noexcept;

/// Whether the row's platform ships with that release.
[[nodiscard]] bool ships(const RedistSystemRow& row, Version release) noexcept;

/// The day on which the youngest source was read, `2026-11-21`: the date of the data.
[[nodiscard]] std::string_view data_date(const Tables& tables) noexcept;

/// The row of which `project` is the key, in a list that is sorted by it.
template <class Row, class Key, class Project>
[[nodiscard]] const Row* find_sorted(std::span<const Row> rows, const Key& key, Project project) noexcept {
    const auto found = std::ranges::lower_bound(rows, key, {}, project);
    return found != rows.end() && std::invoke(project, *found) == key ? &*found : nullptr;
}

/// The row with that id.
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
/// Likewise.
[[nodiscard]] inline const ForwardCompatRow* find_forward_compat(const Tables& tables, Version release) noexcept {
    return find_sorted(tables.forward_compat, minor_of(release), &ForwardCompatRow::release);
}
/// Whether the one is older, of two environments of one distribution, as far as their ids tell: `rhel-8`, `rhel-9`,
/// `rhel-10`; `debian-13`, `debian-sid`.
[[nodiscard]] inline bool is_older(const EnvironmentRow& left, const EnvironmentRow& right) noexcept {
    return is_before_by_number(left.id, right.id);
}

/// The row of a release of the tables; there is exactly one per family.
[[nodiscard]] const HostCompilerRow* find_host_compilers(const Tables& tables, Compiler::Family family,
                                                         Version release) noexcept;

/// The Nix system of every Jetson.
inline constexpr std::string_view jetson_system = "aarch64-linux";

/// Whether GPUs of that number are Jetsons'; with `a` or `f` or without.
[[nodiscard]] bool is_jetson(const Tables& tables, Capability capability) noexcept;

/// Whether only Jetsons have that driver: it is a JetPack's, or of a branch that other GPUs have no driver of.
[[nodiscard]] bool is_jetson(const Tables& tables, DriverVersion driver) noexcept;

/// Whether there are any, and every one is a Jetson's.
[[nodiscard]] bool are_jetsons(const Tables& tables, std::span<const Capability> capabilities) noexcept;

/// The libstdc++ of a GCC release; of a major alone (`{16}`) the oldest, which every release of that major has at
/// least. A snapshot before a major's first release counts as that release. nullptr for a GCC the tables don't know.
[[nodiscard]] const LibstdcxxRow* find_libstdcxx(const Tables& tables, Version gcc) noexcept;

/// The libstdc++ of the newest known release of that GCC major: what it compiles needs nothing newer.
[[nodiscard]] const LibstdcxxRow* newest_libstdcxx(const Tables& tables, int gcc_major) noexcept;

/// The newest libstdc++ that has no newer symbols than that version, `GLIBCXX_3.4.30`; nullptr where the tables know
/// none as old or as new.
[[nodiscard]] const LibstdcxxRow* libstdcxx_with(const Tables& tables, std::string_view glibcxx) noexcept;

/// Whether one of the sources is a fork of nixpkgs, so that nixpkgs itself may say something else.
[[nodiscard]] bool is_of_fork(const Tables& tables, SourceIds sources) noexcept;

[[nodiscard]] const PackageSetRow* find_package_set(const Tables& tables, std::string_view channel,
                                                    std::string_view attribute) noexcept;

/// The oldest and the newest major of a family that any row names; everything between them counts as known.
/// Where no row names one, `oldest` is above `newest`.
struct KnownMajors {
    int oldest = 0;
    int newest = 0;
};
[[nodiscard]] KnownMajors known_majors(const Tables& tables, Compiler::Family family) noexcept;

/// Whether any row names that microarchitecture, in whatever case: `Hopper`.
[[nodiscard]] bool knows_architecture(const Tables& tables, std::string_view name) noexcept;

/// An entry of a capability list: a capability, or the name of a microarchitecture that the tables know.
using ListedCapability = std::variant<Capability, std::string_view>;

/// What an entry stands for in a release: the capability itself, known there or not; for a name its baseline
/// capabilities that nvcc takes in that release, without Jetsons, which go by number only. Empty where there are none.
[[nodiscard]] std::vector<Capability> capabilities_of(const Tables& tables, Version release,
                                                      const ListedCapability& listed);

/// The distribution that the environment is a release of; nullptr: one whose packages are not known.
[[nodiscard]] const DistributionRow* distribution_of(const Tables& tables, const EnvironmentRow& environment) noexcept;

/// Where the environment's own package of that release puts the toolkit's headers; absent: none is known.
[[nodiscard]] std::optional<ToolkitHeaders> own_cuda_headers(const EnvironmentRow& environment,
                                                             Version release) noexcept;

/// The standard that is meant where none is named: C++17, or the newest that the release has where that is older.
[[nodiscard]] CxxStandard default_standard(const Release& release) noexcept;

/// Why the release's nvcc does not take that standard from that compiler: the row that wants a newer one, or nullptr.
[[nodiscard]] const HostStandardRow* standard_obstacle(const Tables& tables, Version release, Compiler compiler,
                                                       CxxStandard standard) noexcept;

/// Whether the release's nvcc takes its host compiler from the variable NVCC_CCBIN; absent: not measured.
[[nodiscard]] std::optional<bool> heeds_ccbin_variable(const Tables& tables, Version release) noexcept;

}  // namespace cudastdenv
