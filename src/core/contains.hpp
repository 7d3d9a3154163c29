// SPDX-License-Identifier: MIT
#pragma once

#include <cudastdenv/export.hpp>

#include <algorithm>

namespace cudastdenv {

/// Whether a list holds a value, in no particular order.
template <class List, class Value>
[[nodiscard]] constexpr bool contains(const List& list, const Value& value) {
    return std::ranges::find(list, value) != std::ranges::end(list);
}

}  // namespace cudastdenv
