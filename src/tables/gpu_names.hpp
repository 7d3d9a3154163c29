// SPDX-License-Identifier: MIT
#pragma once

#include <cudastdenv/tables.hpp>

#include <optional>
#include <string_view>
#include <vector>

namespace cudastdenv {

struct GpuMeaning {
    std::vector<const GpuRow*> rows = {};       ///< that the name fits, in the order of the table
    std::optional<Capability> capability = {};  ///< of them all; absent: they differ, or there are none
    /// Where no row fits: names of rows, the nearest first, at most 5; each once.
    std::vector<std::string_view> nearest = {};
};

/// Which GPU a name means: a row's name, what nvidia-smi prints, or less (`rtx4090`, `4090`, `A100`).
/// Case, spaces, hyphens, `(R)` and the vendor don't count. A name that fits as it stands wins over one to which words
/// like GeForce, RTX, Ada or Edition have to be added; and memory size and form factor (`-SXM4-80GB`) are dropped from
/// its end only as far as it takes for the rest to fit. Anything may be passed: of control characters, other bytes
/// than ASCII and what is too long to be a name, it knows none.
[[nodiscard]] GpuMeaning find_gpu(const Tables& tables, std::string_view name);

}  // namespace cudastdenv
