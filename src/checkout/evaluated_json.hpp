// SPDX-License-Identifier: MIT
#pragma once

#include <nlohmann/json.hpp>

#include <filesystem>
#include <string_view>

namespace cudastdenv::nix {

/// What Nix printed for a file. Throws DataError, which names the file, where that is no JSON.
[[nodiscard]] nlohmann::json parse_evaluated(const std::filesystem::path& file, std::string_view text);

}  // namespace cudastdenv::nix
