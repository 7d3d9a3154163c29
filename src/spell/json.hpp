#pragma once

#include <cudastdenv/flags.hpp>

#include <nlohmann/json_fwd.hpp>

namespace cudastdenv::spell {

/// The ten attributes under nixpkgs' names.
[[nodiscard]] nlohmann::ordered_json flags_json(const Flags& flags);

}  // namespace cudastdenv::spell
