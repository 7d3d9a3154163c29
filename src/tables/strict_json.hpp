// SPDX-License-Identifier: MIT
#pragma once

#include <cudastdenv/export.hpp>

#include <nlohmann/json_fwd.hpp>

#include <filesystem>
#include <string_view>

namespace cudastdenv {

/// Parses JSON. Throws DataError, which names `file`, also for what JSON allows and no file of ours has: nesting
/// deeper than `deepest`, and the same key twice in one record.
[[nodiscard]] nlohmann::json parse_strict_json(const std::filesystem::path& file, std::string_view text, int deepest);

}  // namespace cudastdenv
