// SPDX-License-Identifier: MIT
#include "core/text.hpp"

#include <algorithm>

namespace cudastdenv::inline CUDASTDENV_ABI {

std::vector<std::string_view> pieces_of(std::string_view text, char separator) {
    std::vector<std::string_view> pieces;
    while (!text.empty()) {
        const std::size_t end = std::min(text.find(separator), text.size());
        pieces.push_back(text.substr(0, end));
        text.remove_prefix(std::min(end + 1, text.size()));
    }
    return pieces;
}

std::string in_lower_case(std::string_view text) {
    std::string lower(text);
    std::ranges::transform(lower, lower.begin(), lower_case);
    return lower;
}

bool equal_in_any_case(std::string_view left, std::string_view right) noexcept {
    return std::ranges::equal(left, right, {}, lower_case, lower_case);
}

std::string_view trimmed(std::string_view text) noexcept {
    constexpr std::string_view blanks = " \t\r";
    const std::size_t first = text.find_first_not_of(blanks);
    if (first == text.npos) return {};
    return text.substr(first, text.find_last_not_of(blanks) - first + 1);
}

}  // namespace cudastdenv::inline CUDASTDENV_ABI
