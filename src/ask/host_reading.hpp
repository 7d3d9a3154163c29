// SPDX-License-Identifier: MIT
#pragma once

#include "findings/host.hpp"

#include <nlohmann/json_fwd.hpp>

namespace cudastdenv::asking {

/// What `detect --json` printed, as a question about that machine needs it: system, toolkits, compilers, libraries,
/// driver and GPUs, and no notes. Throws BadInput where it is no such answer.
[[nodiscard]] Host read_host(const Tables& tables, const nlohmann::json& detected);

}  // namespace cudastdenv::asking
