// SPDX-License-Identifier: MIT
#pragma once

/// What was found on a machine, in a binary or a toolkit, as JSON. Each text ends with a newline.

#include "words/build_environment.hpp"

#include <span>
#include <string>

namespace cudastdenv::wire {

/// `{"variables": [{"name", "value", "why"}]}`; a value of null is a variable to unset. `reasons` may be nullptr.
[[nodiscard]] std::string assignments_json(std::span<const Assignment> assignments,
                                           const words::BuildEnvironmentReport* reasons);

}  // namespace cudastdenv::wire
