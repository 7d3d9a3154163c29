// SPDX-License-Identifier: MIT
#pragma once

#include "cli/options.hpp"

#include <filesystem>
#include <string_view>

namespace cudastdenv::cli {

/// `manifest --features FOLDER`: the feature manifest of one of NVIDIA's. `file` is only named in errors.
[[nodiscard]] int write_features(const ParsedOptions& options, const std::filesystem::path& file,
                                 std::string_view text);

}  // namespace cudastdenv::cli
