// SPDX-License-Identifier: MIT
#pragma once

#include <cudastdenv/tables.hpp>

#include <span>
#include <string_view>

namespace cudastdenv::asking {

/// The option that a text without one is probably the value of, among `options` (`cuda`, `stdenv`, `gpu`): a release, a
/// compiler, an environment, a standard, a system, a capability, a driver, a GPU, a spelling. Empty: none of them.
[[nodiscard]] std::string_view option_meant(const Tables& tables, std::string_view text,
                                            std::span<const std::string_view> options);

/// Whether a text is one that the option takes, as far as option_meant() knows the option.
[[nodiscard]] bool is_value_of(const Tables& tables, std::string_view option, std::string_view text);

}  // namespace cudastdenv::asking
