// SPDX-License-Identifier: MIT
#pragma once

#include "resolve/releases.hpp"
#include "tables/gpu_names.hpp"

#include <string_view>
#include <vector>

namespace cudastdenv::asking {

/// Reads the name of the GPU of `covers`. Throws BadInput: a name that several GPUs of different capabilities have,
/// with each of them, or one that the tables do not know, with the nearest that they do.
[[nodiscard]] GpuFound read_gpu(const Tables& tables, std::string_view name);

/// Reads GPUs' names with commas between: `RTX 5090,H100`. Each is called by the name that the tables have for it.
/// Throws BadInput as read_gpu() does, and where there is none.
[[nodiscard]] std::vector<Gpu> read_gpu_list(const Tables& tables, std::string_view text);

/// Reads the capability of a GPU that was typed, baseline and known to the tables. Throws BadInput.
[[nodiscard]] Capability read_device(const Tables& tables, std::string_view text);

}  // namespace cudastdenv::asking
