// SPDX-License-Identifier: MIT
#include "diagnose/patterns.hpp"

#include "show.hpp"

#include "tables/message_template.hpp"

#include <random>

namespace cudastdenv::diagnose {

namespace {

std::string left_of(std::string_view text) {
    NormalizedLog log;
    log.assign(text);
    return std::string(log.text());
}

}  // namespace

TEST_CASE("removes terminal sequences") {
    CHECK(left_of("\x1b[01m\x1b[Kerror:\x1b[m\x1b[K no") == "error:no");
    CHECK(left_of("\x1b[38;5;208mno\x1b[0m") == "no");
    CHECK(left_of("\x1b]0;a title\x07no\x1b]8;;http://x\x1b\\link\x1b]8;;\x1b\\") == "nolink");
    CHECK(left_of("10%\r20%\r\nno\x08\x7f") == "10%20%no");
    CHECK(left_of("\x1b(Bno\x1b=") == "no");
    // An unterminated one extends at most to the end of its line.
    CHECK(left_of("\x1b]0;no end\nerror") == "error");
    CHECK(left_of("a\x1b") == "a");
    CHECK(left_of("a\x1b[") == "a");
    CHECK(left_of("a\x1b[" + std::string(200, '1') + "m b").ends_with("mb"));
}

TEST_CASE("removes prefixes of programs") {
    CHECK(left_of("#12 3.456 error: no\n#12 4.5 so\n#3 DONE") == "error:nosodone");
    CHECK(left_of("#12 no") == "no");
    CHECK(left_of("web-1  | error: no\nweb-1  | so") == "error:noso");
    CHECK(left_of("  143 | # error \"no\"") == "#errorno");
    CHECK(left_of("2026-11-23T02:41:23.1234567Z error: no") == "error:no");
    CHECK(left_of("2026-11-23 02:41:23,123 error: no") == "error:no");
    CHECK(left_of("> error: no\n> > so\n>on") == "error:nosoon");
    // These have no such prefix.
    CHECK(left_of("#error no") == "#errorno");
    CHECK(left_of("2026-11-23 no") == "2026-11-23no");
    CHECK(left_of("several words | no") == "severalwords|no");
    CHECK(left_of("a -> b\n") == "a->b");
}

TEST_CASE("decodes text from web pages and program strings") {
    CHECK(left_of("&quot;rsqrt&quot; &lt;a&gt; it&#39;s &#x27;x&#x27;&nbsp;y") == "rsqrt<a>itsxy");
    CHECK(left_of("a &amp;&amp; b & c &nothing; &#99999999999; &quot") == "a&&b&c&nothing&#99999999999&quot");
    CHECK(left_of("\"log\": \"a\\nb\\tc\\r\\n\\\"d\\\"\"") == "log:abcd");
    CHECK(left_of("\xe2\x80\x98sm_90\xe2\x80\x99 \xe2\x80\x9chm\xe2\x80\x9d\xc2\xa0x") == "sm_90hmx");
    CHECK(left_of("\xe9\x94\x99\xe8\xaf\xaf\xef\xbc\x9a no") == "\xe9\x94\x99\xe8\xaf\xaf:no");
}

TEST_CASE("reads UTF-16 from Windows shells as its text") {
    const std::string_view text = "ptxas fatal   : Value 'sm_120a' is not defined\r\n";
    std::string wide = "\xff\xfe";
    for (const char c : text) (wide += c) += '\0';
    CHECK(left_of(wide).ends_with(squeezed(text)));
}

TEST_CASE("squeezes the rest and keeps its origin") {
    std::mt19937 engine(20261123);
    constexpr std::string_view bytes = "aB1 '\"\n\r\t\\n>#|&;lt:.\x1b[m\xe2\x80\x98\xff";
    for (int round = 0; round < 5000; ++round) {
        std::string text;
        for (std::size_t length = engine() % 60; length > 0; --length) text += bytes[engine() % bytes.size()];
        NormalizedLog log;
        log.assign(text);
        for (std::size_t i = 0; i < log.text().size(); ++i) {
            const std::size_t origin = log.origin(i);
            REQUIRE(origin < text.size());
            if (i > 0) REQUIRE(log.origin(i - 1) < origin);
            // An entity is another character.
            if (text[origin] != '&') REQUIRE(squeezed(text[origin]) == log.text()[i]);
        }
    }
}

TEST_CASE("keeps the origin in a long text with long runs of blanks") {
    std::mt19937 engine(20261127);
    for (const std::size_t run : {std::size_t{1}, std::size_t{1000}, std::size_t{65'536}, std::size_t{200'000}}) {
        std::string text = "a";
        std::vector<std::size_t> origins{0};
        while (text.size() < 400'000) {
            text.append(engine() % (run + 1), ' ');
            // An entity is read apart from the ordinary bytes.
            const std::string_view kept = engine() % 3 == 0 ? "&lt;" : "b";
            origins.push_back(text.size());
            text += kept;
        }
        NormalizedLog log;
        log.assign(text);
        REQUIRE(log.text().size() == origins.size());
        for (std::size_t i = 0; i < origins.size(); ++i) REQUIRE(log.origin(i) == origins[i]);
    }
}

TEST_CASE("each assignment starts from an empty state") {
    NormalizedLog log;
    log.assign("a longer text than the next one");
    log.assign("short");
    CHECK(log.text() == "short");
    log.assign("");
    CHECK(log.text().empty());
}

TEST_CASE("leaves a line as squeezed() does") {
    for (const std::string_view line :
         {"/usr/include/bits/mathcalls.h(79): error: exception specification is incompatible",
          "collect2: error: ld returned 1 exit status", "nvcc fatal   : Unsupported gpu architecture 'compute_120'"})
        CHECK(left_of(line) == squeezed(line));
}

}  // namespace cudastdenv::diagnose
