// SPDX-License-Identifier: MIT
#include "nix/syntax.hpp"

#include <doctest/doctest.h>

#include <string>

using namespace cudastdenv::nix::syntax;

namespace {

Tree tree_of(const std::string& text) {
    const auto parsed = parse(text);
    REQUIRE_MESSAGE(std::holds_alternative<Tree>(parsed), text);
    return std::get<Tree>(parsed);
}

std::string text_of(const std::string& text, Span span) { return text.substr(span.begin, span.end - span.begin); }

const Term& only_term(const Tree& tree) {
    REQUIRE(tree.root.terms.size() == 1);
    return tree.root.terms.front();
}

}  // namespace

TEST_CASE("a binding has its byte range") {
    const std::string text = "{ a.\"b c\" = [ 1 2 ]; # not = this;\n  \"9.0\" = { x = null; }; inherit (y) z; }";
    const Tree tree = tree_of(text);
    const Term& set = only_term(tree);
    REQUIRE(set.bindings.size() == 3);
    CHECK(text_of(text, set.bindings[0].span) == "a.\"b c\" = [ 1 2 ];");
    CHECK(set.bindings[0].path == std::vector<std::optional<std::string>>{"a", "b c"});
    CHECK(text_of(text, set.bindings[0].names[1]) == "\"b c\"");
    CHECK(text_of(text, set.bindings[1].value.span()) == "{ x = null; }");
    CHECK(set.bindings[2].inherited());
    REQUIRE(tree.comments.size() == 1);
    CHECK(text_of(text, tree.comments[0]) == "# not = this;");
}

TEST_CASE("compares strings by their value") {
    const auto text_in = [](const std::string& text) { return only_term(tree_of(text)).text; };
    CHECK(text_in(R"("a\"b\n\${c}$${d}")") == "a\"b\n${c}$${d}");
    CHECK(text_in(R"("a${"b"}")") == std::nullopt);
    CHECK(text_in("''14''") == "14");
    CHECK(text_in("''''") == "");
    CHECK(text_in("'' a''") == std::nullopt);  // only Nix knows how much indentation it removes
    CHECK(text_in("''a\nb''") == std::nullopt);
    CHECK(text_in("''a''${b}''") == std::nullopt);
}

TEST_CASE("accepts each kind of expression around a table") {
    for (const char* text : {"{ lib }: { a = 1; }",
                             "{ lib, ... }@args: args",
                             "args@{ a ? { b = \"}\"; }, b ? [ ], ... }: a",
                             "let a = 1; in { b = a; }",
                             "let { body = 1; }",
                             "with builtins; { a = head [ 1 ]; }",
                             "assert true; if a then { b = 1; } else c",
                             "rec { a = b; b = 1; }",
                             "x: y: x // { } // y",
                             "[ a.b c.\"d\" (e f) ./g <h> ]",
                             "a ? b.c or d",
                             "./a/b.nix",
                             "/a",
                             "~/a",
                             "<nixpkgs/lib>",
                             "a/b",
                             "./${a}/b",
                             "./a-${b}c",
                             "https://example.org/a?b=c&d#e",
                             "1.5 + .5",
                             "-1",
                             "!a && b || c -> d",
                             "{ \"${a}\" = 1; ${b}.c = 2; ${\"9.0\"} = 3; }",
                             "''a ${b ''c''} '''d ''\\n ''$ $${e}''",
                             "\"a ${b { c = \"}\"; } /* } */} d\"",
                             "{ a = x: x; b = { }: 1; c = { }@d: d; }",
                             "f { } { }",
                             "(a)",
                             "a /* b */ # c\n",
                             "{ inherit a; inherit (b.c) \"d\" e; }",
                             "a == b",
                             "a<b",
                             "a.b.\"c\".${d}"})
        CHECK_MESSAGE(std::holds_alternative<Tree>(parse(text)), text);
    CHECK(tree_of("{ }: 1").root.terms.front().kind == Term::Kind::group);
    CHECK(tree_of("{ } // 1").root.terms.front().kind == Term::Kind::set);
}

TEST_CASE("rejects invalid Nix with its line") {
    for (const char* text : {"", "{", "{ a = 1 }", "{ a = ; }", "a }", "\"a", "''a", "/* a", "\"${\"", "[ 1", "( )",
                             "{ a = [ 1 ; }", "if a then b", "let a = 1;", "{ 1 = 2; }", "(]"})
        CHECK_MESSAGE(std::holds_alternative<Error>(parse(text)), text);
    CHECK(std::get<Error>(parse("{\n  a = 1\n}")).line == 3);
    const std::string deep(100'000, '(');
    CHECK(std::holds_alternative<Error>(parse(deep + std::string(100'000, ')'))));
    std::string strings;
    for (int i = 0; i < 1000; ++i) strings += "\"${";
    CHECK(std::holds_alternative<Error>(parse(strings)));
}
