// SPDX-License-Identifier: MIT
#include "nix/rows.hpp"

#include <doctest/doctest.h>

using namespace cudastdenv::nix;

TEST_CASE("a string literal evaluates to its text") {
    CHECK(quoted("") == R"("")");
    CHECK(quoted("plain 'text'") == R"("plain 'text'")");
    CHECK(quoted(R"(a"b)") == R"("a\"b")");
    CHECK(quoted(R"(a\b)") == R"("a\\b")");
    CHECK(quoted("a\nb\rc\td") == R"("a\nb\rc\td")");
    CHECK(quoted("${x}") == R"("\${x}")");
    CHECK(quoted("$${x}") == R"("$\${x}")");
    CHECK(quoted("$x $ {x} $") == R"("$x $ {x} $")");
    CHECK(quoted(R"(\${x})") == R"("\\\${x}")");
}

TEST_CASE("a name is quoted where Nix would not read it as one") {
    CHECK(attribute_name("sm_90a") == "sm_90a");
    CHECK(attribute_name("_a'-1") == "_a'-1");
    CHECK(attribute_name("12.8") == R"("12.8")");
    CHECK(attribute_name("1a") == R"("1a")");
    CHECK(attribute_name("-a") == R"("-a")");
    CHECK(attribute_name("") == R"("")");
    CHECK(attribute_name("a b") == R"("a b")");
    CHECK(attribute_name("${a}") == R"("\${a}")");
    for (const char* keyword : {"assert", "else", "if", "in", "inherit", "let", "or", "rec", "then", "with"})
        CHECK(attribute_name(keyword) == '"' + std::string(keyword) + '"');
}

TEST_CASE("layout") {
    CHECK(written(Value()) == "null");
    CHECK(written(Value(true)) == "true");
    CHECK(written(Value(-3)) == "(-3)");
    CHECK(written(Value(List{})) == "[ ]");
    CHECK(written(Value(List{1})) == "[ 1 ]");
    CHECK(written(Value(List{1, "a"})) == "[\n  1\n  \"a\"\n]");
    CHECK(written(Value(Set{})) == "{ }");
    CHECK(written(Value(Set{{"a", List{1, 2}, "why\n\nand how"}})) ==
          "{\n  # why\n  #\n  # and how\n  a = [\n    1\n    2\n  ];\n}");
    CHECK(written(Value(Set{{"f", cudastdenv::nix::NixCode{"x:\n\nx"}, ""}})) == "{\n  f =\n    x:\n\n    x;\n}");
    CHECK(written(Value(Set{{"f", cudastdenv::nix::NixCode{"call {\n  a = 1;\n}"}, ""}})) ==
          "{\n  f = call {\n    a = 1;\n  };\n}");
}

TEST_CASE("a comment cannot end early") {
    CHECK(written(Value(Set{{"a", 1, "one\r\ntwo\rthree"}})) == "{\n  # one\n  # twothree\n  a = 1;\n}");
}

TEST_CASE("a file") {
    const File file{.comment = "Mine.", .head = "{ lib }:", .value = Set{{"a", 1}}};
    CHECK(written(file) == "# Mine.\n{ lib }:\n{\n  a = 1;\n}\n");
    const File gaps{.value = Set{{"rows", Set{{"a", 1}, {"b", 2}}, "All.", true}}};
    CHECK(written(gaps) == "{\n  # All.\n  rows = {\n    a = 1;\n\n    b = 2;\n  };\n}\n");
}
