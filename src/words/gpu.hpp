// SPDX-License-Identifier: MIT
#pragma once

#include "resolve/drivers.hpp"

#include <cudastdenv/answers.hpp>

#include <span>
#include <string>
#include <string_view>

namespace cudastdenv::words {

/// Of the GPUs that a name can mean, at least one; `requested` is the name as it was typed, `rtx4090`.
[[nodiscard]] GpuAnswer gpu_answer(const Tables& tables, std::string_view requested, std::span<const Gpu> gpus);

/// `GeForce RTX 4090 (8.9)`, or the capability alone.
[[nodiscard]] std::string gpu_in_words(const Gpu& gpu);

/// Which releases' nvcc compile for it: `CUDA 8.0 to 12.9`, `CUDA 12.8 and later`
[[nodiscard]] std::string releases_in_words(const CapabilityRow& row);

}  // namespace cudastdenv::words
