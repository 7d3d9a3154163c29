// SPDX-License-Identifier: MIT
#include "builtin.hpp"
#include "query.hpp"

#include "resolve/host_compiler.hpp"

#include <cstdlib>
#include <new>

namespace {

/// Allocations since the program started. pick_host_compiler() promises none.
std::size_t allocations = 0;

}  // namespace

void* operator new(std::size_t size) {
    ++allocations;
    if (void* memory = std::malloc(size)) return memory;
    throw std::bad_alloc();
}
// The sanitizers' own nothrow operator new would not match the operator delete below.
void* operator new(std::size_t size, const std::nothrow_t&) noexcept {
    ++allocations;
    return std::malloc(size);
}
// If it were inlined, the compiler would warn of a mismatched pair.
[[gnu::noinline]] void operator delete(void* memory) noexcept { std::free(memory); }
[[gnu::noinline]] void operator delete(void* memory, std::size_t) noexcept { std::free(memory); }

namespace cudastdenv {

namespace {

using Family = Compiler::Family;

/// One row of host compilers for one release, with the ranges from a test.
struct OneRow {
    HostCompilerRow row{.family = Family::gcc,
                        .first = {1, 0, 0},
                        .last = {1, 0, 9},
                        .enforced = std::nullopt,
                        .documented = std::nullopt,
                        .nixpkgs = std::nullopt,
                        .grace = std::nullopt};

    HostCompilerRange range(Policy policy, bool exact = false) const {
        Tables tables;
        tables.host_compilers = {&row, 1};
        return host_compiler_range(tables, {1, 0, 3}, Family::gcc, policy, exact);
    }
};

HostRange range_of(std::optional<int> min, int max) { return {.min = min, .max = max, .sources = {}}; }

}  // namespace

TEST_CASE("names each policy and its view") {
    CHECK(to_string(Policy::nixpkgs) == "nixpkgs");
    CHECK(to_string(Policy::documented) == "documented");
    CHECK(to_string(Policy::enforced) == "enforced");
    HostCompilerRow row = OneRow{}.row;
    row.enforced = range_of(1, 2);
    row.documented = range_of(3, 4);
    row.nixpkgs = range_of(5, 6);
    CHECK(view_of(row, Policy::enforced)->max == 2);
    CHECK(view_of(row, Policy::documented)->max == 4);
    CHECK(view_of(row, Policy::nixpkgs)->max == 6);
}

TEST_CASE("the policy's view counts within the enforced range") {
    OneRow one;
    one.row.enforced = range_of(std::nullopt, 14);
    one.row.documented = range_of(6, 13);
    one.row.nixpkgs = range_of(7, 12);
    CHECK(one.range(Policy::nixpkgs).min->major == 7);
    CHECK(one.range(Policy::nixpkgs).max.major == 12);
    CHECK(one.range(Policy::documented).min->major == 6);
    CHECK(one.range(Policy::documented).max.major == 13);
    CHECK_FALSE(one.range(Policy::enforced).min);
    CHECK(one.range(Policy::enforced).max.major == 14);
    for (const Policy policy : {Policy::nixpkgs, Policy::documented, Policy::enforced}) {
        CHECK(one.range(policy).view == policy);
        CHECK(one.range(policy).max.view == policy);
    }
}

TEST_CASE("the enforced range limits each policy, and bounds name their source") {
    OneRow one;
    one.row.enforced = range_of(3, 15);
    one.row.documented = range_of(std::nullopt, 16);
    one.row.nixpkgs = range_of(2, 17);
    for (const Policy policy : {Policy::nixpkgs, Policy::documented}) {
        const HostCompilerRange range = one.range(policy);
        CHECK(range.view == policy);
        CHECK(range.max.major == 15);
        CHECK(range.max.view == Policy::enforced);
        REQUIRE(range.min);
        CHECK(range.min->major == 3);
        CHECK(range.min->view == Policy::enforced);
    }
    const HostCompilerRange exact = one.range(Policy::nixpkgs, true);
    CHECK(exact.max.major == 17);
    CHECK(exact.max.view == Policy::nixpkgs);
    CHECK(exact.min->major == 2);
}

TEST_CASE("attributes equal bounds to the policy") {
    OneRow one;
    one.row.enforced = range_of(3, 15);
    one.row.nixpkgs = range_of(3, 15);
    CHECK(one.range(Policy::nixpkgs).max.view == Policy::nixpkgs);
    CHECK(one.range(Policy::nixpkgs).min->view == Policy::nixpkgs);
}

TEST_CASE("a policy without a row uses the next one") {
    OneRow one;
    one.row.enforced = range_of(std::nullopt, 16);
    CHECK(one.range(Policy::nixpkgs).view == Policy::enforced);
    CHECK(one.range(Policy::documented).view == Policy::enforced);
    one.row.documented = range_of(6, 16);
    CHECK(one.range(Policy::nixpkgs).view == Policy::documented);
    CHECK(one.range(Policy::enforced).view == Policy::enforced);
    OneRow documented_only;
    documented_only.row.documented = range_of(6, 9);
    CHECK(documented_only.range(Policy::nixpkgs).max.major == 9);
    CHECK(documented_only.range(Policy::nixpkgs).max.view == Policy::documented);
}

TEST_CASE("the enforced policy falls back to documented ranges") {
    OneRow one;
    one.row.documented = range_of(6, 9);
    const HostCompilerRange range = one.range(Policy::enforced);
    CHECK(range.max.major == 9);
    CHECK(range.view == Policy::documented);
}

TEST_CASE("a release without a row has an empty range") {
    CHECK(host_compiler_range({}, {1, 0, 0}, Family::gcc, Policy::nixpkgs, false).max.major == 0);
}

TEST_CASE("GCC with its headers is measured for each available nvcc") {
    const Resolution measured = answer({.cuda = "13.0.2", .stdenv = "gcc-14"});
    REQUIRE(measured.host);
    CHECK_FALSE(measured.host->headers_inferred);
    CHECK(note("headers-inferred", measured) == nullptr);
    CHECK(note("own-headers-inferred", measured) == nullptr);
    const Resolution inferred = answer({.cuda = "12.8.1", .stdenv = "gcc-14"});
    REQUIRE(inferred.host);
    CHECK(inferred.host->headers_inferred);
    CHECK(argument(note("own-headers-inferred", inferred), "headers") == "14");
}

TEST_CASE("uses the stdenv's compiler even if a newer one exists") {
    const Resolution resolution =
        answer({.cuda = "12.8.1", .stdenv = "gcc-12", .available = "gcc-11 gcc-13 gcc-14", .libstdcxx = 14});
    REQUIRE(resolution.host);
    CHECK(resolution.host->compiler == "gcc-12"_cc);
    CHECK(resolution.host->uses_stdenv);
    CHECK(resolution.host->headers == 12);
    for (const Rejection& rejection : resolution.rejected) {
        REQUIRE(rejection.reason.id == "superseded");
        CHECK(argument_of(rejection.reason, "by") == "gcc-12");
    }
}

TEST_CASE("otherwise uses the newest available compiler of the family") {
    const Resolution resolution =
        answer({.cuda = "12.8.1", .stdenv = "gcc-15", .available = "gcc-9 gcc-14 gcc-13 clang-18 gcc-15"});
    REQUIRE(resolution.host);
    CHECK(resolution.host->compiler == "gcc-14"_cc);
    CHECK_FALSE(resolution.host->uses_stdenv);
    CHECK(resolution.host->range.max.major == 14);
    const Diagnostic* too_new = reason_for("too-new", resolution, "gcc-15"_cc);
    REQUIRE(too_new);
    CHECK(argument_of(*too_new, "major") == "14");
    CHECK_FALSE(too_new->sources.empty());
    CHECK(argument(reason_for("superseded", resolution, "gcc-13"_cc), "by") == "gcc-14");
    CHECK(argument(reason_for("other-family", resolution, "clang-18"_cc), "family") == "GCC");
    CHECK(resolution.rejected.size() == 4);
}

TEST_CASE("prefers the stdenv's family, then the newest") {
    const Resolution resolution =
        answer({.cuda = "12.8.1", .stdenv = "gcc-15", .available = "clang-18 gcc-9 gcc-16 clang-19 gcc-13"});
    std::vector<Compiler> order;
    for (const Rejection& rejection : resolution.rejected) order.push_back(rejection.compiler);
    CHECK(chosen(resolution) == "gcc-13"_cc);
    CHECK(order == compilers("gcc-16 gcc-15 gcc-9 clang-19 clang-18"));
}

TEST_CASE("rejects a GCC with a newer libstdc++ than the stdenv") {
    const Query query{.cuda = "12.8.1", .stdenv = "gcc-5", .available = "gcc-9 gcc-14", .libstdcxx = 9};
    const Resolution resolution = answer(query);
    CHECK(chosen(resolution) == "gcc-9"_cc);
    CHECK(argument(reason_for("newer-libstdcxx", resolution, "gcc-14"_cc), "own") == "14");
    CHECK(argument(reason_for("newer-libstdcxx", resolution, "gcc-14"_cc), "stdenv") == "9");
    Query exact = query;
    exact.exact = true;
    CHECK(chosen(answer(exact)) == "gcc-14"_cc);
}

TEST_CASE("rejects the stdenv's GCC if an older libstdc++ is linked") {
    const Resolution resolution =
        answer({.cuda = "12.8.1", .stdenv = "gcc-14", .available = "gcc-12", .libstdcxx = 13});
    CHECK(chosen(resolution) == "gcc-12"_cc);
    CHECK(reason_for("newer-libstdcxx", resolution, "gcc-14"_cc));
}

TEST_CASE("rejects a compiler that does not know the standard") {
    const auto oldest_for = [](CxxStandard standard, std::string_view compiler) {
        const Resolution resolution =
            answer({.cuda = "12.0.0", .stdenv = compiler, .policy = Policy::enforced, .standard = standard});
        const Diagnostic* reason = reason_for("compiler-lacks-standard", resolution, *parse_compiler(compiler));
        return reason ? std::string(argument(reason, "compiler")) : "";
    };
    CHECK(oldest_for(CxxStandard::cxx20, "gcc-9") == "gcc-10");
    CHECK(oldest_for(CxxStandard::cxx20, "clang-9") == "clang-10");
    CHECK(oldest_for(CxxStandard::cxx20, "gcc-5") == "gcc-10");
    CHECK(oldest_for(CxxStandard::cxx20, "gcc-10").empty());
    CHECK(oldest_for(CxxStandard::cxx17, "gcc-5").empty());  // nvcc's own limit is higher
}

TEST_CASE("a known breakage is its own reason") {
    // CUDA 11.4.4 enforces GCC 11, but cannot parse libstdc++ 11.
    const Query query{.cuda = "11.4.4", .stdenv = "gcc-11", .available = "gcc-10", .policy = Policy::enforced};
    const Resolution resolution = answer(query);
    CHECK(chosen(resolution) == "gcc-10"_cc);
    CHECK(argument(reason_for("known-broken", resolution, "gcc-11"_cc), "advisory") == "gcc-11-std-function");
    Query fixed = query;
    fixed.fixed = {"gcc-11-std-function"};
    CHECK(chosen(answer(fixed)) == "gcc-11"_cc);
    Query exact = query;
    exact.exact = true;
    CHECK(chosen(answer(exact)) == "gcc-11"_cc);
}

TEST_CASE("a glibc breakage needs a known glibc") {
    const Query query{.cuda = "12.4.0", .stdenv = "gcc-13", .available = "gcc-12"};
    CHECK(chosen(answer(query)) == "gcc-13"_cc);
    Query glibc = query;
    glibc.glibc = "2.35";
    CHECK(chosen(answer(glibc)) == "gcc-12"_cc);
    glibc.glibc = "2.34";
    CHECK(chosen(answer(glibc)) == "gcc-13"_cc);
}

TEST_CASE("a Clang gets the newest headers that all limits allow") {
    const auto headers = [](const Query& query) {
        const Resolution resolution = answer(query);
        return resolution.host ? resolution.host->headers : std::optional<int>();
    };
    CHECK(headers({.cuda = "12.4.1", .stdenv = "clang-17", .libstdcxx = 16}) == 15);
    CHECK(headers({.cuda = "12.4.1", .stdenv = "clang-17", .libstdcxx = 16, .standard = CxxStandard::cxx20}) == 13);
    CHECK(headers({.cuda = "13.0.2", .stdenv = "clang-18", .libstdcxx = 16}) == 15);
    CHECK(headers({.cuda = "13.0.2", .stdenv = "clang-16", .libstdcxx = 16, .standard = CxxStandard::cxx20}) == 14);
    CHECK(headers({.cuda = "13.0.2", .stdenv = "clang-18", .libstdcxx = 12}) == 12);
    CHECK(headers({.cuda = "13.0.2", .stdenv = "clang-18", .libstdcxx = 16, .headers = {11, 13, 16}}) == 13);
    CHECK(headers({.cuda = "13.0.2", .stdenv = "clang-18", .libstdcxx = 16, .headers = {13, 11, 13}}) == 13);
    CHECK(headers({.cuda = "13.0.2", .stdenv = "clang-18", .libstdcxx = 16, .headers = {16}}) == std::nullopt);
    CHECK(headers({.cuda = "12.8.1", .stdenv = "clang-18", .libstdcxx = 16, .exact = true}) == 16);
    CHECK(headers({.cuda = "12.8.1", .stdenv = "gcc-13", .libstdcxx = 16}) == 13);
}

TEST_CASE("rejects a Clang without usable headers and names the limit") {
    const Resolution standard = answer({.cuda = "13.0.2", .stdenv = "clang-15", .standard = CxxStandard::cxx20});
    CHECK_FALSE(standard.host);
    const Diagnostic* none = reason_for("headers-none", standard, "clang-15"_cc);
    REQUIRE(none);
    // The headers of gcc-12 and newer are measured, and fail.
    CHECK(argument_of(*none, "nvcc") == "11");
    CHECK_FALSE(none->sources.empty());

    const Resolution headers = answer(
        {.cuda = "12.4.1", .stdenv = "clang-17", .libstdcxx = 16, .headers = {14, 16}, .standard = CxxStandard::cxx20});
    const Diagnostic* too_new = reason_for("headers-too-new", headers, "clang-17"_cc);
    REQUIRE(too_new);
    CHECK(argument_of(*too_new, "nvcc") == "13");
    CHECK(argument_of(*too_new, "clang") == "15");
}

TEST_CASE("a Clang falls back to headers without known breakage") {
    // nvcc 11.4 enforces GCC 11, but fails with libstdc++ 11, so the headers are those of GCC 10.
    const Query query{.cuda = "11.4.4", .stdenv = "clang-12", .libstdcxx = 15};
    CHECK(answer(query).host->headers == 10);
    Query only_eleven = query;
    only_eleven.headers = {11};
    const Resolution resolution = answer(only_eleven);
    CHECK_FALSE(resolution.host);
    CHECK(argument(reason_for("known-broken", resolution, "clang-12"_cc), "advisory") == "gcc-11-std-function");
}

TEST_CASE("says if nothing was measured") {
    const Resolution inferred = answer({.cuda = "12.8.1", .stdenv = "clang-18"});
    CHECK(inferred.host->headers_inferred);
    CHECK(argument(note("headers-inferred", inferred), "headers") == "14");
    const Resolution measured = answer({.cuda = "12.4.1", .stdenv = "clang-17"});
    CHECK_FALSE(measured.host->headers_inferred);
    CHECK(note("headers-inferred", measured) == nullptr);
    CHECK(note("own-headers-inferred", measured) == nullptr);
    const Resolution clang = answer({.cuda = "13.0.2", .stdenv = "clang-20"});
    CHECK(argument(note("headers-inferred", clang), "headers") == std::to_string(clang.host->headers.value()));
}

TEST_CASE("uses the stdenv's compiler on systems that nobody packages") {
    for (const std::string_view stdenv : {"gcc-3", "gcc-99", "clang-3", "clang-99"}) {
        const Resolution resolution = answer({.cuda = "12.8.1",
                                              .stdenv = stdenv,
                                              .available = "gcc-13 clang-18",
                                              .libstdcxx = 10,
                                              .system = "aarch64-darwin",
                                              .exact = true});
        CHECK(resolution.host->compiler == parse_compiler(stdenv));
        CHECK(resolution.host->uses_stdenv);
        CHECK(resolution.redist == "unsupported");
        CHECK(note("unsupported-system", resolution));
        CHECK(note("range-fallback", resolution) == nullptr);
        CHECK(resolution.rejected.size() == 2);
    }
}

TEST_CASE("finds no compiler without a shipped toolkit or usable GCC") {
    for (const std::string_view system : {"riscv64-linux", "i686-linux", "aarch64-darwin", "plan9"})
        for (const Policy policy : {Policy::nixpkgs, Policy::documented, Policy::enforced}) {
            const Resolution resolution = answer({.cuda = "12.8",
                                                  .stdenv = "gcc-14",
                                                  .available = "gcc-13 clang-18",
                                                  .system = system,
                                                  .policy = policy});
            CHECK_FALSE(resolution.host);
            CHECK(resolution.rejected.size() == 3);
            for (const Compiler compiler : compilers("gcc-14 gcc-13 clang-18"))
                CHECK(reason_for("nothing-shipped", resolution, compiler));
        }
    const Resolution windows = answer({.cuda = "12.8", .stdenv = "gcc-14", .system = "x86_64-windows"});
    CHECK(reason_for("system-not-covered", windows, "gcc-14"_cc));
    CHECK(windows.redist == "windows-x86_64");
    CHECK(reason_for("system-not-covered", answer({.cuda = "10.2.89", .stdenv = "clang-8", .system = "x86_64-darwin"}),
                     "clang-8"_cc));
    CHECK(reason_for("platform-ended", answer({.cuda = "11.8.0", .stdenv = "clang-8", .system = "x86_64-darwin"}),
                     "clang-8"_cc));
    // NVIDIA supported Windows long before its manifests had today's format.
    CHECK(reason_for("system-not-covered", answer({.cuda = "10.0.130", .stdenv = "gcc-7", .system = "x86_64-windows"}),
                     "gcc-7"_cc));
}

TEST_CASE("a named platform counts if no capability decides") {
    Query query{.cuda = "13.0", .stdenv = "gcc-14", .system = "aarch64-linux"};
    Asked asked(query);
    Request request = asked.request();
    CHECK(resolve(builtin_tables(), request).host);
    request.redist_asked = "linux-aarch64";
    CHECK(reason_for("platform-ended", resolve(builtin_tables(), request), "gcc-14"_cc));
    request.cuda = "12.8.1"_version;
    CHECK(resolve(builtin_tables(), request).host);
}

TEST_CASE("NVIDIA ships platforms that nixpkgs does not package") {
    const Query query{.cuda = "11.8.0", .stdenv = "gcc-13", .available = "gcc-11", .system = "powerpc64le-linux"};
    const Resolution nixpkgs = answer(query);
    CHECK(nixpkgs.redist == "linux-ppc64le");
    CHECK(chosen(nixpkgs) == "gcc-11"_cc);
    CHECK(argument(note("not-packaged-by-nixpkgs", nixpkgs), "platform") == "linux-ppc64le");

    Query documented = query;
    documented.policy = Policy::documented;
    const Resolution nvidia = answer(documented);
    CHECK(nvidia.redist == "linux-ppc64le");
    CHECK(chosen(nvidia) == "gcc-11"_cc);
    CHECK(note("not-packaged-by-nixpkgs", nvidia) == nullptr);
    documented.cuda = "12.5.0";
    CHECK(answer(documented).redist == "unsupported");
    CHECK(argument(note("platform-ended", answer(documented)), "platform") == "linux-ppc64le");
    documented.exact = true;
    documented.cuda = "11.8.0";
    CHECK(answer(documented).redist == "unsupported");
}

TEST_CASE("a platform ships between its limits except where absent") {
    const std::array absent{"12.3.0"_version, "12.3.1"_version};
    RedistSystemRow row{.nix = "aarch64-linux",
                        .redist = "linux-aarch64",
                        .pkgs_cross = {},
                        .jetson = true,
                        .nixpkgs = true,
                        .first = "11.8.0"_version,
                        .last = "12.9.1"_version,
                        .absent = absent,
                        .sources = {}};
    CHECK(ships(row, "11.8.0"_version));
    CHECK(ships(row, "12.9.1"_version));
    CHECK(ships(row, "12.3.2"_version));
    CHECK_FALSE(ships(row, "12.3.1"_version));
    CHECK_FALSE(ships(row, "11.7.1"_version));
    CHECK_FALSE(ships(row, "12.9.2"_version));
    row.last.reset();
    CHECK(ships(row, "13.5.0"_version));
    row.first.reset();
    CHECK_FALSE(ships(row, "13.5.0"_version));
}

TEST_CASE("a Jetson is separate until the release unifies Arm") {
    const auto redist = [](std::string_view cuda, std::string_view list, std::string_view system) {
        return answer({.cuda = cuda, .capabilities = list, .system = system}).redist;
    };
    CHECK(redist("12.6", "8.7", "aarch64-linux") == "linux-aarch64");
    CHECK(redist("12.6", "9.0", "aarch64-linux") == "linux-sbsa");
    CHECK(redist("12.6", "", "aarch64-linux") == "linux-sbsa");
    CHECK(redist("12.9", "10.1", "aarch64-linux") == "linux-sbsa");
    CHECK(redist("12.9", "8.7", "aarch64-linux") == "linux-aarch64");
    CHECK(redist("13.0", "8.7", "aarch64-linux") == "linux-sbsa");
    CHECK(redist("13.0", "11.0", "aarch64-linux") == "linux-sbsa");
    CHECK(redist("12.6", "9.0", "x86_64-linux") == "linux-x86_64");
    CHECK(jetson_sbsa_from(builtin_tables(), "12.9.1"_version) == "10.1"_cap);
    CHECK(jetson_sbsa_from(builtin_tables(), "13.0.0"_version) == "8.7"_cap);
    CHECK(note_called("not-shipped", answer({.cuda = "12.3.2", .capabilities = "8.7", .system = "aarch64-linux"})));
    CHECK(note_called("not-shipped", answer({.cuda = "12.4.1", .capabilities = "8.7", .system = "aarch64-linux"})) ==
          nullptr);
}

TEST_CASE("a JetPack has its own release and its upgrades") {
    const Tables tables = builtin_tables();
    const auto on = [&](const char* environment, std::string_view cuda) {
        Request request = plain_request(parse_version(cuda).value(), jetson_system);
        request.stdenv = stdenv_in(tables, *find_environment(tables, environment));
        return resolve(tables, request);
    };
    CHECK(on("jetpack-5.1", "11.4").redist == "linux-aarch64");
    CHECK(on("jetpack-5.1", "11.4").resolved == capabilities("7.2 8.7"));
    CHECK(on("jetpack-6.2", "12.6").resolved == capabilities("8.7"));
    CHECK(on("jetpack-7.2", "13.2").redist == "linux-sbsa");
    CHECK(on("jetpack-7.2", "13.2").resolved == capabilities("8.7 11.0"));
    CHECK(on("jetpack-7.2", "13.0").resolved == capabilities("11.0"));
    const Resolution none = on("jetpack-4.6", "11.4");
    CHECK_FALSE(none.host);
    CHECK(note("jetpack-unknown", on("jetpack-6.2", "13.2")));
    CHECK_FALSE(note("jetpack-unknown", on("jetpack-6.2", "12.9")));
    CHECK(note_called("not-shipped", none)->id == "platform-jetpack");
    CHECK(none.resolved.empty());
}

TEST_CASE("picking only the host compiler does not allocate") {
    for (const Release& release : builtin_tables().releases) {
        const std::string cuda = to_string(release.version);
        for (const std::string_view stdenv : {"gcc-16", "gcc-13", "clang-23", "clang-15"})
            for (const std::string_view system : {"x86_64-linux", "aarch64-linux", "aarch64-darwin"}) {
                const Asked asked({.cuda = cuda,
                                   .stdenv = stdenv,
                                   .available = "gcc-9 gcc-10 gcc-11 gcc-12 gcc-14 clang-12 clang-16 clang-19",
                                   .capabilities = "8.7",
                                   .libstdcxx = 14,
                                   .glibc = "2.42",
                                   .system = system,
                                   .standard = CxxStandard::cxx20});
                const std::size_t before = allocations;
                const auto picked = pick_host_compiler(tables, asked.request());
                const std::size_t after = allocations;
                CHECK(after == before);
                CHECK(picked == chosen(resolve(tables, asked.request())));
            }
    }
    // The counter works.
    const std::size_t before = allocations;
    CHECK(answer({}).host);
    CHECK(allocations > before);
}

}  // namespace cudastdenv
