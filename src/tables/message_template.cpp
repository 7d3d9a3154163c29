// SPDX-License-Identifier: MIT
#include "tables/message_template.hpp"

#include "core/lists.hpp"

namespace cudastdenv {

namespace {

using Placeholder = TemplatePart::Placeholder;

constexpr std::size_t good_anchor = 12;
constexpr std::size_t shortest_anchor = 5;
constexpr std::size_t shortest_anchor_before_number = 3;

/// Reads the text between the braces: `number`, `number:gccBound`.
std::optional<TemplatePart> read_hole_part(std::string_view text) {
    const std::size_t colon = text.find(':');
    const Placeholder placeholder = enumerator_named<Placeholder>(text.substr(0, colon)).value_or(Placeholder::none);
    const Fact fact = enumerator_named<Fact>(colon == text.npos ? "" : text.substr(colon + 1)).value_or(Fact::none);
    if (placeholder == Placeholder::none || (colon != text.npos && fact == Fact::none)) return std::nullopt;
    return TemplatePart{{}, placeholder, fact};
}

}  // namespace

std::optional<std::vector<TemplatePart>> parse_template(std::string_view text) {
    std::vector<TemplatePart> parts;
    while (!text.empty()) {
        const std::size_t open = std::min(text.find('{'), text.size());
        if (std::string literal = squeezed(text.substr(0, open)); !literal.empty())
            parts.push_back({std::move(literal), Placeholder::none, Fact::none});
        text.remove_prefix(open);
        if (text.empty()) break;
        const std::size_t close = text.find('}');
        if (close == text.npos) return std::nullopt;
        const std::optional<TemplatePart> placeholder = read_hole_part(text.substr(1, close - 1));
        if (!placeholder) return std::nullopt;
        parts.push_back(*placeholder);
        text.remove_prefix(close + 1);
    }
    const bool has_text =
        std::ranges::any_of(parts, [](const TemplatePart& part) { return part.placeholder == Placeholder::none; });
    return has_text ? std::optional(parts) : std::nullopt;
}

std::size_t anchor_part(const std::vector<TemplatePart>& parts) noexcept {
    const auto length = [](const TemplatePart& part) { return part.literal.size(); };
    const auto good = std::ranges::find_if(parts,
                                           [&](const TemplatePart& part) { return length(part) >= good_anchor; });
    const auto chosen = good != parts.end() ? good : std::ranges::max_element(parts, {}, length);
    return static_cast<std::size_t>(chosen - parts.begin());
}

bool can_be_found(const std::vector<TemplatePart>& parts) noexcept {
    const std::size_t anchor = anchor_part(parts), size = parts[anchor].literal.size();
    if (size >= shortest_anchor) return true;
    if (size < shortest_anchor_before_number || anchor + 1 == parts.size()) return false;
    return parts[anchor + 1].placeholder == Placeholder::number ||
           parts[anchor + 1].placeholder == Placeholder::version;
}

std::size_t dropped_character(std::string_view text) noexcept {
    constexpr std::array<std::string_view, 16> dropped{"\xc2\xa0",     "\xc2\xab",     "\xc2\xbb",     "\xe2\x80\x98",
                                                       "\xe2\x80\x99", "\xe2\x80\x9a", "\xe2\x80\x9b", "\xe2\x80\x9c",
                                                       "\xe2\x80\x9d", "\xe2\x80\x9e", "\xe2\x80\x9f", "\xe2\x80\xb9",
                                                       "\xe2\x80\xba", "\xe3\x80\x80", "\xef\xbb\xbf", "\xe2\x80\x8b"};
    for (const std::string_view character : dropped)
        if (text.starts_with(character)) return character.size();
    return 0;
}

char of_full_width(std::string_view text) noexcept {
    if (text.size() < 3 || text[0] != '\xef') return '\0';
    const auto second = static_cast<unsigned char>(text[1]), third = static_cast<unsigned char>(text[2]);
    if (second == 0xbc && third >= 0x81 && third <= 0xbf) return static_cast<char>(third - 0x81 + '!');
    if (second == 0xbd && third >= 0x80 && third <= 0x9e) return static_cast<char>(third - 0x80 + '`');
    return '\0';
}

std::string squeezed(std::string_view text) {
    std::string result;
    while (!text.empty()) {
        const bool is_ascii = static_cast<unsigned char>(text.front()) < 0x80;
        const std::size_t dropped = is_ascii ? 0 : dropped_character(text);
        const char wide = is_ascii ? '\0' : of_full_width(text);
        if (const char c = squeezed(wide != '\0' ? wide : text.front()); dropped == 0 && c != '\0') result += c;
        text.remove_prefix(wide != '\0' ? 3 : std::max<std::size_t>(dropped, 1));
    }
    return result;
}

}  // namespace cudastdenv
