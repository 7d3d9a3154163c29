#pragma once

#include <cudastdenv/version.hpp>

#include <optional>
#include <string_view>

namespace cudastdenv::machine {

/// The release that a toolkit's version.json names; absent where it is none.
[[nodiscard]] std::optional<Version> release_in_version_json(std::string_view text);

}  // namespace cudastdenv::machine
