#include "query.hpp"

#include <set>

namespace cudastdenv {

TEST_CASE("a release that is not in the tables has no answer, and no crash either") {
    for (const std::string_view version : {"12.7", "0.0.0", "99.9.9"})
        for (const std::string_view stdenv : {"gcc-13", "clang-18"})
            for (const std::string_view system : {"x86_64-linux", "aarch64-darwin", "plan9"})
                for (const bool exact : {false, true}) {
                    const Asked asked(
                        {.stdenv = stdenv, .available = "gcc-12 clang-17", .system = system, .exact = exact});
                    Request request = asked.request();
                    request.cuda = parse_version(version).value();
                    const Resolution resolution = resolve(builtin_tables(), request);
                    CHECK(resolution.release == nullptr);
                    CHECK_FALSE(resolution.host);
                    CHECK(resolution.rejected.empty());
                    // Its contract asks for a release of the tables; it has to survive another one, being noexcept.
                    static_cast<void>(pick_host_compiler(builtin_tables(), request));
                    static_cast<void>(check_capabilities(builtin_tables(), request));
                }
}

TEST_CASE("two numbers are a release to find_release() only") {
    Request request = Asked({}).request();
    request.available = {};
    request.cuda = "12.8"_version;
    const Resolution resolution = resolve(builtin_tables(), request);
    REQUIRE(resolution.release);
    CHECK(resolution.release->version >= "12.8.1"_version);
}

TEST_CASE("a system that no row knows is unsupported") {
    const Resolution resolution = answer({.cuda = "12.8", .stdenv = "gcc-99", .system = "plan9"});
    CHECK(resolution.redist == "unsupported");
    CHECK(chosen(resolution) == "gcc-99"_cc);
    CHECK(note<UnsupportedSystem>(resolution));
    CHECK(note<NotShipped>(resolution) == nullptr);
    CHECK(note<NotPackagedByNixpkgs>(resolution) == nullptr);
}

TEST_CASE("the answer names its release") {
    CHECK(answer({.cuda = "12.8.1"}).release == find_release(builtin_tables(), "12.8.1"_version));
    CHECK(answer({.cuda = "13.4.0"}).release->preview);
}

TEST_CASE("the notes about ranges") {
    const Resolution unpackaged = answer({.cuda = "13.3", .stdenv = "gcc-15"});
    REQUIRE(note<RangeFallback>(unpackaged));
    CHECK(note<RangeFallback>(unpackaged)->wanted == Policy::nixpkgs);
    CHECK(note<RangeFallback>(unpackaged)->used == Policy::documented);
    const Resolution undocumented = answer({.cuda = "11.4.0", .stdenv = "gcc-10", .policy = Policy::documented});
    REQUIRE(note<RangeFallback>(undocumented));
    CHECK(note<RangeFallback>(undocumented)->used == Policy::enforced);
    CHECK(note<RangeFallback>(answer({.cuda = "12.8"})) == nullptr);
    CHECK(note<PreviewRelease>(answer({.cuda = "13.4.0"})));
    CHECK(note<PreviewRelease>(answer({.cuda = "13.4.1"})) == nullptr);
}

TEST_CASE("the notes about a Clang") {
    const Resolution older =
        answer({.cuda = "12.4.1", .stdenv = "clang-17", .libstdcxx = 15, .standard = CxxStandard::cxx20});
    REQUIRE(note<HeadersOlderThanLibrary>(older));
    CHECK(note<HeadersOlderThanLibrary>(older)->headers == 13);
    CHECK(note<HeadersOlderThanLibrary>(older)->library == 15);
    CHECK(note<HeadersOlderThanLibrary>(answer({.cuda = "12.4.1", .stdenv = "clang-17", .libstdcxx = 13})) == nullptr);
    // Of a GCC the headers are always its own.
    CHECK(note<HeadersOlderThanLibrary>(answer({.cuda = "12.8", .stdenv = "gcc-13", .libstdcxx = 15})) == nullptr);

    const Resolution grace = answer({.cuda = "12.8", .stdenv = "clang-18", .system = "aarch64-linux"});
    REQUIRE(note<GraceClang>(grace));
    CHECK(note<GraceClang>(grace)->window.max == 19);
    CHECK(note<GraceClang>(answer({.cuda = "12.8", .stdenv = "clang-18"})) == nullptr);
    CHECK(note<GraceClang>(answer({.cuda = "12.8", .stdenv = "gcc-13", .system = "aarch64-linux"})) == nullptr);
    CHECK(note<GraceClang>(answer({.cuda = "11.8", .stdenv = "clang-14", .system = "aarch64-linux"})) == nullptr);
}

TEST_CASE("a compiler that no row knows is noted once") {
    const auto unknown = [](const Query& query) {
        std::multiset<Compiler> compilers;
        const Resolution resolution = answer(query);
        for (const Note& each : resolution.notes)
            if (const auto* found = std::get_if<UnknownCompiler>(&each)) compilers.insert(found->compiler);
        return compilers;
    };
    CHECK(unknown({.stdenv = "gcc-13"}).empty());
    CHECK(unknown({.stdenv = "gcc-40"}) == std::multiset{"gcc-40"_cc});
    CHECK(unknown({.stdenv = "gcc-13", .libstdcxx = 40}) == std::multiset{"gcc-40"_cc});
    CHECK(unknown({.stdenv = "gcc-41", .libstdcxx = 40}) == std::multiset{"gcc-40"_cc, "gcc-41"_cc});
    CHECK(unknown({.stdenv = "clang-18", .libstdcxx = 40}) == std::multiset{"gcc-40"_cc});
}

TEST_CASE("advisories of the answer are those of the chosen compiler") {
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
    // Without an answer there is no compiler whose advisories could apply; what concerns everybody still does.
    const Query none{.cuda = "12.8", .stdenv = "gcc-16", .glibc = "2.42"};
    CHECK_FALSE(answer(none).host);
    CHECK(ids(none) == std::set<std::string_view>{"glibc-2.41-sinpi", "glibc-2.42-rsqrt"});
    CHECK(ids({.cuda = "13.0", .stdenv = "gcc-15", .libstdcxx = 16, .standard = CxxStandard::cxx20})
              .contains("libstdcxx-16-partial-ordering"));
    CHECK_FALSE(ids({.cuda = "13.0", .stdenv = "gcc-15", .libstdcxx = 16}).contains("libstdcxx-16-partial-ordering"));
}

TEST_CASE("available compilers of the other family never help") {
    const Resolution resolution = answer({.cuda = "12.8", .stdenv = "clang-23", .available = "gcc-13 gcc-14"});
    CHECK_FALSE(resolution.host);
    CHECK(reason_for<OtherFamily>(resolution, "gcc-13"_cc)->stdenv == Compiler::Family::clang);
}

}  // namespace cudastdenv
