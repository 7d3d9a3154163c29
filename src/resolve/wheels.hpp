// SPDX-License-Identifier: MIT
#pragma once

/// Which builds of a Python package match a question, and whether each runs on a GPU with a driver. The code of a build
/// is that of its row, never nvcc's range; an unknown list or CUDA release makes the result unknown, unless other code
/// decides.

#include "resolve/drivers.hpp"
#include "resolve/wheel_name.hpp"
#include "tables/lookup.hpp"

namespace cudastdenv {

/// Versions between two, inclusive. They need not exist.
struct PackageRange {
    PackageVersion first;
    PackageVersion last;

    [[nodiscard]] bool contains(PackageVersion version) const noexcept { return first <= version && version <= last; }
    [[nodiscard]] bool is_one() const noexcept { return first == last; }
};

/// The versions that a text means: `2.9` all of 2.9, `2.9.0` itself. Absent if it is no version.
[[nodiscard]] std::optional<PackageRange> package_range(std::string_view text) noexcept;

/// A project as people name it: `torch`, `PyTorch`, `flash_attn`, `cupy-cuda12x`, `jax[cuda12]`.
struct NamedProject {
    const WheelProjectRow* row = nullptr;
    std::string_view install = {};  ///< the package, or its name for pip, in a row; empty: any of the project
};

/// Ignores case, and the difference of `_`, `.` and `-`. Absent: no project in the tables.
[[nodiscard]] std::optional<NamedProject> find_wheel_project(const Tables& tables, std::string_view name);

/// Conditions on builds, and where they have to run.
struct WheelQuestion {
    NamedProject project;
    std::optional<PackageRange> versions = {};     ///< absent: any
    std::optional<std::string_view> variant = {};  ///< `cu128`; absent: any
    std::optional<std::string_view> channel = {};  ///< of conda; absent: wheels
    std::optional<Version> python = {};            ///< absent: any
    std::optional<Version> cuda = {};              ///< of the build; an unknown one does not match
    std::string_view system = Request{}.system;    ///< Nix system
    std::vector<Gpu> gpus = {};                    ///< it must run on each; empty: nothing is judged
    std::optional<DriverVersion> driver = {};      ///< absent: as new as needed
};

/// A build in one version, judged for the GPUs of a question.
struct WheelBuild {
    const WheelBuildRow* row = nullptr;
    PackageVersion version;
    std::vector<DeviceCoverage> devices = {};  ///< one for each GPU of the question
    std::optional<bool> runs = {};             ///< on each of them; absent: unknown, or no GPU in the question

    /// The GPU that decides: one on which it does not run, if there is one. nullptr: nothing is judged.
    [[nodiscard]] const DeviceCoverage* deciding() const noexcept;
};

/// The Nix systems that the tables have wheels for.
inline constexpr std::array<std::pair<WheelSystem, std::string_view>, 3> wheel_systems{{
    {WheelSystem::linux_x86_64, Request{}.system},
    {WheelSystem::linux_aarch64, jetson_system},
    {WheelSystem::windows_x86_64, windows_system},
}};

/// The system in wheels' names; absent: the tables have no wheels for that Nix system.
[[nodiscard]] std::optional<WheelSystem> wheel_system(std::string_view nix_system) noexcept;

/// The channel of conda that has builds of the project; absent: none.
[[nodiscard]] std::optional<std::string_view> conda_channel(const Tables& tables,
                                                            const WheelProjectRow& project) noexcept;

/// Whether the row is of the package and variant of the question, and for its system, Python and CUDA.
[[nodiscard]] bool matches(const WheelBuildRow& row, const WheelQuestion& question);

/// The newest known version of the row that the question names; absent: none. A version that is named in full counts as
/// known.
[[nodiscard]] std::optional<PackageVersion> newest_version(const Tables& tables, const WheelBuildRow& row,
                                                           const std::optional<PackageRange>& asked);

/// The builds that match, each in its newest version, in order of preference: the newest version first, in one version
/// those that run, by machine code before PTX, from PyPI before the project's index, then the newest CUDA release.
[[nodiscard]] std::vector<WheelBuild> find_builds(const Tables& tables, const WheelQuestion& question);

/// The newest build that runs; nullptr: none is known to.
[[nodiscard]] const WheelBuild* best_build(std::span<const WheelBuild> builds) noexcept;

/// Whether a build runs: one of them does. Absent: unknown, or nothing is judged.
[[nodiscard]] std::optional<bool> one_runs(std::span<const WheelBuild> builds) noexcept;

/// The newest build whose code fits the GPU, with a driver of which that is unknown; nullptr: none.
[[nodiscard]] const WheelBuild* likely_build(std::span<const WheelBuild> builds) noexcept;

/// The oldest driver that runs the machine code of the build, or compiles its PTX, and supports the GPUs; absent: it
/// has no code, or the CUDA release is unknown.
[[nodiscard]] std::optional<DriverVersion> needed_driver(const Tables& tables, const WheelBuildRow& row,
                                                         const WheelQuestion& question,
                                                         CodeForm how = CodeForm::machine_code);

/// Whether a version satisfies a requirement: `torch>=2.2,<3`.
[[nodiscard]] bool satisfies(PackageVersion version, std::string_view requirement) noexcept;

/// The row of that version; nullptr: unknown.
[[nodiscard]] const WheelCompanionRow* requirements_of(const Tables& tables, std::string_view project,
                                                       PackageVersion version) noexcept;

/// Versions of other projects that fit one version of a package: of each the newest known. Old versions that allow any
/// newer one were not made for it, and are left out.
[[nodiscard]] std::vector<const WheelCompanionRow*> companions_of(const Tables& tables, std::string_view package,
                                                                  PackageVersion version);

}  // namespace cudastdenv
