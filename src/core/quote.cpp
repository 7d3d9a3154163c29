// SPDX-License-Identifier: MIT
#include "core/quote.hpp"

#include <fmt/format.h>
#include <utf8cpp/utf8.h>

namespace cudastdenv {

namespace {

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

bool is_utf8(std::string_view text) noexcept { return utf8::is_valid(text.begin(), text.end()); }

std::string as_plain_text(std::string_view text) {
    std::string plain;
    plain.reserve(text.size());
    // C0 controls and bytes that are not UTF-8 become `\x1b`, other unsafe characters `\u202e`.
    for (auto at = text.begin(); at != text.end();) {
        auto copied = at;
        const auto invalid = utf8::find_invalid(at, text.end());
        while (at != invalid) {
            const auto character = at;
            const std::uint32_t code = utf8::unchecked::next(at);
            if (!is_unsafe_on_terminal(code)) continue;
            plain.append(copied, character);
            plain += code < 0x20 ? fmt::format("\\x{:02x}", code) : fmt::format("\\u{:04x}", code);
            copied = at;
        }
        plain.append(copied, invalid);
        if (at != text.end()) plain += fmt::format("\\x{:02x}", static_cast<unsigned char>(*at++));
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
