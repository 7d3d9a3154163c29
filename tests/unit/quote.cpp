// SPDX-License-Identifier: MIT
#include "core/quote.hpp"

#include <doctest/doctest.h>

using namespace cudastdenv;

TEST_CASE("knows well-formed UTF-8") {
    // The first and last character of each length, and those around the surrogates.
    for (const std::string_view character : {"", "\x7f", "\xc2\x80", "\xdf\xbf", "\xe0\xa0\x80", "\xed\x9f\xbf",
                                             "\xee\x80\x80", "\xef\xbf\xbf", "\xf0\x90\x80\x80", "\xf4\x8f\xbf\xbf"})
        CHECK_MESSAGE(is_utf8("a" + std::string(character) + "b"), character);
    CHECK(is_utf8(std::string_view("\0", 1)));
}

TEST_CASE("knows bytes that are not UTF-8") {
    // Continuation bytes alone, overlong forms, a surrogate, characters above U+10FFFF, bytes that no character has.
    for (const std::string_view bytes : {"\x80", "\xbf", "\xc0\xaf", "\xc1\xbf", "\xe0\x9f\xbf", "\xed\xa0\x80",
                                         "\xf0\x8f\xbf\xbf", "\xf4\x90\x80\x80", "\xf5\x80\x80\x80", "\xfe", "\xff"}) {
        CHECK_FALSE(is_utf8(bytes));
        CHECK_FALSE(is_utf8("a" + std::string(bytes) + "b"));
    }
    // An incomplete character, at the end and before another one.
    for (const std::string_view bytes : {"\xc2", "\xe2\x82", "\xe2", "\xf0\x9f\x98", "\xf0\x9f", "\xf0"}) {
        CHECK_FALSE(is_utf8(bytes));
        CHECK_FALSE(is_utf8(std::string(bytes) + "a"));
        CHECK_FALSE(is_utf8(std::string(bytes) + "\xc2\xa0"));
    }
}

TEST_CASE("shows each byte that is not UTF-8") {
    CHECK(as_plain_text("a\xff\xfe z") == "a\\xff\\xfe z");
    CHECK(as_plain_text("\xc0\xaf") == "\\xc0\\xaf");
    CHECK(as_plain_text("\xe2\x82") == "\\xe2\\x82");
    CHECK(as_plain_text("\xe2\x82\xe2\x82\xac\xe2") == "\\xe2\\x82\xe2\x82\xac\\xe2");
    CHECK(as_plain_text("\xed\xa0\x80") == "\\xed\\xa0\\x80");
}

TEST_CASE("shows characters that control the terminal") {
    CHECK(as_plain_text("plain \xc3\xa4 \xf0\x9f\x98\x80") == "plain \xc3\xa4 \xf0\x9f\x98\x80");
    CHECK(as_plain_text("\x1b[31mred\x1b[m\n\x7f") == "\\x1b[31mred\\x1b[m\\x0a\\u007f");
    CHECK(as_plain_text(std::string_view("\0a", 2)) == "\\x00a");
    CHECK(as_plain_text("\xc2\x9b\xc2\xa0") == "\\u009b\xc2\xa0");
    CHECK(as_plain_text("a\xe2\x80\xae"
                        "b\xef\xbb\xbf") == "a\\u202eb\\ufeff");
}
