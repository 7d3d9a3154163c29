// SPDX-License-Identifier: MIT
#pragma once

#include "core/quote.hpp"

#include <span>
#include <string>
#include <string_view>

namespace cudastdenv::asking {

/// The choice that is closest to `typed`, if any is close enough to be a slip of the fingers; else empty.
[[nodiscard]] std::string_view closest(std::string_view typed, std::span<const std::string_view> choices);

/// `: did you mean 'resolve'?`, or `; there are a, b and c` where nothing is close.
[[nodiscard]] std::string suggestion(std::string_view typed, std::span<const std::string_view> choices);

}  // namespace cudastdenv::asking
