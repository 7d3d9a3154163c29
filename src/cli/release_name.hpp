#pragma once

#include <cudastdenv/tables.hpp>

#include <string_view>

namespace cudastdenv::cli {

/// Reads a release that was typed: `12.8`, `12.8.1`, `cuda-12.8`, `cuda_12_8`, `cudaPackages_12_8`, `latest`.
/// Throws UsageError that names what would be right.
[[nodiscard]] const Release& read_release_name(const Tables& tables, std::string_view text);

}  // namespace cudastdenv::cli
