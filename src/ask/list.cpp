// SPDX-License-Identifier: MIT
#include "ask/list.hpp"

#include "ask/bad_input.hpp"
#include "core/quote.hpp"
#include "core/text.hpp"

#include <fmt/format.h>

namespace cudastdenv::asking {

namespace {

constexpr std::string_view separators = ",;";

/// Quotes that a shell did not take off.
std::string_view without_quotes(std::string_view text) {
    text = trimmed(text);
    for (const char quote : {'"', '\''})
        if (text.size() > 1 && text.front() == quote && text.back() == quote) return text.substr(1, text.size() - 2);
    return text;
}

}  // namespace

std::vector<std::string_view> split_list(std::string_view text) {
    std::vector<std::string_view> parts;
    text = without_quotes(text);
    if (text.empty()) return parts;
    for (;;) {
        const std::size_t end = text.find_first_of(separators);
        parts.push_back(trimmed(text.substr(0, end)));
        if (end == text.npos) return parts;
        text.remove_prefix(end + 1);
    }
}

std::vector<std::string_view> split_words(std::string_view text) {
    std::vector<std::string_view> words;
    for (const std::string_view part : split_list(text)) {
        std::string_view rest = part;
        do {
            const std::size_t end = rest.find_first_of(" \t");
            words.push_back(rest.substr(0, end));
            rest = end == rest.npos ? "" : trimmed(rest.substr(end));
        } while (!rest.empty());
    }
    return words;
}

std::string joined_list(const std::vector<std::string>& entries, std::string_view what) {
    std::string joined;
    for (const std::string& entry : entries) {
        if (entry.find_first_of(separators) != entry.npos)
            throw BadInput(InputError::malformed,
                           fmt::format("{} is a list; give each entry of {} by itself", in_quotes(entry), what));
        joined += (joined.empty() ? "" : ",") + entry;
    }
    return joined;
}

}  // namespace cudastdenv::asking
