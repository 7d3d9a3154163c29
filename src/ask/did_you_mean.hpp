// SPDX-License-Identifier: MIT
#pragma once

#include "core/quote.hpp"

#include <cstddef>
#include <span>
#include <string>
#include <string_view>

namespace cudastdenv::asking {

/// The choice that is closest to `typed`, if any is close enough to be a slip of the fingers; else empty.
[[nodiscard]] std::string_view closest(std::string_view typed, std::span<const std::string_view> choices);

/// `: cuDNN has releases of its own, which these tables are not about`, where the text names a library of which people
/// ask here, and of which nothing is known; else empty.
[[nodiscard]] std::string out_of_scope(std::string_view typed);

/// What out_of_scope() says; `: did you mean 'resolve'?`; or `; there are a, b and c` where nothing is close.
[[nodiscard]] std::string suggestion(std::string_view typed, std::span<const std::string_view> choices);

/// The one of these that `typed` is. Throws BadInput, which calls it an unknown `what`.
[[nodiscard]] std::size_t read_choice(std::string_view what, const std::string& typed,
                                      std::span<const std::string_view> choices);

}  // namespace cudastdenv::asking
