// SPDX-License-Identifier: MIT
#pragma once

#include "resolve/gpu_support.hpp"

#include <string>
#include <string_view>
#include <vector>

namespace cudastdenv::words {

/// What `gpu` answers, together with what was asked.
struct GpuReport {
    std::string_view requested;       ///< as it was typed: `rtx4090`
    std::vector<GpuSupport> support;  ///< of each GPU that the name can mean; at least one
};

/// `RTX 4090: capability 8.9 (Ada)`; where the name stands for several: `GTX 750: capability 5.0 or 5.2, ...`
[[nodiscard]] std::string headline(const GpuReport& report);

/// `GeForce RTX 4090 (8.9)`, or the capability alone.
[[nodiscard]] std::string gpu_in_words(const Gpu& gpu);

/// Which releases' nvcc compile for it: `CUDA 8.0 to 12.9`, `CUDA 12.8 and later`
[[nodiscard]] std::string releases_in_words(const CapabilityRow& row);

/// How far one gets with it: the newest releases, and what PTX has to do with it.
[[nodiscard]] std::string newest_in_words(const GpuSupport& support);

}  // namespace cudastdenv::words
