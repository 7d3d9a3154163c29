// SPDX-License-Identifier: MIT
#pragma once

#include "tables/lookup.hpp"

#include <string_view>
#include <vector>

namespace cudastdenv::asking {

/// Reads `7.5,9.0a,sm_100,Hopper`; whether a release knows them is not asked. The names point into `text`.
/// Throws BadInput: an empty list, or what is neither a capability nor the name of a microarchitecture.
[[nodiscard]] std::vector<ListedCapability> read_capability_list(const Tables& tables, std::string_view text);

}  // namespace cudastdenv::asking
