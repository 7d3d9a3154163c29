// SPDX-License-Identifier: MIT
#pragma once

#include "core/std.hpp"

#include <charconv>
#include <system_error>

namespace cudastdenv {

/// Removes `prefix` from the front of `text`; returns false and changes nothing if it does not start with it.
inline bool take_prefix(std::string_view& text, std::string_view prefix) noexcept {
    if (!text.starts_with(prefix)) return false;
    text.remove_prefix(prefix.size());
    return true;
}

inline bool take_suffix(std::string_view& text, std::string_view suffix) noexcept {
    if (!text.ends_with(suffix)) return false;
    text.remove_suffix(suffix.size());
    return true;
}

/// Removes a decimal number of at most `max_digits` digits, without leading zeros, from the front of `text`.
inline std::optional<int> take_number(std::string_view& text, std::size_t max_digits) noexcept {
    std::size_t digits = 0;
    while (digits < text.size() && text[digits] >= '0' && text[digits] <= '9') ++digits;
    if (digits == 0 || digits > max_digits || (digits > 1 && text[0] == '0')) return std::nullopt;
    int value = 0;
    std::from_chars(text.data(), text.data() + digits, value);
    text.remove_prefix(digits);
    return value;
}

/// The text as a whole number; absent if it is not a number or too large.
template <class Number = int>
[[nodiscard]] std::optional<Number> whole_number(std::string_view text) noexcept {
    Number value = 0;
    const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), value);
    return error == std::errc() && end == text.data() + text.size() ? std::optional(value) : std::nullopt;
}

/// ASCII only, in any locale.
[[nodiscard]] constexpr bool is_digit(char c) noexcept { return c >= '0' && c <= '9'; }
[[nodiscard]] constexpr bool is_letter(char c) noexcept { return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z'); }
[[nodiscard]] constexpr bool is_letter_or_digit(char c) noexcept { return is_letter(c) || is_digit(c); }
[[nodiscard]] constexpr char lower_case(char c) noexcept {
    return c >= 'A' && c <= 'Z' ? static_cast<char>(c - 'A' + 'a') : c;
}
[[nodiscard]] inline std::string in_lower_case(std::string_view text) {
    std::string lower(text);
    std::ranges::transform(lower, lower.begin(), lower_case);
    return lower;
}

[[nodiscard]] constexpr char upper_case(char c) noexcept {
    return c >= 'a' && c <= 'z' ? static_cast<char>(c - 'a' + 'A') : c;
}
[[nodiscard]] inline std::string in_upper_case(std::string_view text) {
    std::string upper(text);
    std::ranges::transform(upper, upper.begin(), upper_case);
    return upper;
}

/// Whether the text contains the other one, ignoring case.
[[nodiscard]] inline bool has_in_any_case(std::string_view text, std::string_view part) {
    return in_lower_case(text).find(in_lower_case(part)) != std::string::npos;
}
[[nodiscard]] inline bool equal_in_any_case(std::string_view left, std::string_view right) noexcept {
    return std::ranges::equal(left, right, {}, lower_case, lower_case);
}

/// Whether the text has that form, in which each `d` means a digit: `dddd-dd-dd`.
[[nodiscard]] inline bool has_form(std::string_view text, std::string_view form) noexcept {
    return std::ranges::equal(text, form,
                              [](char c, char wanted) { return wanted == 'd' ? is_digit(c) : c == wanted; });
}

/// `a.cu` of `src/a.cu`
[[nodiscard]] constexpr std::string_view without_directory(std::string_view path) noexcept {
    return path.substr(path.rfind('/') + 1);  // npos + 1 is 0
}

/// Replaces each occurrence of a part.
void replace_all(std::string& text, std::string_view part, std::string_view by);

/// The parts between the separators, without an empty last one.
[[nodiscard]] std::vector<std::string_view> pieces_of(std::string_view text, char separator);
/// Whether a word is one of those, which one space separates, in any case.
[[nodiscard]] bool is_one_of(std::string_view word, std::string_view words);

/// The lines of a text, without line ends.
[[nodiscard]] inline std::vector<std::string_view> lines_of(std::string_view text) { return pieces_of(text, '\n'); }

/// The rest of the first line that begins with the prefix, after blanks, trimmed; absent if no line does.
[[nodiscard]] std::optional<std::string_view> rest_of_line(std::string_view text, std::string_view prefix);

/// The values of each `key: ` in a file like METADATA or control, up to its first empty line.
[[nodiscard]] std::vector<std::string_view> header_fields(std::string_view text, std::string_view key);
/// The first of them; may be empty.
[[nodiscard]] inline std::string_view header_field(std::string_view text, std::string_view key) {
    const std::vector<std::string_view> fields = header_fields(text, key);
    return fields.empty() ? std::string_view() : fields.front();
}

/// Order by letters, and by value for numbers: `a-9`, `a-10`, `a-b`.
[[nodiscard]] bool is_before_by_number(std::string_view left, std::string_view right) noexcept;

/// The dotted numbers at the front of a text: `14.0.0` of `14.0.0-1ubuntu1.1`; may be empty.
[[nodiscard]] inline std::string_view leading_version(std::string_view text) noexcept {
    std::string_view version = text.substr(0, std::min(text.find_first_not_of("0123456789."), text.size()));
    while (version.ends_with('.')) version.remove_suffix(1);
    return version;
}

/// The text without spaces, tabs, carriage returns, form feeds and vertical tabs at both ends.
[[nodiscard]] std::string_view trimmed(std::string_view text) noexcept;

/// Absent if the text is empty.
[[nodiscard]] inline std::optional<std::string_view> some_text(std::string_view text) {
    return text.empty() ? std::nullopt : std::optional(text);
}

/// The number of letters to change, add, remove or swap with a neighbour to turn one text into the other; each at most
/// once.
[[nodiscard]] std::size_t edit_distance(std::string_view left, std::string_view right);

}  // namespace cudastdenv
