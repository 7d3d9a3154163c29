// SPDX-License-Identifier: MIT
#include "core/text.hpp"

#include "core/lists.hpp"
#include "core/quote.hpp"

#include <doctest/doctest.h>

#include <climits>
#include <string>
#include <vector>

using namespace cudastdenv;

TEST_CASE("converts only ASCII letters to lower case") {
    for (int byte = CHAR_MIN; byte <= CHAR_MAX; ++byte) {
        const char c = static_cast<char>(byte);
        const bool is_upper = c >= 'A' && c <= 'Z';
        CHECK(lower_case(c) == (is_upper ? static_cast<char>(c + 32) : c));
    }
    CHECK(in_lower_case("RTX 4090 \u00c4[@`{") == "rtx 4090 \u00c4[@`{");
}

TEST_CASE("compares texts without case") {
    CHECK(equal_in_any_case("", ""));
    CHECK(equal_in_any_case("Ampere", "aMPERE"));
    CHECK_FALSE(equal_in_any_case("Ampere", "Amper"));
    CHECK_FALSE(equal_in_any_case("@", "`"));
    CHECK_FALSE(equal_in_any_case("\u00c4", "\u00e4"));
}

TEST_CASE("quotes a word for the Windows command prompt") {
    for (const std::string_view plain : {"-DCMAKE_CUDA_ARCHITECTURES=86", "C:\\cuda\\bin", "a/b+c@d_e.f:g"})
        CHECK(cmd_word(plain) == plain);
    CHECK(cmd_word("80;86") == "\"80;86\"");
    CHECK(cmd_word("a b") == "\"a b\"");
    CHECK(cmd_word("libstdcxx>=13") == "\"libstdcxx>=13\"");
    CHECK(cmd_word("a&b|c(d)'e'$f") == "\"a&b|c(d)'e'$f\"");
    CHECK(cmd_word("") == "\"\"");
    CHECK(cmd_quoted("A=b") == "\"A=b\"");
    for (const std::string_view text : {"100%", "%PATH%", "a\"b", "a^b", "a!b", "a b\\", "a\nb", "a\x1b"}) {
        CHECK_MESSAGE(!cmd_word(text), text);
        CHECK_MESSAGE(!cmd_quoted(text), text);
    }
}

TEST_CASE("a separator ends a piece") {
    using Pieces = std::vector<std::string_view>;
    CHECK(pieces_of("", ',') == Pieces{});
    CHECK(pieces_of("a", ',') == Pieces{"a"});
    CHECK(pieces_of("a,b,", ',') == Pieces{"a", "b"});
    CHECK(pieces_of(",,b", ',') == Pieces{"", "", "b"});
}

TEST_CASE("a header ends with its first empty line") {
    constexpr std::string_view text = "Name: a\r\nLicense: Text\n        \n  Name: b\nName:c\n\nName: d\n";
    CHECK(header_fields(text, "Name") == std::vector<std::string_view>{"a", "c"});
    CHECK(header_field("Name: a\r\n\r\nVersion: 1\n", "Version").empty());
}

TEST_CASE("returns the rest of the first line with the prefix") {
    CHECK(rest_of_line("a=1\n \tb= 2 \r\nb=3", "b=") == "2");
    CHECK(rest_of_line("b=", "b=") == "");
    CHECK(rest_of_line(" first \nsecond", "") == "first");
    CHECK(rest_of_line("ab=1", "b=") == std::nullopt);
    CHECK(rest_of_line("", "") == std::nullopt);
}

TEST_CASE("sorts a list and removes duplicates") {
    std::vector<int> numbers{3, 1, 3, 2, 1};
    sort_unique(numbers);
    CHECK(numbers == std::vector{1, 2, 3});
    sort_unique(numbers, [](int number) { return -number; });
    CHECK(numbers == std::vector{3, 2, 1});
    std::vector<std::string> none;
    sort_unique(none);
    CHECK(none.empty());
}
