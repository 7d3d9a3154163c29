// SPDX-License-Identifier: MIT
#include "core/text.hpp"

#include <numeric>

namespace cudastdenv {

bool is_one_of(std::string_view word, std::string_view words) {
    while (!words.empty()) {
        const std::size_t end = std::min(words.find(' '), words.size());
        if (equal_in_any_case(word, words.substr(0, end))) return true;
        words.remove_prefix(std::min(end + 1, words.size()));
    }
    return false;
}

std::vector<std::string_view> pieces_of(std::string_view text, char separator) {
    std::vector<std::string_view> pieces;
    while (!text.empty()) {
        const std::size_t end = std::min(text.find(separator), text.size());
        pieces.push_back(text.substr(0, end));
        text.remove_prefix(std::min(end + 1, text.size()));
    }
    return pieces;
}

std::vector<std::string_view> header_fields(std::string_view text, std::string_view key) {
    std::vector<std::string_view> fields;
    for (std::string_view line : lines_of(text)) {
        // A line of blanks continues the field before it: a license in METADATA.
        if (line.empty() || line == "\r") break;
        if (take_prefix(line, key) && take_prefix(line, ":")) fields.push_back(trimmed(line));
    }
    return fields;
}

void replace_all(std::string& text, std::string_view part, std::string_view by) {
    for (std::size_t at = text.find(part); at != text.npos; at = text.find(part, at + by.size()))
        text.replace(at, part.size(), by);
}

std::optional<std::string_view> rest_of_line(std::string_view text, std::string_view prefix) {
    for (std::string_view line : lines_of(text)) {
        line.remove_prefix(std::min(line.find_first_not_of(" \t"), line.size()));
        if (take_prefix(line, prefix)) return trimmed(line);
    }
    return std::nullopt;
}

bool is_before_by_number(std::string_view left, std::string_view right) noexcept {
    constexpr std::string_view digits = "0123456789";
    const auto take_digits = [&](std::string_view& text) {
        std::string_view number = text.substr(0, std::min(text.find_first_not_of(digits), text.size()));
        text.remove_prefix(number.size());
        number.remove_prefix(std::min(number.find_first_not_of('0'), number.size()));
        return number;
    };
    while (!left.empty() && !right.empty()) {
        if (is_digit(left.front()) && is_digit(right.front())) {
            const std::string_view one = take_digits(left), other = take_digits(right);
            if (one.size() != other.size()) return one.size() < other.size();
            if (one != other) return one < other;
        } else {
            if (left.front() != right.front()) return left.front() < right.front();
            left.remove_prefix(1);
            right.remove_prefix(1);
        }
    }
    return left.empty() && !right.empty();
}

std::string_view trimmed(std::string_view text) noexcept {
    constexpr std::string_view blanks = " \t\r\f\v";
    const std::size_t first = text.find_first_not_of(blanks);
    if (first == text.npos) return {};
    return text.substr(first, text.find_last_not_of(blanks) - first + 1);
}

std::size_t edit_distance(std::string_view left, std::string_view right) {
    std::vector<std::size_t> before(right.size() + 1), row(right.size() + 1), next(right.size() + 1);
    std::iota(row.begin(), row.end(), std::size_t{0});
    for (std::size_t i = 0; i < left.size(); ++i) {
        next[0] = i + 1;
        for (std::size_t j = 0; j < right.size(); ++j) {
            next[j + 1] = std::min({row[j + 1] + 1, next[j] + 1, row[j] + (left[i] == right[j] ? 0 : 1)});
            if (i > 0 && j > 0 && left[i] == right[j - 1] && left[i - 1] == right[j])
                next[j + 1] = std::min(next[j + 1], before[j - 1] + 1);
        }
        std::swap(before, row);
        std::swap(row, next);
    }
    return row.back();
}

}  // namespace cudastdenv
