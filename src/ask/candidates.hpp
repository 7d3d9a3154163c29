// SPDX-License-Identifier: MIT
#pragma once

#include "ask/command_options.hpp"

#include <cudastdenv/tables.hpp>

#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace cudastdenv::asking {

/// The option that a text without one is probably the value of, among `options` (`cuda`, `stdenv`, `gpu`): a release, a
/// compiler, an environment, a standard, a system, a capability, a driver, a GPU, a spelling. Empty: none of them.
[[nodiscard]] std::string_view option_meant(const Tables& tables, std::string_view text,
                                            std::span<const std::string_view> options);

/// Whether a text is one that the option takes, as far as option_meant() knows the option.
[[nodiscard]] bool is_value_of(const Tables& tables, std::string_view option, std::string_view text);

/// What an option can be given, for a person who types: each a whole value, of a list one entry. The newest or the
/// most usual first; none where it can be anything. `typed` is what stands there so far: the patch releases of 12.8 are
/// not among all releases, and are there for `12.8`.
[[nodiscard]] std::vector<std::string> candidates(const Tables& tables, const OptionSpec& option,
                                                  std::string_view typed);

}  // namespace cudastdenv::asking
