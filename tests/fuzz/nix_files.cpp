// SPDX-License-Identifier: MIT
// Mutated Nix files: each is read or refused with a line; what is read knows its bytes; and an edit changes the bytes
// of one value, or adds some, and nothing before or behind them.
#include "nix/update.hpp"

#include "mutate.hpp"

#include <doctest/doctest.h>

#include <algorithm>
#include <array>
#include <string>
#include <string_view>
#include <vector>

using namespace cudastdenv;
using namespace cudastdenv::nix;

namespace {

constexpr std::string_view nix_tokens[]{"{",
                                        "}",
                                        "[",
                                        "]",
                                        "(",
                                        ")",
                                        "\"",
                                        "''",
                                        "${",
                                        "'''",
                                        "$",
                                        "\\",
                                        "/*",
                                        "*/",
                                        "#",
                                        "\n",
                                        "\r\n",
                                        " = ",
                                        ";",
                                        ".",
                                        "//",
                                        "let ",
                                        " in ",
                                        "with ",
                                        "if ",
                                        " then ",
                                        " else ",
                                        "inherit ",
                                        ":",
                                        "@",
                                        "?",
                                        "...",
                                        "\"12.8\" = { };",
                                        "\"12.8\".gcc.maxMajorVersion = \"1\";",
                                        "maxMajorVersion",
                                        "./a/b",
                                        "<",
                                        ">",
                                        "\xff",
                                        "\0"};

const std::vector<std::string> seeds{
    "{\n  # a\n  nvccCompatibilities = {\n    # b\n    \"12.8\" = {\n      clang = { maxMajorVersion = \"19\"; };\n    "
    "  gcc.maxMajorVersion "
    "= ''14''; # c\n    };\n\n    \"12.9\" = checked { gcc = { }; };\n  };\n}\n",
    "let\n  attrs = {\n    \"11.0\" = {\n      gccMaxMajorVersion = \"9\";\n    };\n    \"11.1\" = attrs.\"11.0\" // "
    "{\n      "
    "gccMaxMajorVersion = (\"10\");\n    };\n    \"11.2\" = attrs.\"11.1\";\n  };\nin\nattrs\n",
};

/// Spans lie in one another and follow each other.
void check_spans(const syntax::Expression& expression, std::size_t begin, std::size_t end);

void check_spans(const std::vector<syntax::Binding>& bindings, std::size_t begin, std::size_t end) {
    for (const syntax::Binding& binding : bindings) {
        REQUIRE(begin <= binding.span.begin);
        REQUIRE(binding.span.begin < binding.span.end);
        REQUIRE(binding.span.end <= end);
        REQUIRE(binding.names.size() == binding.path.size());
        if (!binding.inherited()) check_spans(binding.value, binding.span.begin, binding.span.end);
        begin = binding.span.end;
    }
}

void check_spans(const syntax::Expression& expression, std::size_t begin, std::size_t end) {
    for (const syntax::Term& term : expression.terms) {
        REQUIRE(begin <= term.span.begin);
        REQUIRE(term.span.begin < term.span.end);
        REQUIRE(term.span.end <= end);
        check_spans(term.bindings, term.span.begin, term.span.end);
        for (const syntax::Expression& part : term.parts) check_spans(part, term.span.begin, term.span.end);
        begin = term.span.end;
    }
}

/// What both texts begin with and end with, together, as far as the shorter one goes.
std::size_t bytes_kept(std::string_view before, std::string_view after) {
    const auto [front, other_front] = std::mismatch(before.begin(), before.end(), after.begin(), after.end());
    const auto same = static_cast<std::size_t>(front - before.begin());
    const auto [back, other_back] = std::mismatch(before.rbegin(), before.rend(), after.rbegin(), after.rend());
    return std::min(before.size(), same + static_cast<std::size_t>(back - before.rbegin()));
}

}  // namespace

TEST_CASE("a key in two sets") {
    const std::string text = "{ nvccCompatibilities = { \"12.8\" = { gcc.maxMajorVersion = \"14\"; }; "
                             "other = { \"12.8\" = { gcc.maxMajorVersion = \"13\"; }; }; }; }\n";
    TableText table(Table::nvcc, text);
    CHECK_FALSE(table.add({"12.9", {{"gcc.maxMajorVersion", "14"}}}, {}, table.rows()));
    CHECK(table.text == text);
}

TEST_CASE("mutated Nix files") {
    fuzz::Mutator mutator(seeds, nix_tokens);
    const nix::Row row{"12.10", {{"gcc.maxMajorVersion", "15"}, {"gcc.minMajorVersion", "6"}}};
    const std::array<std::string, 1> comment{"https://example.org"};
    const auto until = fuzz::Clock::now() + fuzz::duration();
    int read = 0, refused = 0, edited = 0;
    for (int round = 0; round < 300 || fuzz::Clock::now() < until; ++round) {
        const std::string text = mutator.next();
        const auto parsed = syntax::parse(text);
        if (const syntax::Error* error = std::get_if<syntax::Error>(&parsed)) {
            REQUIRE(error->line >= 1);
            ++refused;
            continue;
        }
        ++read;
        check_spans(std::get<syntax::Tree>(parsed).root, 0, text.size());
        for (const char* field : {"gcc.maxMajorVersion", "clang.minMajorVersion", "gccMaxMajorVersion"})
            for (const char* key : {"12.8", "12.9", "11.1", "11.2"}) {
                TableText table(Table::nvcc, text);
                if (!table.set(key, field, "77")) {
                    REQUIRE(table.text == text);
                    continue;
                }
                ++edited;
                INFO(text << "\n---\n" << table.text);
                // One value, which was at most a value of the seeds and what a mutation made of it.
                REQUIRE(table.text.find("77") != std::string::npos);
                REQUIRE(table.line_of(key) == TableText(Table::nvcc, text).line_of(key));
            }
        TableText table(Table::nvcc, text);
        if (!table.add(row, comment, table.rows())) REQUIRE(table.text == text);
        else REQUIRE(bytes_kept(text, table.text) == text.size());
    }
    CHECK(read > 0);
    CHECK(refused > 0);
    CHECK(edited > 0);
}
