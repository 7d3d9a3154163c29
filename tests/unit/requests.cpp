// SPDX-License-Identifier: MIT
/// Requests with errors that a user could make, in terms of values.

#include "builtin.hpp"
#include "resolve/drivers.hpp"
#include "resolve/releases.hpp"
#include "resolve/resolve.hpp"
#include "sample.hpp"
#include "show.hpp"
#include "tables/lookup.hpp"

#include <algorithm>
#include <array>
#include <limits>
#include <random>
#include <vector>

namespace cudastdenv {

namespace {

template <class Call>
std::string complaint(const Call& call) {
    try {
        call();
        return "";
    } catch (const BadRequest& error) {
        return error.what();
    }
}

}  // namespace

TEST_CASE("two numbers are the newest patch, with the GCC's libstdc++") {
    for (const Release& release : tables.releases) {
        Request exact;
        exact.cuda = release.version;
        exact.stdenv = {.compiler = {Compiler::Family::gcc, 13}, .libstdcxx = 13, .glibc = {}, .fixed_advisories = {}};
        exact.available = {};
        Request natural = exact;
        natural.stdenv.libstdcxx = 0;
        const Resolution expected = resolve(tables, exact);
        CHECK(resolve(tables, natural).host.has_value() == expected.host.has_value());
        natural.cuda = {release.version.major, release.version.minor};
        const Release* newest = find_release(tables, natural.cuda);
        REQUIRE(newest);
        CHECK(resolve(tables, natural).release == newest);
        exact.cuda = newest->version;
        CHECK(pick_host_compiler(tables, natural) == pick_host_compiler(tables, exact));
    }
}

TEST_CASE("an unspecified stdenv is the assumed one") {
    const EnvironmentRow& assumed = *find_environment(tables, tables.assumed_environment);
    Request unspecified, specified;
    unspecified.cuda = specified.cuda = {12, 8};
    specified.stdenv.compiler = assumed.compiler;
    specified.stdenv.libstdcxx = assumed.libstdcxx;
    const std::vector<Compiler> known = known_compilers(tables);
    unspecified.available = specified.available = known;
    CHECK(pick_host_compiler(tables, unspecified) == pick_host_compiler(tables, specified));
}

TEST_CASE("an unspecified Clang links with the assumed libstdc++") {
    Request request;
    request.cuda = {12, 8};
    request.stdenv.compiler = {Compiler::Family::clang, 18};
    CHECK(resolve(tables, request).host);
}

TEST_CASE("each function rejects meaningless requests with a sentence") {
    Request sound;
    sound.cuda = {12, 8};
    sound.stdenv.compiler = {Compiler::Family::gcc, 14};
    REQUIRE(complaint([&] { (void)resolve(tables, sound); }).empty());
    const auto refused = [&](const Request& request) {
        const std::string problem = complaint([&] { (void)resolve(tables, request); });
        CHECK(complaint([&] { (void)pick_host_compiler(tables, request); }) == problem);
        return problem;
    };
    Request unsound = sound;
    unsound.cuda = {12, 99};
    CHECK(refused(unsound).find("12.99") != std::string::npos);
    CHECK_FALSE(complaint([&] { (void)check_capabilities(tables, unsound); }).empty());
    CHECK_FALSE(complaint([&] { (void)judge_driver(tables, unsound, {550}); }).empty());
    CHECK(refused(Request{}).find("unknown CUDA release") != std::string::npos);
    unsound = sound;
    unsound.system = "x86-linux";
    CHECK(refused(unsound).find("'x86-linux'") != std::string::npos);
    unsound.any_system = true;
    CHECK(refused(unsound).empty());
    unsound = sound;
    unsound.stdenv.compiler = {Compiler::Family::clang, 0};
    CHECK(refused(unsound).find("is not a compiler") != std::string::npos);
    unsound.stdenv.compiler = {Compiler::Family::gcc, -1};
    CHECK(refused(unsound).find("is not a compiler") != std::string::npos);
    unsound = sound;
    const std::array<Compiler, 1> none{{{Compiler::Family::clang, 0}}};
    unsound.available = none;
    CHECK(refused(unsound).find("is not a compiler") != std::string::npos);
    unsound = sound;
    unsound.stdenv.libstdcxx = -1;
    CHECK_FALSE(refused(unsound).empty());
    ReleasesQuestion question;
    question.conditions.emplace_back(SystemCondition{"x86-linux", {}});
    CHECK(complaint([&] { (void)find_releases(tables, question); }).find("'x86-linux'") != std::string::npos);
    question.conditions = {CompilerCondition{{{Compiler::Family::clang, 0}}}};
    CHECK(complaint([&] { (void)find_releases(tables, question); }).find("is not a compiler") != std::string::npos);
}

TEST_CASE("no request crashes") {
    std::mt19937 random(7);
    const auto one_of = [&](const auto& choices) { return choices[random() % choices.size()]; };
    constexpr int most = std::numeric_limits<int>::max(), least = std::numeric_limits<int>::min();
    const std::vector<int> numbers{least, -1, 0, 1, 5, 9, 12, 13, 14, 15, 16, 20, 99, most};
    const std::vector<std::string_view> systems{"x86_64-linux", "aarch64-linux", "", "plan9", "powerpc64le-linux"};
    const std::vector<Policy> policies{Policy::nixpkgs, Policy::documented, Policy::enforced};
    const auto version = [&] { return Version{one_of(numbers), one_of(numbers), one_of(numbers)}; };
    const auto compiler = [&] {
        return Compiler{random() % 2 ? Compiler::Family::gcc : Compiler::Family::clang, one_of(numbers)};
    };
    int answered = 0;
    for (int turn = 0; turn < (is_sanitized ? 150 : 4'000); ++turn) {
        const std::vector<Compiler> available{compiler(), compiler()};
        const std::vector<int> headers{one_of(numbers)};
        const std::vector<Capability> capabilities{{one_of(numbers), one_of(numbers)}, {9, 0}};
        Request request;
        request.cuda = random() % 4 ? one_of(tables.releases).version : version();
        request.system = one_of(systems);
        request.any_system = random() % 2;
        request.build_system = one_of(systems);
        request.stdenv.compiler = compiler();
        request.stdenv.libstdcxx = one_of(numbers);
        if (random() % 2) request.stdenv.glibc = version();
        if (random() % 2) request.stdenv.libstdcxx_release = version();
        request.stdenv.nonshared = random() % 2;
        if (random() % 2) request.available = available;
        if (random() % 2) request.libstdcxx_headers = headers;
        if (random() % 2) request.capabilities = capabilities;
        request.forward_compat = random() % 2;
        request.nixpkgs_exact = random() % 2;
        request.policy = one_of(policies);
        const std::string problem = complaint([&] {
            const Resolution resolution = resolve(tables, request);
            ++answered;
            CHECK((resolution.host || !resolution.rejected.empty()));
            (void)make_flags(tables, request, resolution);
            const DriverVersion driver{one_of(numbers), one_of(numbers), one_of(numbers)};
            (void)judge_driver(tables, request, driver);
        });
        (void)complaint([&] { (void)check_capabilities(tables, request); });
        ReleasesQuestion question;
        question.conditions = {CompilerCondition{available}, GlibcCondition{version()},
                               SystemCondition{request.system, {}, request.any_system}};
        (void)complaint([&] { (void)find_releases(tables, question); });
    }
    CHECK(answered > (is_sanitized ? 10 : 100));
}

}  // namespace cudastdenv
