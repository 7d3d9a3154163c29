// SPDX-License-Identifier: MIT
// Mistakes of other projects, one case for each. The numbers are those of their collection, "Lessons" T1 to T25. T19,
// T20 and T24 are about commands that do not exist yet.

#include "query.hpp"
#include "resolve/resolve.hpp"

#include "spelling/spell.hpp"

#include <map>

namespace cudastdenv {

namespace {

bool has_advisory(const Resolution& resolution, std::string_view id) {
    return std::ranges::find(resolution.advisories, id, &AdvisoryRow::id) != resolution.advisories.end();
}

/// The only problem, which must have that id.
Diagnostic only_problem(std::string_view id, const Query& query) {
    const auto found = problems(query);
    REQUIRE(found.size() == 1);
    REQUIRE(found.front().id == id);
    return found.front();
}

bool accepts(std::string_view cuda, std::string_view compiler, Policy policy = Policy::nixpkgs) {
    return chosen(answer({.cuda = cuda, .stdenv = compiler, .policy = policy})) == parse_compiler(compiler);
}

}  // namespace

TEST_CASE("T1: CUDA 12.8 supports 12.0a") { CHECK(problems({.cuda = "12.8", .capabilities = "12.0a"}).empty()); }

TEST_CASE("T2: 12.0f, 10.3 and 12.1 need CUDA 12.9") {
    for (const std::string_view capability : {"12.0f", "10.3", "12.1"}) {
        const Diagnostic problem = only_problem("capability-too-new", {.cuda = "12.8", .capabilities = capability});
        CHECK(argument_of(problem, "capability") == capability);
        CHECK(argument_of(problem, "first") == "12.9");
    }
}

TEST_CASE("T3: 10.1 was renamed 11.0 in CUDA 13.0") {
    const Diagnostic problem = only_problem("capability-renamed",
                                            {.cuda = "13.0", .capabilities = "10.1", .system = "aarch64-linux"});
    CHECK(argument_of(problem, "now") == "11.0");
    CHECK(argument_of(problem, "since") == "13.0");
}

TEST_CASE("T4: 11.0 was called 10.1 before CUDA 13.0") {
    const Diagnostic problem = only_problem("capability-not-yet-renamed",
                                            {.cuda = "12.9", .capabilities = "11.0", .system = "aarch64-linux"});
    CHECK(argument_of(problem, "before") == "10.1");
    CHECK(argument_of(problem, "since") == "13.0");
}

TEST_CASE("T5: CUDA 11.8 supports 9.0, but 9.0a needs 12.0") {
    CHECK(problems({.cuda = "11.8", .capabilities = "9.0"}).empty());
    const Diagnostic problem = only_problem("capability-too-new", {.cuda = "11.8", .capabilities = "9.0a"});
    CHECK(argument_of(problem, "first") == "12.0");
}

TEST_CASE("T6: CUDA 11.4 supports 8.7") {
    CHECK(problems({.cuda = "11.4", .capabilities = "8.7", .system = "aarch64-linux"}).empty());
}

TEST_CASE("T7: CUDA 13.0 supports neither 7.0 nor 7.2") {
    for (const std::string_view capability : {"7.0", "7.2"}) {
        const Query query{.cuda = "13.0", .capabilities = capability, .system = "aarch64-linux"};
        CHECK(argument_of(only_problem("capability-too-old", query), "last") == "12.9");
    }
}

TEST_CASE("T8: 8.8 needs CUDA 13.0 or later") {
    const Diagnostic problem = only_problem("capability-too-new", {.cuda = "12.9", .capabilities = "8.8"});
    CHECK(argument_of(problem, "first") == "13.0");
    CHECK(problems({.cuda = "13.0", .capabilities = "8.8"}).empty());
}

TEST_CASE("T9: CUDA 12.8 accepts Clang 19 but not 20") {
    CHECK(accepts("12.8", "clang-19"));
    CHECK_FALSE(accepts("12.8", "clang-20"));
}

TEST_CASE("T10: CUDA 12.3 rejects GCC 13") {
    CHECK_FALSE(accepts("12.3", "gcc-13", Policy::enforced));
    CHECK(accepts("12.3", "gcc-12"));
}

TEST_CASE("T11: a patch release of CUDA 12.2 added Clang 16") {
    for (const Policy policy : {Policy::nixpkgs, Policy::documented, Policy::enforced}) {
        CHECK_FALSE(accepts("12.2.0", "clang-16", policy));
        CHECK(accepts("12.2.2", "clang-16", policy));
    }
    CHECK_FALSE(accepts("12.2.1", "clang-16", Policy::documented));
}

TEST_CASE("T12: CUDA 12.7 was never released") {
    CHECK(find_release(builtin_tables(), "12.7"_version) == nullptr);
    const auto never = builtin_tables().never_released;
    CHECK(std::ranges::find(never, "12.7"_version, &NeverReleased::version) != never.end());
}

TEST_CASE("T13: CUDA 11.8 has rows") {
    CHECK(accepts("11.8", "gcc-11"));
    CHECK_FALSE(accepts("11.8", "gcc-12"));
    CHECK(accepts("11.8", "clang-14"));
    CHECK_FALSE(accepts("11.8", "clang-15"));
}

TEST_CASE("T14: only the major version counts") {
    CHECK(accepts("13.0", "gcc-15.3"));
    CHECK(accepts("12.6", "gcc@13.99"));
}

TEST_CASE("T15: CUDA 13.3 rejects GCC 16") { CHECK_FALSE(accepts("13.3", "gcc-16", Policy::enforced)); }

TEST_CASE("T15b: CUDA 13.4.1 and its preview accept GCC 16 and Clang 22") {
    for (const std::string_view cuda : {"13.4.0", "13.4.1"}) {
        CHECK(accepts(cuda, "gcc-16"));
        CHECK_FALSE(accepts(cuda, "gcc-17"));
        CHECK(accepts(cuda, "clang-22"));
        CHECK_FALSE(accepts(cuda, "clang-23"));
        CHECK((note("preview", answer({.cuda = cuda})) != nullptr) == (cuda == "13.4.0"));
    }
    CHECK(accepts("13.1", "gcc-15"));
}

TEST_CASE("T15c: glibc 2.41 breaks CUDA 12.8, and glibc 2.42 CUDA 13.1") {
    CHECK(has_advisory(answer({.cuda = "12.8", .glibc = "2.41"}), "glibc-2.41-sinpi"));
    CHECK_FALSE(has_advisory(answer({.cuda = "12.8", .glibc = "2.40"}), "glibc-2.41-sinpi"));
    CHECK_FALSE(has_advisory(answer({.cuda = "13.0", .glibc = "2.41"}), "glibc-2.41-sinpi"));
    CHECK(has_advisory(answer({.cuda = "13.1", .glibc = "2.42"}), "glibc-2.42-rsqrt"));
    CHECK_FALSE(has_advisory(answer({.cuda = "13.1", .glibc = "2.41"}), "glibc-2.42-rsqrt"));
    CHECK_FALSE(has_advisory(answer({.cuda = "13.2", .glibc = "2.42"}), "glibc-2.42-rsqrt"));
    // Every compiler is affected: it is reported, but not a reason to choose another one.
    CHECK(chosen(answer({.cuda = "12.8", .glibc = "2.42"})) == "gcc-13"_cc);
}

TEST_CASE("T16: 9.0a gets PTX of 9.0, with a note") {
    const Resolution resolution = answer({.cuda = "12.8", .capabilities = "9.0a"});
    CHECK(resolution.resolved == std::vector{"9.0a"_cap});
    CHECK(resolution.ptx == "9.0"_cap);
    const auto* ptx = note("ptx-of-baseline", resolution);
    CHECK(argument(ptx, "listed") == "9.0a");
    CHECK(argument(ptx, "ptx") == "9.0");
}

TEST_CASE("T17: the highest capability is 10.0 in any order") {
    for (const std::string_view list :
         {"8.0 10.0 9.0", "8.0 9.0 10.0", "9.0 8.0 10.0", "9.0 10.0 8.0", "10.0 8.0 9.0", "10.0 9.0 8.0"}) {
        const Resolution resolution = answer({.cuda = "12.8", .capabilities = list});
        CHECK(resolution.resolved == capabilities("8.0 9.0 10.0"));
        CHECK(resolution.ptx == "10.0"_cap);
        CHECK(note("ptx-of-baseline", resolution) == nullptr);
    }
}

TEST_CASE("T18: one number has family-specific code or not") {
    for (const std::string_view list : {"10.0 10.0f", "10.0f 10.0", "10.3 10.3f", "10.0 10.0a 10.0f", "12.0f 12.0"})
        CHECK(problems({.cuda = "12.9", .capabilities = list}).at(0).id == "slot-conflict");
    for (const std::string_view list : {"10.0 10.0a", "10.0a 10.0f", "10.3 10.0f", "10.0f 10.3f", "12.1 12.0f"})
        CHECK(problems({.cuda = "12.9", .capabilities = list}).empty());
    const Diagnostic problem = only_problem("slot-conflict", {.cuda = "12.9", .capabilities = "10.0f 10.0"});
    CHECK(argument_of(problem, "specific") == "10.0f");
    CHECK(argument_of(problem, "other") == "10.0");
}

TEST_CASE("T21: CMake gets -real on each entry except the PTX one") {
    const Asked asked({.cuda = "12.8", .capabilities = "7.5 8.6"});
    const Resolution resolution = resolve(builtin_tables(), asked.request());
    CHECK(write_list(*find_spelling("cmake"), {builtin_tables()}, build_list(resolution)).text == "75-real;86");
}

TEST_CASE("T23: no default list has a Jetson") {
    for (const Release& release : builtin_tables().releases)
        for (const Policy policy : {Policy::nixpkgs, Policy::documented, Policy::enforced})
            for (const std::string_view system : {"x86_64-linux", "aarch64-linux"}) {
                const std::string cuda = to_string(release.version);
                const Resolution resolution = answer({.cuda = cuda, .system = system, .policy = policy});
                CHECK_FALSE(resolution.jetson);
                for (const Capability capability : resolution.defaults)
                    CHECK_FALSE(find_capability(builtin_tables(), capability)->jetson);
            }
}

TEST_CASE("T25: each candidate has a reason if nothing works") {
    const Resolution resolution =
        answer({.cuda = "12.8", .stdenv = "gcc-4", .available = "gcc-5 gcc-13 gcc-15 clang-18"});
    CHECK_FALSE(resolution.host);
    CHECK(resolution.rejected.size() == 5);
    CHECK(reason_for("too-new", resolution, "gcc-15"_cc));
    CHECK(reason_for("newer-libstdcxx", resolution, "gcc-13"_cc));
    CHECK(reason_for("too-old", resolution, "gcc-5"_cc));
    CHECK(reason_for("too-old", resolution, "gcc-4"_cc));
    CHECK(reason_for("other-family", resolution, "clang-18"_cc));
}

}  // namespace cudastdenv
