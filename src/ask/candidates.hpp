// SPDX-License-Identifier: MIT
#pragma once

#include "ask/command_options.hpp"

#include <cudastdenv/tables.hpp>

#include <string>
#include <string_view>
#include <vector>

namespace cudastdenv::asking {

/// What an option can be given, for a person who types: each a whole value, of a list one entry. The newest or the
/// most usual first; none where it can be anything. `typed` is what stands there so far: the patch releases of 12.8 are
/// not among all releases, and are there for `12.8`.
[[nodiscard]] std::vector<std::string> candidates(const Tables& tables, const OptionSpec& option,
                                                  std::string_view typed);

}  // namespace cudastdenv::asking
