// SPDX-License-Identifier: MIT
#include "report/page.hpp"

#include <doctest/doctest.h>

#include <array>
#include <string>
#include <string_view>
#include <utility>

namespace cudastdenv::report {

namespace {

constexpr std::array<std::pair<std::string_view, char>, 4> entities{
    {{"&amp;", '&'}, {"&lt;", '<'}, {"&gt;", '>'}, {"&quot;", '"'}}};

/// The text that a browser shows, in an element and in a double-quoted attribute.
std::string unescaped(std::string_view text) {
    std::string result;
    while (!text.empty()) {
        std::size_t length = 1;
        char character = text.front();
        for (const auto& [entity, c] : entities)
            if (text.starts_with(entity)) {
                length = entity.size();
                character = c;
            }
        result += character;
        text.remove_prefix(length);
    }
    return result;
}

}  // namespace

TEST_CASE("escapes any text in elements and attributes") {
    std::string every;
    for (int c = 1; c < 256; ++c) every += static_cast<char>(c);
    for (const std::string& text : {every, std::string("\" onclick=\"x()"), std::string("</td><b>&amp;&quot;")}) {
        const std::string escaped = escape_html(text);
        CHECK(escaped.find_first_of("<>\"") == escaped.npos);
        CHECK(unescaped(escaped) == text);
    }
}

}  // namespace cudastdenv::report
