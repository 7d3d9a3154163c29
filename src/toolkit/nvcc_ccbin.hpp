// SPDX-License-Identifier: MIT
#pragma once

#include "findings/host.hpp"
#include "os/surroundings.hpp"

#include <filesystem>
#include <optional>

namespace cudastdenv::machine {

/// Whether the toolkit's nvcc heeds the variable NVCC_CCBIN: asked of it, with a dry run; absent: it gave no answer.
[[nodiscard]] std::optional<bool> heeds_nvcc_ccbin(const Surroundings& surroundings, const FoundToolkit& toolkit,
                                                   const std::filesystem::path& compiler);

}  // namespace cudastdenv::machine
