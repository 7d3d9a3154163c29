// SPDX-License-Identifier: MIT
#include "report/page.hpp"

#include "show.hpp"

#include <algorithm>

namespace cudastdenv::report {

namespace {

std::vector<std::string> split(std::string_view text, char separator) {
    std::vector<std::string> parts(1);
    for (const char c : text) {
        if (c == separator) parts.emplace_back();
        else parts.back() += c;
    }
    return parts;
}

}  // namespace

TEST_CASE("wraps text at spaces") {
    CHECK(wrap("", 10, 0, 0).empty());
    CHECK(wrap("one two", 7, 0, 0) == "one two");
    CHECK(wrap("one two", 6, 0, 0) == "one\ntwo");
    CHECK(wrap("one two three", 10, 2, 0) == "one two\n  three");
    CHECK(wrap("one two", 10, 2, 3) == "one two");
    CHECK(wrap("one two", 10, 2, 4) == "one\n  two");
    CHECK(wrap("no-space-to-break-at", 5, 2, 0) == "no-space-to-break-at");
    CHECK(wrap("a no-space-to-break-at b", 5, 1, 0) == "a\n no-space-to-break-at\n b");
}

TEST_CASE("wrapping keeps the words and makes no line longer than needed") {
    const std::string text =
        "a bb ccc dddd eeeee ffffff ggggggg hhhhhhhh iiiiiiiii jjjjjjjjjj k l m nn oooooooooooooooo p";
    for (std::size_t width = 0; width <= text.size() + 2; ++width)
        for (const std::size_t indent : {std::size_t{0}, std::size_t{1}, std::size_t{4}, std::size_t{30}})
            for (const std::size_t used : {std::size_t{0}, std::size_t{3}, std::size_t{20}}) {
                CAPTURE(width);
                CAPTURE(indent);
                CAPTURE(used);
                const std::vector<std::string> lines = split(wrap(text, width, indent, used), '\n');
                std::string joined;
                for (std::size_t i = 0; i < lines.size(); ++i) {
                    const std::size_t margin = i == 0 ? 0 : indent;
                    REQUIRE(lines[i].size() >= margin);
                    CHECK(lines[i].find_first_not_of(' ') == margin);
                    const std::string words = lines[i].substr(margin);
                    const std::size_t column = i == 0 ? used : indent;
                    if (words.find(' ') != words.npos) CHECK(column + words.size() <= width);
                    joined += (i == 0 ? "" : " ") + words;
                    // The first word of the next line would not have fitted.
                    if (i + 1 < lines.size()) {
                        const std::string next = lines[i + 1].substr(indent);
                        CHECK(column + words.size() + 1 + next.substr(0, next.find(' ')).size() > width);
                    }
                }
                CHECK(joined == text);
            }
}

TEST_CASE("writes colour only if requested") {
    const Style plain{.colour = false};
    const Style coloured{.colour = true};
    for (const auto paint : {&Style::strong, &Style::faint, &Style::good, &Style::bad, &Style::warn}) {
        CHECK((plain.*paint)("text") == "text");
        const std::string text = (coloured.*paint)("text");
        CHECK(text.starts_with("\033["));
        CHECK(text.ends_with("mtext\033[0m"));
    }
    CHECK(coloured.good("x") != coloured.bad("x"));
}

}  // namespace cudastdenv::report
