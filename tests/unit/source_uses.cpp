// SPDX-License-Identifier: MIT
#include "spelling/build_uses.hpp"
#include "spelling/source_tokens.hpp"
#include "spelling/source_uses.hpp"

#include "core/lists.hpp"

#include <doctest/doctest.h>

#include <string>

namespace cudastdenv {

namespace {

constexpr Version cuda_13{13, 0, 0};

/// The tokens with a blank between, without the ends of directives.
std::string tokens_in(std::string_view source, Version cuda = cuda_13) {
    std::string all;
    for (const SourceToken& token : read_tokens(source, cuda))
        if (token.kind != SourceToken::Kind::end) all += (all.empty() ? "" : " ") + std::string(token.text);
    return all;
}

const std::array<std::string_view, 4> old_names{"sync", "texture", "group", "CODE"};
const std::array<std::string_view, 2> old_fields{"rate", "mode"};

SourceUses uses_in(std::string_view source) {
    return read_uses(source, cuda_13,
                     {.is_name = [](std::string_view name) { return contains(old_names, name); },
                      .is_field = [](std::string_view name) { return contains(old_fields, name); },
                      .is_type = [](std::string_view name) { return name == "Prop"; }});
}

/// `LINE:COLUMN NAME` of each use; a member only if its object has the type.
std::vector<std::string> found_in(std::string_view source) {
    const SourceUses uses = uses_in(source);
    std::vector<std::string> all;
    for (const SourceUse& use : uses.uses) {
        if (use.kind == SourceUse::Kind::member && use.qualifier.empty() && find_type(uses, {}, use.object) != "Prop")
            continue;
        if (uses.declared.contains(use.name) || uses.macros.contains(use.name)) continue;
        all.push_back(std::to_string(use.line) + ':' + std::to_string(use.column) + ' ' +
                      (use.qualifier.empty() ? "" : use.qualifier + "::") + use.name);
    }
    return all;
}

using Found = std::vector<std::string>;

}  // namespace

TEST_CASE("tokens of a source") {
    CHECK(tokens_in("a/* b */c // d\n e") == "a c e");
    CHECK(tokens_in("a // b \\\n c\nd") == "a d");
    CHECK(tokens_in("x = 1'000'000ul + 0x1p-3 + .5e+3f;") == "x = 1'000'000ul + 0x1p-3 + .5e+3f ;");
    CHECK(tokens_in("R\"x(a \" )\" b)x\" c") == "R\"x(a \" )\" b)x\" c");
    CHECK(tokens_in("u8R\"(\n\n)\" c L'a' \"a\\\"b\" d") == "u8R\"(\n\n)\" c L'a' \"a\\\"b\" d");
    CHECK(tokens_in("it's not closed\nb") == "it 's not closed b");
    CHECK(tokens_in("a\\\nb\\\r\nc") == "a b c");
    CHECK(tokens_in("k<<<1, 2>>>(a->b::c)") == "k <<< 1 , 2 >>> ( a -> b :: c )");
    CHECK(tokens_in("#include <a/b.h> // c\n#  include \"d.h\"\n#include MACRO\ne") == "<a/b.h> \"d.h\" e");
    CHECK(tokens_in("#define F(x) \\\n g(x)\nh") == "F ( x ) g ( x ) h");
    CHECK(tokens_in("#pragma once\n#error don't\na") == "a");
    CHECK(tokens_in("\"") == "\"");
    CHECK(tokens_in("/* a") == "");
    CHECK(tokens_in("#") == "");
    const std::vector<SourceToken> tokens = read_tokens("a\n /* \n */ bc\\\n  d R\"(\n)\" e", cuda_13);
    REQUIRE(tokens.size() == 5);
    CHECK(std::pair(tokens[1].line, tokens[1].column) == std::pair<std::size_t, std::size_t>(3, 5));
    CHECK(std::pair(tokens[2].line, tokens[2].column) == std::pair<std::size_t, std::size_t>(4, 3));
    CHECK(std::pair(tokens[4].line, tokens[4].column) == std::pair<std::size_t, std::size_t>(5, 4));
}

TEST_CASE("branches that a release can compile") {
    constexpr std::string_view guarded = "#if CUDART_VERSION >= 13000\nnew\n#else\nold\n#endif\nrest";
    CHECK(tokens_in(guarded) == "new rest");
    CHECK(tokens_in(guarded, {12, 9, 1}) == "old rest");
    const auto chosen = [](std::string_view condition) {
        return tokens_in("#if " + std::string(condition) + "\na\n#else\nb\n#endif");
    };
    CHECK(chosen("0") == "b");
    CHECK(chosen("CUDA_VERSION < 12090") == "b");
    CHECK(chosen("defined(CUDART_VERSION) && (CUDART_VERSION < 13000)") == "b");
    CHECK(chosen("!defined CUDART_VERSION || CUDART_VERSION < 12000") == "b");
    CHECK(chosen("defined(USE_IT) && CUDART_VERSION < 13000") == "b");
    CHECK(chosen("defined(USE_IT) || CUDART_VERSION < 13000") == "a b");
    CHECK(chosen("USE_IT") == "a b");
    CHECK(chosen("__CUDACC_VER_MAJOR__ * 10 + __CUDACC_VER_MINOR__ >= 130") == "a");
    CHECK(chosen("(CUDART_VERSION / 1000) == 13 && CUDART_VERSION % 1000 == 0") == "a");
    CHECK(chosen("defined(__HIP_PLATFORM_AMD__)") == "b");
    CHECK(chosen("__has_include(<a.h>) && CUDART_VERSION < 13000") == "b");
    CHECK(chosen("a ? CUDART_VERSION < 13000 : 0") == "a b");  // not understood
    CHECK(chosen("CUDART_VERSION / 0") == "a b");
    CHECK(chosen("-1 < 0 && 2 - 1 == 1") == "a");
    CHECK(tokens_in("#ifdef __HIPCC__\na\n#elif CUDART_VERSION >= 12000\nb\n#else\nc\n#endif") == "b");
    CHECK(tokens_in("#ifndef GUARD\n#if 0\n#if 1\na\n#else\nb\n#endif\n#else\nc\n#endif\n#endif") == "c");
    CHECK(tokens_in("#define NEW (CUDART_VERSION >= 13000)\n#if NEW\na\n#else\nb\n#endif") ==
          "NEW ( CUDART_VERSION >= 13000 ) a");
    CHECK(tokens_in("#if X\n#define NEW 1\n#else\n#define NEW 0\n#endif\n#if NEW\na\n#else\nb\n#endif") ==
          "NEW 1 NEW 0 a b");
    CHECK(tokens_in("#define A A\n#if A\na\n#endif\n#else\n#endif\n#endif\nb") == "A A a b");
}

TEST_CASE("names that a source uses") {
    CHECK(found_in("int main() { sync(); }") == Found{"1:14 sync"});
    CHECK(found_in("::sync(); if (x) sync(); return sync; else sync();").size() == 4);
    CHECK(found_in("#define S() sync()\n") == Found{"1:13 sync"});
    CHECK(found_in("// sync\nauto s = \"sync\"; /* sync */").empty());
    CHECK(found_in("a.sync(); b->sync(); A<int>::sync();").empty());
    CHECK(found_in("my::sync();") == Found{"1:5 my::sync"});  // of another namespace, which the judge knows
    CHECK(found_in("#ifdef sync\n#endif\n").empty());
    CHECK(found_in("namespace cg = my::group_space;\ncg::group g;") == Found{"2:5 my::group_space::group"});
    CHECK(found_in("switch (x) { case CODE: break; }") == Found{"1:19 CODE"});
    CHECK(found_in("texture<float, 2> t;") == Found{"1:1 texture"});
    CHECK(found_in("if (a < b && c > CODE) x = y * CODE;").size() == 2);
    CHECK(found_in("struct group g;") == Found{"1:8 group"});
}

TEST_CASE("names that a source declares itself") {
    for (const std::string_view declaration :
         {"#define sync other", "void sync();", "static int sync(int a) {}", "int* sync(void);", "enum { CODE, sync };",
          "enum class E : int { sync = 2 };", "struct sync { };", "class sync;", "template <class sync> void f();",
          "using sync = int;", "std::vector<int> sync;", "void f(const Type& sync, int);", "typedef unsigned sync;",
          "Type *sync = nullptr;", "my::Type<int> &sync = x;"}) {
        INFO(declaration);
        CHECK(found_in(std::string(declaration) + "\nint a = b(sync);").empty());
    }
}

TEST_CASE("members of a type") {
    for (const std::string_view declaration :
         {"Prop p;", "const Prop& p = x;", "Prop *q, *p;", "struct Prop p[4];", "Prop p = {}, q;", "void f(Prop* p);",
          "std::vector<Prop> p;", "std::array<Prop, 4> p;", "typedef Prop Mine; Mine p;", "using Mine = Prop; Mine *p;",
          "#define Mine Prop\nMine p;", "Prop get(); auto p = get();", "Prop all[2]; for (const auto& p : all) {",
          "Prop q; auto* p = &q;"}) {
        INFO(declaration);
        for (const std::string_view use :
             {"p.rate", "p->rate", "p[0].rate", "(*p).rate", "this->p.rate", "a.p->rate"}) {
            INFO(use);
            CHECK(found_in(std::string(declaration) + "\nint main() { return " + std::string(use) + "; }").size() == 1);
        }
    }
    CHECK(found_in("Prop get(int a, int b);\nint r = get(1, f(2)).rate;") == Found{"2:22 rate"});
    CHECK(found_in("int Prop::*m = &Prop::mode;") == Found{"1:23 Prop::mode"});
    CHECK(found_in("const Prop &Class::get() const;\nint r = x.get().mode;") == Found{"2:17 mode"});
    // Without a declaration, or with two.
    CHECK(found_in("int r = p.rate;").empty());
    CHECK(found_in("Other p; int r = p.rate;").empty());
    CHECK(found_in("void f(Prop p); void g(Other p) { p.rate; }").empty());
    CHECK(found_in("Prop p; int rate = 1; this->rate = rate;").empty());
    CHECK(found_in("auto p = q; auto q = p; int r = p.rate;").empty());
}

TEST_CASE("arguments of a call") {
    const auto arguments = [](std::string_view source) { return uses_in(source).uses.at(0).arguments; };
    using Arguments = std::vector<std::string>;
    CHECK(arguments("sync();") == Arguments{});
    CHECK(arguments("sync(a, f(b, c), {d, e}, g[h, i]);")->size() == 4);
    CHECK(arguments("sync(f<int, long>(a), b < c, d > e);")->size() == 3);
    CHECK(arguments("sync((void*)p, sizeof(int))") == Arguments{"( void*) p", "sizeof( int)"});
    CHECK_FALSE(arguments("sync;"));
    CHECK_FALSE(arguments("sync(a,\n#include \"b\"\n)"));
    CHECK_FALSE(arguments("sync(__VA_ARGS__)"));
    CHECK_FALSE(arguments("sync(a"));
}

TEST_CASE("declarations that sources share") {
    const SourceUses header = uses_in("extern Prop shared; struct S { Prop member; }; void sync();\n#define CODE 1");
    const SourceUses source = uses_in("int r = shared.rate + s.member.mode; sync();");
    SourceUses shared;
    share_types(header, shared);
    CHECK(find_type(source, shared, "shared") == "Prop");
    CHECK(find_type(source, shared, "member") == "Prop");
    CHECK(header.declared.contains("sync"));
    CHECK(header.macros.contains("CODE"));
    // An object of another type in the source itself, or in a second header.
    CHECK(find_type(uses_in("Other shared; int r = shared.rate;"), shared, "shared").empty());
}

TEST_CASE("libraries, targets and headers in build files") {
    const auto named = [](std::string_view file) {
        std::string all;
        for (const BuildUse& use : read_build_uses(file))
            all += std::to_string(use.line) + ':' + std::to_string(use.column) + ' ' + use.name + ' ';
        return all;
    };
    CHECK(named("target_link_libraries(a PRIVATE CUDA::x)") == "1:23 a 1:25 PRIVATE 1:33 CUDA::x ");
    CHECK(named("# CUDA::x\n#[[ CUDA::y\n]] set(A CUDA::z)") == "3:10 CUDA::z ");
    CHECK(named("LDFLAGS += -L/usr/lib -lfoo -l bar\n") == "1:25 foo ");
    CHECK(named("g++ --list x-lfoo") == "");
    CHECK(named("Extension('a', libraries=['b', 'c'], sources=['d'])") == "1:28 b 1:33 c ");
    CHECK(named("check_include_files(\"a/b.h;c.h\" HAVE)") == "1:22 a/b.h 1:28 c.h ");
    CHECK(named("cc.find_library('a')\nfoo(a)") == "1:18 a ");
}

}  // namespace cudastdenv
