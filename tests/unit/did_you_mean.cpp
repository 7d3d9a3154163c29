// SPDX-License-Identifier: MIT
#include "query/context.hpp"

#include "show.hpp"

#include <array>
#include <utility>

namespace cudastdenv::query {

namespace {

constexpr std::array<std::string_view, 6> commands{"resolve", "explain", "capabilities", "flags", "table", "releases"};

}  // namespace

TEST_CASE("finds the choice closest to a misspelling") {
    CHECK(closest("resolve", commands) == "resolve");
    CHECK(closest("reslove", commands) == "resolve");
    CHECK(closest("resolv", commands) == "resolve");
    CHECK(closest("resolves", commands) == "resolve");
    CHECK(closest("flag", commands) == "flags");
    CHECK(closest("tabel", commands) == "table");
    CHECK(closest("tablle", commands) == "table");
    CHECK(closest("capabilites", commands) == "capabilities");
    CHECK(closest("cap", commands) == "capabilities");
    CHECK(closest("Resolve", commands) == "resolve");
}

TEST_CASE("finds no choice for a distant text") {
    for (const std::string_view typed : {"", "xyz", "help", "q", "resolverresolver"}) {
        CAPTURE(typed);
        CHECK(closest(typed, commands).empty());
    }
    CHECK(closest("resolve", {}).empty());
    CHECK(closest(std::string(1'000'000, 'r'), commands).empty());
}

TEST_CASE("finds each choice and its misspellings by one letter") {
    for (const std::string_view choice : commands) {
        CHECK(closest(choice, commands) == choice);
        for (std::size_t i = 0; i < choice.size(); ++i) {
            std::string left_out(choice);
            left_out.erase(i, 1);
            std::string replaced(choice);
            replaced[i] = '#';
            std::string doubled(choice);
            doubled.insert(i, 1, choice[i]);
            std::string swapped(choice);
            std::swap(swapped[i], swapped[(i + 1) % choice.size()]);
            const bool are_neighbours = i + 1 < choice.size();
            for (const std::string& typed : {left_out, replaced, doubled, are_neighbours ? swapped : doubled}) {
                CAPTURE(typed);
                CHECK(closest(typed, commands) == choice);
            }
        }
    }
}

TEST_CASE("suggests one choice, five choices, or a command") {
    CHECK(suggestion("flag", commands) == ": did you mean 'flags'?");
    CHECK(suggestion("xyz", commands) == "; `cudastdenv --help` lists them");
    std::vector<std::string_view> five{"a1", "b2", "c3", "d4", "e5"};
    CHECK(suggestion("xyz", five) == "; pass one of a1, b2, c3, d4, e5");
    five.emplace_back("f6");
    CHECK(suggestion("xyz", five) == "; `cudastdenv --help` lists them");
}

TEST_CASE("quotes foreign text as short and printable") {
    CHECK(in_quotes("12.8") == "'12.8'");
    CHECK(in_quotes("") == "''");
    CHECK(in_quotes("a\nb\x1b[31m\x7f") == "'a\\x0ab\\x1b[31m\\u007f'");
    CHECK(in_quotes(std::string_view("a\0b", 3)) == "'a\\x00b'");
    const std::string sixty(60, 'x');
    CHECK(in_quotes(sixty) == "'" + sixty + "'");
    CHECK(in_quotes(sixty + "y") == "'" + sixty + "...'");
    CHECK(in_quotes(std::string(1'000'000, 'x')).size() < 100);
}

TEST_CASE("truncates a text between whole characters") {
    const std::string text = std::string(59, 'x') + "\u00e9\u00e9\u00e9";
    const std::string quoted = in_quotes(text);
    // The 59 letters are followed by a whole character or none, never by a part of one.
    CHECK(quoted.find("\xc3...") == quoted.npos);
}

}  // namespace cudastdenv::query
