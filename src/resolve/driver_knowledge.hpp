// SPDX-License-Identifier: MIT
#pragma once

/// Which CUDA releases and drivers go with a GPU.

#include "resolve/drivers.hpp"

namespace cudastdenv {

struct GpuSupport {
    GpuKnowledge drivers;                       ///< of no driver in particular
    const CapabilityRow* capability = nullptr;  ///< never absent
    /// The newest public releases of which programs run with the newest Linux driver that knows the GPU: with PTX too,
    /// and with machine code alone. Absent: not known; a Jetson's drivers come with its JetPack.
    const Release* newest_with_ptx = nullptr;
    const Release* newest_without_ptx = nullptr;
};

/// The capability of the GPU is one of the tables.
[[nodiscard]] GpuSupport support_of(const Tables& tables, Gpu gpu);

[[nodiscard]] bool is_windows(std::string_view system) noexcept;

/// Whether a driver is as new as a release. Absent: not known.
struct NativeVerdict {
    std::optional<bool> runs;
    std::optional<DriverMinimum> before;  ///< where it is not known: the minimum of the newest earlier release
};
[[nodiscard]] NativeVerdict judge_native(const Tables& tables, Version release, std::string_view system,
                                         DriverVersion driver) noexcept;

/// Which drivers compile the PTX of a release.
struct PtxVerdict {
    const PtxVersionRow* row = nullptr;
    std::optional<int> branch;  ///< the first one, which may be of an earlier CUDA version with the same PTX
    std::optional<bool> loads;
};
[[nodiscard]] PtxVerdict judge_ptx(const Tables& tables, Version release, DriverVersion driver) noexcept;

/// The newest row of the driver's branch that is not newer than the driver.
[[nodiscard]] const JetsonDriverRow* find_jetson_driver(const Tables& tables, DriverVersion driver) noexcept;

/// The branch that a driver is of, by the branches that the tables know: Windows has 572 and 573 for 570.
[[nodiscard]] int known_branch(const Tables& tables, DriverVersion driver) noexcept;

/// The newest driver branch that the tables know.
[[nodiscard]] int newest_branch(const Tables& tables) noexcept;

}  // namespace cudastdenv
