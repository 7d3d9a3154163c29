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

}  // namespace cudastdenv
