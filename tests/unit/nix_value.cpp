// SPDX-License-Identifier: MIT
#include "nix/writers.hpp"

#include <doctest/doctest.h>

using namespace cudastdenv::nix;
using cudastdenv::Json;

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

TEST_CASE("quotes names that Nix would not accept") {
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

TEST_CASE("lays out values like nixfmt") {
    const auto list = [](std::initializer_list<Json> elements) {
        Json values = Json::array();
        for (const Json& element : elements) values.push_back(element);
        return written(values);
    };
    const auto one = [](const Attribute& attribute) { return written_set({&attribute, 1}); };
    CHECK(written(Json()) == "null");
    CHECK(written(Json(true)) == "true");
    CHECK(written(Json(-3)) == "(-3)");
    CHECK(list({}) == "[ ]");
    CHECK(list({1}) == "[ 1 ]");
    CHECK(list({1, "a"}) == "[\n  1\n  \"a\"\n]");
    CHECK(written(Json::object()) == "{ }");
    CHECK(one({"a", list({1, 2}), "why\n\nand how"}) == "{\n  # why\n  #\n  # and how\n  a = [\n    1\n    2\n  ];\n}");
    CHECK(one({"f", "x:\n\nx"}) == "{\n  f =\n    x:\n\n    x;\n}");
    CHECK(one({"f", "call {\n  a = 1;\n}"}) == "{\n  f = call {\n    a = 1;\n  };\n}");
}

TEST_CASE("a comment cannot end early") {
    const Attribute attribute{"a", "1", "one\r\ntwo\rthree"};
    CHECK(written_set({&attribute, 1}) == "{\n  # one\n  # twothree\n  a = 1;\n}");
}

TEST_CASE("writes a whole file") {
    CHECK(file_text("Mine.", "{ lib }:", written(Json{{"a", 1}})) == "# Mine.\n{ lib }:\n{\n  a = 1;\n}\n");
    const Attribute rows{"rows", written_set(attributes_of({{"a", 1}, {"b", 2}}), true), "All."};
    CHECK(file_text("", "", written_set({&rows, 1})) == "{\n  # All.\n  rows = {\n    a = 1;\n\n    b = 2;\n  };\n}\n");
}
