// SPDX-License-Identifier: MIT
#pragma once

#include <cudastdenv/export.hpp>

#include <cstddef>
#include <string_view>

namespace cudastdenv {

/// How many letters have to be changed, added, left out or swapped with their neighbour to make one text of the other;
/// no letter is touched twice.
[[nodiscard]] std::size_t edit_distance(std::string_view left, std::string_view right);

}  // namespace cudastdenv
