// SPDX-License-Identifier: MIT
#pragma once

/// Which Jetsons run programs of which releases: by the CUDA of a JetPack, by NVIDIA's upgrade package for it, or
/// never.

#include "resolve/drivers.hpp"
#include "tables/lookup.hpp"

namespace cudastdenv {

/// How a JetPack runs programs of a release; the best is the last.
enum class JetpackSupport : std::uint8_t {
    none,
    unknown,
    package,  ///< with the upgrade package of the release
    native,
};

/// A JetPack, and how it runs a release.
struct JetpackOf {
    JetpackSupport support = JetpackSupport::none;
    const JetpackRow* row = nullptr;  ///< nullptr: none
};

/// The only system that the GPU is part of; empty: several.
[[nodiscard]] std::string_view host_system(const Tables& tables, const Gpu& gpu) noexcept;

/// The only system that each of some GPUs is part of; empty: several, or no GPUs.
[[nodiscard]] std::string_view host_system(const Tables& tables, std::span<const Gpu> gpus) noexcept;

/// The system that a question implies: that of its GPUs. Without GPUs, that of Jetsons if all its capabilities are
/// theirs, or, without capabilities too, if its driver is. Empty: none.
[[nodiscard]] std::string_view implied_system(const Tables& tables, std::span<const Gpu> gpus,
                                              std::span<const Capability> capabilities,
                                              const std::optional<DriverVersion>& driver) noexcept;

/// The JetPacks of a JetPack's environment; empty: another environment.
[[nodiscard]] std::span<const JetpackRow> jetpacks_in(const Tables& tables, std::string_view environment) noexcept;

[[nodiscard]] inline std::span<const JetpackRow> jetpacks_in(const Tables& tables,
                                                             const EnvironmentRow* environment) noexcept {
    return environment ? jetpacks_in(tables, environment->id) : std::span<const JetpackRow>();
}

/// The JetPacks that a request is limited to; empty: not limited.
[[nodiscard]] inline std::span<const JetpackRow> jetpacks_of(const Request& request) noexcept {
    const bool is_limited = request.system == jetson_system && !request.nixpkgs_exact;
    return is_limited ? request.stdenv.jetpacks : std::span<const JetpackRow>();
}

/// Whether the JetPack is for that GPU, by its number in the release. A capability, or a product that no JetPack
/// names, means every Jetson with the number.
[[nodiscard]] bool is_for(const Tables& tables, const JetpackRow& jetpack, const Gpu& gpu, Version release) noexcept;

/// How the JetPack runs the release on that GPU.
[[nodiscard]] JetpackSupport support_in(const Tables& tables, const JetpackRow& jetpack, const Gpu& gpu,
                                        Version release) noexcept;

/// The first of the JetPacks with the best support. Empty: of all.
[[nodiscard]] JetpackOf best_jetpack(const Tables& tables, std::span<const JetpackRow> jetpacks, const Gpu& gpu,
                                     Version release) noexcept;

/// How one of the JetPacks runs the release on one of its Jetsons, if that has a toolkit of the release.
[[nodiscard]] JetpackSupport best_offer(const Tables& tables, std::span<const JetpackRow> jetpacks,
                                        Version release) noexcept;

/// The capabilities of the JetPacks' Jetsons for which they have the release, of one platform, ascending.
[[nodiscard]] std::vector<Capability> capabilities_of(const Tables& tables, std::span<const JetpackRow> jetpacks,
                                                      Version release);

/// Whether the JetPacks' Jetsons have the release of Arm servers, so that packages for servers run on them.
[[nodiscard]] bool has_server_platform(const Tables& tables, std::span<const JetpackRow> jetpacks, Version release);

/// The minor releases that run on the GPU with some of the JetPacks, ascending. Empty: of all.
[[nodiscard]] std::vector<Version> releases_on(const Tables& tables, std::span<const JetpackRow> jetpacks,
                                               const Gpu& gpu);

/// `CUDA 11.4, 11.8 to 12.2`; empty without releases.
[[nodiscard]] std::string format_minors(const Tables& tables, std::span<const Version> minors);

/// Whether only Jetsons are the problem: nvcc builds for the capability, and no JetPack runs the release.
[[nodiscard]] inline bool is_of_jetpacks(const Diagnostic& problem) noexcept {
    return problem.id == "jetpack-lacks-release";
}

/// A diagnostic that no JetPack, or none of those, runs the release on that GPU. Absent: one does or may, or the GPU is
/// not a Jetson's.
[[nodiscard]] std::optional<Diagnostic> jetpack_obstacle(const Tables& tables, std::span<const JetpackRow> jetpacks,
                                                         const Gpu& gpu, Version release);

}  // namespace cudastdenv
