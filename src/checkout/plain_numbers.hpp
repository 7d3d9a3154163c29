// SPDX-License-Identifier: MIT
#pragma once

#include "core/text.hpp"

#include <cstddef>
#include <string>
#include <string_view>

namespace cudastdenv::nix {

/// `12.08` as `12.8`. Nix compares the numbers of versions, so to it these are the same.
[[nodiscard]] inline std::string without_leading_zeros(std::string_view numbers) {
    std::string plain;
    for (std::size_t i = 0; i < numbers.size(); ++i) {
        const bool begins_number = plain.empty() || plain.back() == '.';
        const bool goes_on = i + 1 < numbers.size() && is_digit(numbers[i + 1]);
        if (!(begins_number && goes_on && numbers[i] == '0')) plain += numbers[i];
    }
    return plain;
}

}  // namespace cudastdenv::nix
