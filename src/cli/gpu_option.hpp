#pragma once

#include <cudastdenv/gpu_names.hpp>

#include <string_view>

namespace cudastdenv::cli {

/// Reads the name of a GPU that was typed. Throws UsageError: a name that several GPUs of different capabilities have,
/// with each of them, or one that the tables do not know, with the nearest that they do.
[[nodiscard]] GpuFound read_gpu(const Tables& tables, std::string_view name);

/// Reads the capability of a GPU that was typed, baseline and known to the tables. Throws UsageError.
[[nodiscard]] Capability read_device(const Tables& tables, std::string_view text);

}  // namespace cudastdenv::cli
