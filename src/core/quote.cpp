// SPDX-License-Identifier: MIT
#include "core/quote.hpp"

#include <fmt/format.h>

#include <bit>

namespace cudastdenv {

namespace {

struct Character {
    std::uint32_t code = 0;
    std::size_t bytes = 0;  ///< 0: not UTF-8
};

/// The first character of a text that is not empty. Unicode, table 3-7 (well-formed UTF-8).
Character first_character(std::string_view text) noexcept {
    const auto byte = [&](std::size_t i) { return static_cast<unsigned char>(text[i]); };
    if (byte(0) < 0x80) return {byte(0), 1};
    const auto bytes = static_cast<std::size_t>(std::countl_one(byte(0)));
    if (bytes < 2 || bytes > 4 || text.size() < bytes) return {};
    std::uint32_t code = byte(0) & (0xffU >> (bytes + 1));
    for (std::size_t i = 1; i < bytes; ++i) {
        if ((byte(i) & 0xc0) != 0x80) return {};
        code = code << 6 | (byte(i) & 0x3fU);
    }
    constexpr std::array<std::uint32_t, 5> smallest{0, 0, 0x80, 0x800, 0x10000};
    const bool surrogate = code >= 0xd800 && code <= 0xdfff;
    if (code < smallest[bytes] || code > 0x10ffff || surrogate) return {};
    return {code, bytes};
}

/// Whether the character could control the terminal, break the line or reorder the text: C0 and C1 controls, line and
/// paragraph separators, Unicode's Bidi_Control, and the byte order mark.
bool is_unsafe_on_terminal(std::uint32_t code) noexcept {
    constexpr std::array<std::pair<std::uint32_t, std::uint32_t>, 7> ranges{{{0, 0x1f},
                                                                             {0x7f, 0x9f},
                                                                             {0x61c, 0x61c},
                                                                             {0x200e, 0x200f},
                                                                             {0x2028, 0x202e},
                                                                             {0x2066, 0x2069},
                                                                             {0xfeff, 0xfeff}}};
    return std::ranges::any_of(ranges, [&](const auto& range) { return code >= range.first && code <= range.second; });
}

}  // namespace

bool is_utf8(std::string_view text) noexcept {
    while (!text.empty()) {
        const std::size_t bytes = first_character(text).bytes;
        if (bytes == 0) return false;
        text.remove_prefix(bytes);
    }
    return true;
}

std::string as_plain_text(std::string_view text) {
    std::string plain;
    plain.reserve(text.size());
    while (!text.empty()) {
        const auto [code, bytes] = first_character(text);
        const bool is_invalid_utf8 = bytes == 0;
        const std::size_t taken = is_invalid_utf8 ? 1 : bytes;
        // C0 controls and bytes that are not UTF-8 become `\x1b`, other unsafe characters `\u202e`.
        if (is_invalid_utf8 || code < 0x20) plain += fmt::format("\\x{:02x}", static_cast<unsigned char>(text.front()));
        else if (is_unsafe_on_terminal(code)) plain += fmt::format("\\u{:04x}", code);
        else plain += text.substr(0, taken);
        text.remove_prefix(taken);
    }
    return plain;
}

std::string with_backslashes(std::string_view text, std::string_view special) {
    std::string escaped;
    for (const char c : text) {
        if (special.find(c) != special.npos) escaped += '\\';
        escaped += c;
    }
    return escaped;
}

std::string shell_quoted(std::string_view text) {
    std::string quoted = "'";
    for (const char c : text) quoted += c == '\'' ? std::string("'\\''") : std::string(1, c);
    return quoted + "'";
}

std::string shell_word(std::string_view text) {
    // Independent of the locale: any other character is quoted. A tilde, or an equals sign in front, has a meaning.
    constexpr std::string_view plain = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789_+-./:,@%";
    return !text.empty() && text.find_first_not_of(plain) == text.npos ? std::string(text) : shell_quoted(text);
}

std::optional<std::string> cmd_quoted(std::string_view text) {
    // cmd.exe expands %NAME% within quotes too, and !NAME! with delayed expansion; `call` doubles a ^. In front of the
    // closing mark, a backslash makes it a part of the text.
    const bool has_meaning = text.find_first_of("%!^\"") != text.npos || text.ends_with('\\');
    if (has_meaning || !is_plain_text(text)) return std::nullopt;
    return fmt::format("\"{}\"", text);
}

std::optional<std::string> cmd_word(std::string_view text) {
    // A batch file splits its arguments at commas and semicolons too.
    constexpr std::string_view plain = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789_+-./:=@\\";
    return !text.empty() && text.find_first_not_of(plain) == text.npos ? std::string(text) : cmd_quoted(text);
}

std::string_view first_bytes(std::string_view text, std::size_t most) noexcept {
    if (text.size() <= most) return text;
    const auto continues = [&] { return (static_cast<unsigned char>(text[most]) & 0xc0) == 0x80; };
    while (most > 0 && continues()) --most;
    return text.substr(0, most);
}

std::string in_quotes(std::string_view text) {
    constexpr std::size_t longest = 60;
    const std::string_view start = first_bytes(text, longest);
    return "'" + as_plain_text(start) + (start.size() < text.size() ? "...'" : "'");
}

}  // namespace cudastdenv
