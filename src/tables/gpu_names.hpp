// SPDX-License-Identifier: MIT
#pragma once

#include <cudastdenv/tables.hpp>

#include <string_view>
#include <variant>
#include <vector>

namespace cudastdenv {

/// The rows that a name fits, in the order of the table: at least one, all of one capability.
struct GpuFound {
    Capability capability;
    std::vector<const GpuRow*> rows;
};

/// The rows that a name fits, in the order of the table, of different capabilities.
struct GpuAmbiguous {
    std::vector<const GpuRow*> rows;
};

/// No row fits.
struct GpuUnknown {
    std::vector<std::string_view> nearest;  ///< names of rows, the nearest first, at most 5; each once
};

using GpuMeaning = std::variant<GpuFound, GpuAmbiguous, GpuUnknown>;

/// Which GPU a name means: a row's name, what nvidia-smi prints, or less (`rtx4090`, `4090`, `A100`).
/// Case, spaces, hyphens, `(R)` and the vendor don't count. A name that fits as it stands wins over one to which words
/// like GeForce, RTX, Ada or Edition have to be added; and memory size and form factor (`-SXM4-80GB`) are dropped from
/// its end only as far as it takes for the rest to fit. Anything may be passed: of control characters, other bytes
/// than ASCII and what is too long to be a name, it knows none.
[[nodiscard]] GpuMeaning find_gpu(const Tables& tables, std::string_view name);

}  // namespace cudastdenv
