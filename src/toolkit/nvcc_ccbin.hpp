// SPDX-License-Identifier: MIT
#pragma once

#include "findings/host.hpp"
#include "os/surroundings.hpp"

#include <cudastdenv/version.hpp>

#include <filesystem>
#include <optional>

namespace cudastdenv::machine {

/// Whether the toolkit's nvcc heeds the variable NVCC_CCBIN: asked of it, with a dry run; absent: it gave no answer.
/// nvcc 11.8.89 and 12.4.131 don't know it, 13.0.48 and later do; in between it was not to be seen.
[[nodiscard]] std::optional<bool> heeds_nvcc_ccbin(const Surroundings& surroundings, const FoundToolkit& toolkit,
                                                   const std::filesystem::path& compiler);

/// The last release whose nvcc is known not to heed it.
inline constexpr Version last_without_nvcc_ccbin{12, 4, 1};
/// The first release whose nvcc is known to heed it.
inline constexpr Version first_to_heed_nvcc_ccbin{13, 0, 0};

}  // namespace cudastdenv::machine
