// SPDX-License-Identifier: MIT
#include "query.hpp"

#include <set>

namespace cudastdenv {

TEST_CASE("rejects an unknown release in each request") {
    for (const std::string_view version : {"12.7", "0.0.0", "99.9.9"})
        for (const std::string_view stdenv : {"gcc-13", "clang-18"})
            for (const std::string_view system : {"x86_64-linux", "aarch64-darwin", "plan9"})
                for (const bool exact : {false, true}) {
                    const Asked asked(
                        {.stdenv = stdenv, .available = "gcc-12 clang-17", .system = system, .exact = exact});
                    Request request = asked.request();
                    request.cuda = parse_version(version).value();
                    CHECK_THROWS_AS(static_cast<void>(resolve(builtin_tables(), request)), BadRequest);
                    CHECK_THROWS_AS(static_cast<void>(pick_host_compiler(builtin_tables(), request)), BadRequest);
                    CHECK_THROWS_AS(static_cast<void>(check_capabilities(builtin_tables(), request)), BadRequest);
                }
}

TEST_CASE("two numbers are a release only for find_release()") {
    Request request = Asked({}).request();
    request.available = {};
    request.cuda = "12.8"_version;
    const Resolution resolution = resolve(builtin_tables(), request);
    REQUIRE(resolution.release);
    CHECK(resolution.release->version >= "12.8.1"_version);
}

TEST_CASE("nixpkgs uses its stdenv on unknown systems") {
    const Resolution none = answer({.cuda = "12.8", .stdenv = "gcc-99", .system = "plan9"});
    CHECK_FALSE(none.host);
    CHECK(reason_for("nothing-shipped", none, "gcc-99"_cc));
    const Resolution resolution = answer({.cuda = "12.8", .stdenv = "gcc-99", .system = "plan9", .exact = true});
    CHECK(resolution.redist == "unsupported");
    CHECK(chosen(resolution) == "gcc-99"_cc);
    CHECK(note("unsupported-system", resolution));
    CHECK(note_called("not-shipped", resolution) == nullptr);
    CHECK(note("not-packaged-by-nixpkgs", resolution) == nullptr);
}

TEST_CASE("the answer names its release") {
    CHECK(answer({.cuda = "12.8.1"}).release == find_release(builtin_tables(), "12.8.1"_version));
    CHECK(answer({.cuda = "13.4.0"}).release->preview);
}

TEST_CASE("adds notes about ranges") {
    const Resolution unpackaged = answer({.cuda = "13.3", .stdenv = "gcc-15"});
    CHECK(argument(note("range-fallback", unpackaged), "wanted") == format_view(Policy::nixpkgs));
    CHECK(argument(note("range-fallback", unpackaged), "used") == format_view(Policy::documented));
    const Resolution undocumented = answer({.cuda = "11.4.0", .stdenv = "gcc-10", .policy = Policy::documented});
    CHECK(argument(note("range-fallback", undocumented), "used") == format_view(Policy::enforced));
    CHECK(note("range-fallback", answer({.cuda = "12.8"})) == nullptr);
    CHECK(note("preview", answer({.cuda = "13.4.0"})));
    CHECK(note("preview", answer({.cuda = "13.4.1"})) == nullptr);
}

TEST_CASE("adds notes about a Clang") {
    const Resolution older =
        answer({.cuda = "12.4.1", .stdenv = "clang-17", .libstdcxx = 15, .standard = CxxStandard::cxx20});
    REQUIRE(note("headers-older-than-library", older));
    CHECK(argument(note("headers-older-than-library", older), "headers") == "13");
    CHECK(argument(note("headers-older-than-library", older), "library") == "15");
    CHECK(note("headers-older-than-library", answer({.cuda = "12.4.1", .stdenv = "clang-17", .libstdcxx = 13})) ==
          nullptr);
    // The headers of a GCC are always its own.
    CHECK(note("headers-older-than-library", answer({.cuda = "12.8", .stdenv = "gcc-13", .libstdcxx = 15})) == nullptr);

    const Resolution grace = answer({.cuda = "12.8", .stdenv = "clang-18", .system = "aarch64-linux"});
    REQUIRE(note("grace-clang", grace));
    CHECK(argument(note("grace-clang", grace), "max") == "19");
    CHECK(note("grace-clang", answer({.cuda = "12.8", .stdenv = "clang-18"})) == nullptr);
    CHECK(note("grace-clang", answer({.cuda = "12.8", .stdenv = "gcc-13", .system = "aarch64-linux"})) == nullptr);
    CHECK(note("grace-clang", answer({.cuda = "11.8", .stdenv = "clang-14", .system = "aarch64-linux"})) == nullptr);
}

TEST_CASE("reports static parts of newer GCCs with an old libstdc++") {
    const Asked asked({.cuda = "12.8", .stdenv = "gcc-13", .libstdcxx = 8});
    CHECK(note("rest-linked-statically", resolve(builtin_tables(), asked.request())) == nullptr);
    Request request = asked.request();
    request.stdenv.nonshared = true;
    CHECK(argument(note("rest-linked-statically", resolve(builtin_tables(), request)), "library") == "8");
}

TEST_CASE("notes an unknown compiler once") {
    const auto unknown = [](const Query& query) {
        std::multiset<std::string> compilers;
        const Resolution resolution = answer(query);
        for (const Diagnostic& each : resolution.notes)
            if (each.id.ends_with("-compiler")) compilers.insert(argument_of(each, "compiler"));
        return compilers;
    };
    CHECK(unknown({.stdenv = "gcc-13"}).empty());
    CHECK(note("older-compiler", answer({.stdenv = "gcc-3"})));
    CHECK(note("unknown-compiler", answer({.stdenv = "gcc-40"})));
    CHECK(unknown({.stdenv = "gcc-40"}) == std::multiset<std::string>{"gcc-40"});
    CHECK(unknown({.stdenv = "gcc-13", .libstdcxx = 40}) == std::multiset<std::string>{"gcc-40"});
    CHECK(unknown({.stdenv = "gcc-41", .libstdcxx = 40}) == std::multiset<std::string>{"gcc-40", "gcc-41"});
    CHECK(unknown({.stdenv = "clang-18", .libstdcxx = 40}) == std::multiset<std::string>{"gcc-40"});
}

TEST_CASE("reports advisories of the chosen compiler") {
    const auto ids = [](const Query& query) {
        std::set<std::string_view> found;
        const Resolution resolution = answer(query);
        for (const AdvisoryRow* advisory : resolution.advisories) found.insert(advisory->id);
        return found;
    };
    CHECK(ids({.cuda = "12.0", .stdenv = "gcc-12"}).contains("gcc-12-experimental"));
    CHECK_FALSE(ids({.cuda = "12.0", .stdenv = "gcc-11"}).contains("gcc-12-experimental"));
    CHECK(ids({.cuda = "13.0", .stdenv = "clang-18"}).contains("clang-newest-gcc"));
    CHECK_FALSE(ids({.cuda = "13.0", .stdenv = "gcc-13"}).contains("clang-newest-gcc"));
    // Without an answer, no compiler's advisories apply; advisories for every compiler still do.
    const Query none{.cuda = "12.8", .stdenv = "gcc-16", .glibc = "2.42"};
    CHECK_FALSE(answer(none).host);
    CHECK(ids(none) == std::set<std::string_view>{"glibc-2.41-sinpi", "glibc-2.42-rsqrt"});
    CHECK(ids({.cuda = "13.0", .stdenv = "gcc-15", .libstdcxx = 16, .standard = CxxStandard::cxx20})
              .contains("libstdcxx-16-partial-ordering"));
    CHECK_FALSE(ids({.cuda = "13.0", .stdenv = "gcc-15", .libstdcxx = 16}).contains("libstdcxx-16-partial-ordering"));
}

TEST_CASE("only a breakage for each compiler breaks the answer") {
    const Resolution glibc = answer({.cuda = "13.1", .stdenv = "gcc-15", .glibc = "2.42"});
    REQUIRE(glibc.broken_by);
    CHECK(glibc.broken_by->id == "glibc-2.42-rsqrt");
    CHECK_FALSE(works(glibc, "gcc-15"_cc));
    CHECK(answer({.cuda = "13.1", .stdenv = "gcc-15", .glibc = "2.41"}).broken_by == nullptr);
    // Objects of the stdenv's own gcc-14 do not link with the library of gcc-13, whichever host compiler nvcc uses.
    const Resolution pair = answer({.cuda = "12.8", .stdenv = "gcc-14", .available = "gcc-13", .libstdcxx = 13});
    CHECK(chosen(pair) == "gcc-13"_cc);
    REQUIRE(pair.advisories.size() == 1);
    CHECK(pair.advisories.front()->id == "gcc-14-call-terminate");
    CHECK(pair.broken_by == nullptr);
    CHECK(works(pair, "gcc-13"_cc));
}

TEST_CASE("a rejection shows the advisories behind its reason") {
    const auto hidden = [](const Query& query, Compiler compiler) {
        const Resolution resolution = answer(query);
        const auto found = std::ranges::find(resolution.rejected, compiler, &Rejection::compiler);
        std::set<std::string_view> ids;
        if (found != resolution.rejected.end())
            for (const AdvisoryRow* row : found->hidden) ids.insert(row->id);
        return ids;
    };
    CHECK(hidden({.cuda = "12.0", .stdenv = "gcc-14"}, "gcc-14"_cc) ==
          std::set<std::string_view>{"amx-builtins", "gcc-13-float32", "gcc-14-bf16-literal", "libcudacxx-float16"});
    CHECK(hidden({.cuda = "12.6", .stdenv = "gcc-14"}, "gcc-14"_cc) ==
          std::set<std::string_view>{"amx-builtins", "gcc-14-bf16-literal"});
    CHECK(hidden({.cuda = "12.8", .stdenv = "gcc-15"}, "gcc-15"_cc).empty());
    CHECK(hidden({.cuda = "12.4", .stdenv = "clang-13", .standard = CxxStandard::cxx20}, "clang-13"_cc) ==
          std::set<std::string_view>{"clang-13-coroutine", "clang-15-cxx20"});
}

TEST_CASE("an undocumented lower bound is the previous release's") {
    const Resolution resolution = answer({.cuda = "13.5", .stdenv = "gcc-4", .libstdcxx = 15});
    CHECK(argument(reason_for("too-old-as-before", resolution, "gcc-4"_cc), "major") == "6");
    CHECK(argument(reason_for("too-old-as-before", resolution, "gcc-4"_cc), "from") == "13.4.3");
    CHECK(note("lower-bound-inferred", resolution));
    // nvcc's own check is tested separately.
    CHECK(chosen(answer({.cuda = "13.5", .stdenv = "gcc-4", .libstdcxx = 15, .policy = Policy::enforced})) ==
          "gcc-4"_cc);
    CHECK(note("lower-bound-inferred", answer({.cuda = "13.4", .stdenv = "gcc-14"})) == nullptr);
}

TEST_CASE("notes an answer beyond the tables") {
    Tables tables = builtin_tables();
    const Version newest = newest_release(tables)->version;
    Request request;
    request.cuda = newest;
    request.stdenv = {"gcc-14"_cc, 14, {}, {}};
    const auto beyond = [&] { return argument(note("beyond-tables", resolve(tables, request)), "unread"); };
    tables.capabilities_read_through = tables.redist_read_through = tables.advisories_read_through = newest;
    CHECK(beyond().empty());
    tables.capabilities_read_through = "12.8.0"_version;
    CHECK(beyond() == "capabilities (read through 12.8.0)");
    tables.redist_read_through = tables.advisories_read_through = "13.0.0"_version;
    CHECK(beyond() == "capabilities (read through 12.8.0), platforms (read through 13.0.0), "
                      "advisories (read through 13.0.0)");
}

TEST_CASE("compilers of the other family never help") {
    const Resolution resolution = answer({.cuda = "12.8", .stdenv = "clang-23", .available = "gcc-13 gcc-14"});
    CHECK_FALSE(resolution.host);
    CHECK(argument(reason_for("other-family", resolution, "gcc-13"_cc), "family") == "Clang");
}

}  // namespace cudastdenv
