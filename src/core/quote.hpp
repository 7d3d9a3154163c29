#pragma once

#include <algorithm>
#include <string>
#include <string_view>

namespace cudastdenv {

/// Control characters shown as `\x1b`, so that a text from outside stays on its line and moves no cursor.
[[nodiscard]] inline std::string show_controls(std::string_view text) {
    constexpr std::string_view digits = "0123456789abcdef";
    std::string shown;
    shown.reserve(text.size());
    for (const char c : text) {
        const auto byte = static_cast<unsigned char>(c);
        if (byte >= 0x20 && byte != 0x7f) {
            shown += c;
            continue;
        }
        shown += "\\x";
        shown += digits[byte >> 4];
        shown += digits[byte & 15];
    }
    return shown;
}

/// A text from outside as it may stand in an error line: quoted, at most 60 bytes, control characters shown.
[[nodiscard]] inline std::string in_quotes(std::string_view text) {
    constexpr std::size_t longest = 60;
    std::size_t end = std::min(longest, text.size());
    const auto splits_character = [&] { return end < text.size() && (text[end] & 0xc0) == 0x80; };
    while (end > 0 && splits_character()) --end;
    return "'" + show_controls(text.substr(0, end)) + (end < text.size() ? "...'" : "'");
}

}  // namespace cudastdenv
