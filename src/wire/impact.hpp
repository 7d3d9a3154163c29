// SPDX-License-Identifier: MIT
#pragma once

#include "words/impact.hpp"

#include <string>

namespace cudastdenv::wire {

/// `nix impact`; ends with a newline.
[[nodiscard]] std::string impact_json(const words::ImpactReport& report);

}  // namespace cudastdenv::wire
