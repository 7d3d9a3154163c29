#pragma once

#include <string>
#include <string_view>

namespace cudastdenv {

/// A text from outside as it may stand in an error line: quoted, at most 60 characters, control characters shown.
[[nodiscard]] inline std::string in_quotes(std::string_view text) {
    constexpr std::size_t longest = 60;
    constexpr std::string_view digits = "0123456789abcdef";
    std::string result = "'";
    for (const char c : text.substr(0, longest)) {
        const auto byte = static_cast<unsigned char>(c);
        if (byte >= 0x20 && byte != 0x7f) {
            result += c;
            continue;
        }
        result += "\\x";
        result += digits[byte >> 4];
        result += digits[byte & 15];
    }
    if (text.size() > longest) result += "...";
    return result + "'";
}

}  // namespace cudastdenv
