// SPDX-License-Identifier: MIT
#include "query.hpp"

#include "resolve/capabilities.hpp"

#include <set>

namespace cudastdenv {

namespace {

/// The ids of the problems, in order: `capability-too-new slot-conflict`.
std::string kinds(const Query& query) {
    std::string text;
    for (const Diagnostic& problem : problems(query)) text += (text.empty() ? "" : " ") + std::string(problem.id);
    return text;
}

Capability nearest(std::string_view text) {
    const Diagnostic problem = problems({.cuda = "13.2", .capabilities = text}).at(0);
    CHECK(problem.id == "unknown-capability");
    return parse_capability(argument_of(problem, "nearest")).value();
}

}  // namespace

TEST_CASE("suggests the nearest known capability for an unknown one") {
    CHECK(nearest("9.9") == "10.0"_cap);
    CHECK(nearest("9.1") == "9.0"_cap);
    CHECK(nearest("8.9a") == "8.9"_cap);
    CHECK(nearest("9.0f") == "9.0"_cap);
    CHECK(nearest("9.1a") == "9.0a"_cap);
    CHECK(nearest("10.2f") == "10.1f"_cap);
    CHECK(nearest("99.9f") == "12.1f"_cap);
    CHECK(nearest("0.1") == "3.0"_cap);
    // The distance from 10.0 to 9.9 is 0.1, not 9.9 and not 0.9.
    CHECK(nearest("12.2") == "12.1"_cap);
}

TEST_CASE("reports all problems in the order of the list") {
    CHECK(kinds({.cuda = "13.2"}) == "");
    CHECK(kinds({.cuda = "13.2", .capabilities = "7.5 8.0 9.0a"}) == "");
    CHECK(kinds({.cuda = "13.2", .capabilities = "9.9"}) == "unknown-capability");
    CHECK(kinds({.cuda = "12.6", .capabilities = "10.0"}) == "capability-too-new");
    CHECK(kinds({.cuda = "13.2", .capabilities = "7.0"}) == "capability-too-old");
    CHECK(kinds({.cuda = "13.2", .capabilities = "10.1a", .system = "aarch64-linux"}) == "capability-renamed");
    CHECK(kinds({.cuda = "12.8", .capabilities = "11.0f", .system = "aarch64-linux"}) == "capability-not-yet-renamed");
    CHECK(kinds({.cuda = "13.2", .capabilities = "12.0f 12.0"}) == "slot-conflict");
    CHECK(kinds({.cuda = "13.2", .capabilities = "8.7"}) == "jetson-needs-arm");
    CHECK(kinds({.cuda = "12.6", .capabilities = "8.9 8.7", .system = "aarch64-linux"}) == "jetson-mixed");
    CHECK(kinds({.cuda = "12.6", .capabilities = "12.0 5.0 9.9 3.5 8.7"}) ==
          "capability-too-new unknown-capability capability-too-old jetson-needs-arm");
    CHECK(kinds({.cuda = "13.0", .capabilities = "10.1"}) == "capability-renamed jetson-needs-arm");
}

TEST_CASE("allows a Jetson beside other platforms only as an Arm server") {
    const auto kinds_on_arm = [](std::string_view cuda, std::string_view list) {
        return kinds({.cuda = cuda, .capabilities = list, .system = "aarch64-linux"});
    };
    CHECK(kinds_on_arm("12.2", "7.2 8.7") == "");
    CHECK(kinds_on_arm("12.9", "8.7 10.1") == "jetson-mixed");
    CHECK(kinds_on_arm("12.9", "8.9 10.1") == "");
    CHECK(kinds_on_arm("13.2", "8.7 11.0 9.0") == "");
    CHECK(kinds_on_arm("12.2", "7.2 8.7 9.0") == "jetson-mixed jetson-mixed");
    const Diagnostic problem = problems({.cuda = "12.9", .capabilities = "8.7 10.1", .system = "aarch64-linux"}).at(0);
    CHECK(argument_of(problem, "capability") == "8.7");
    CHECK(argument_of(problem, "other") == "10.1");
}

TEST_CASE("does not build capabilities that NVIDIA excepts from a platform") {
    const auto on_arm = [](std::string_view cuda, bool exact) {
        return kinds({.cuda = cuda, .capabilities = "8.7 9.0", .system = "aarch64-linux", .exact = exact});
    };
    CHECK(on_arm("12.9", false) == "jetson-mixed");
    CHECK(on_arm("13.0", false) == "excepted-gpu");
    CHECK(on_arm("13.1", false) == "excepted-gpu");
    CHECK(on_arm("13.1", true) == "");
    CHECK(on_arm("13.2", false) == "");
}

TEST_CASE("uses nvcc's range, and nixpkgs' range with nixpkgs-exact") {
    CHECK(kinds({.cuda = "12.2", .capabilities = "7.2", .system = "aarch64-linux"}) == "");
    CHECK(kinds({.cuda = "12.6", .capabilities = "7.2", .system = "aarch64-linux"}) == "jetpack-lacks-release");
    CHECK(kinds({.cuda = "12.6", .capabilities = "7.2", .system = "aarch64-linux", .exact = true}) ==
          "capability-too-old");
    CHECK(kinds({.cuda = "13.0", .capabilities = "8.8"}) == "");
    CHECK(kinds({.cuda = "13.0", .capabilities = "8.8", .exact = true}) == "unknown-capability");
    CHECK(kinds({.cuda = "11.0", .capabilities = "8.0"}) == "");
    CHECK(kinds({.cuda = "11.0", .capabilities = "8.0", .exact = true}) == "capability-too-new");
    CHECK(kinds({.cuda = "13.2", .capabilities = "12.0 12.0f", .exact = true}) == "");
}

TEST_CASE("returns the lists of a policy") {
    const Resolution nixpkgs = answer({.cuda = "12.8"});
    CHECK(nixpkgs.defaults == capabilities("7.5 8.0 8.6 8.9 9.0 10.0 12.0"));
    CHECK(nixpkgs.supported ==
          capabilities("5.0 5.2 6.0 6.1 7.0 7.5 8.0 8.6 8.7 8.9 9.0 9.0a 10.0 10.0a 10.1 10.1a 12.0 12.0a"));
    const Resolution nvcc = answer({.cuda = "12.8", .policy = Policy::enforced});
    CHECK(nvcc.supported == capabilities("5.0 5.2 5.3 6.0 6.1 6.2 7.0 7.2 7.5 8.0 8.6 8.7 8.9 9.0 9.0a 10.0 10.0a "
                                         "10.1 10.1a 12.0 12.0a"));
    CHECK(nvcc.defaults == nixpkgs.defaults);
    const Resolution exact = answer({.cuda = "12.8", .policy = Policy::enforced, .exact = true});
    CHECK(exact.supported == nixpkgs.supported);
}

TEST_CASE("chooses the PTX of a list") {
    const auto ptx = [](std::string_view list, bool exact) {
        return forward_compatible_ptx(capabilities(list), exact);
    };
    CHECK(ptx("", false) == std::nullopt);
    CHECK(ptx("", true) == std::nullopt);
    CHECK(ptx("8.9 9.0", false) == "9.0"_cap);
    CHECK(ptx("8.9 9.0a", false) == "8.9"_cap);
    CHECK(ptx("9.0 9.0a 10.0f", false) == "9.0"_cap);
    CHECK(ptx("9.0a 10.0f", false) == "10.0"_cap);
    CHECK(ptx("12.0f", false) == "12.0"_cap);
    CHECK(ptx("8.9 9.0a", true) == "9.0a"_cap);
    CHECK(ptx("9.0 8.0", true) == "8.0"_cap);
    CHECK(ptx("12.0f", true) == "12.0f"_cap);
}

TEST_CASE("sorts a list without duplicates, except with nixpkgs-exact") {
    const Query query{.cuda = "12.8", .capabilities = "9.0 8.0 9.0 8.9 9.0 8.0"};
    const Resolution sorted = answer(query);
    CHECK(sorted.resolved == capabilities("8.0 8.9 9.0"));
    std::multiset<std::string> doubled;
    for (const Diagnostic& each : sorted.notes)
        if (each.id == "duplicate-capability") doubled.insert(argument_of(each, "capability"));
    CHECK(doubled == std::multiset<std::string>{"8.0", "9.0"});

    Query exact = query;
    exact.exact = true;
    const Resolution kept = answer(exact);
    CHECK(kept.resolved == capabilities(query.capabilities));
    CHECK(kept.ptx == "8.0"_cap);
    CHECK(note("duplicate-capability", kept) == nullptr);
}

TEST_CASE("adds notes about a list") {
    const Resolution listed = answer({.cuda = "13.0", .capabilities = "8.8 9.0"});
    REQUIRE(note("not-in-nixpkgs", listed));
    CHECK(argument(note("not-in-nixpkgs", listed), "capability") == "8.8");
    CHECK(note("not-in-nixpkgs", answer({.cuda = "13.0", .capabilities = "8.8", .policy = Policy::enforced})) ==
          nullptr);
    CHECK(note("not-in-nixpkgs", answer({.cuda = "13.0", .capabilities = "9.0"})) == nullptr);

    const Resolution no_ptx = answer({.cuda = "12.8", .capabilities = "9.0a", .forward_compat = false});
    CHECK_FALSE(no_ptx.ptx);
    CHECK(note("ptx-of-baseline", no_ptx) == nullptr);
    CHECK(answer({.cuda = "12.6", .capabilities = "8.7", .system = "aarch64-linux"}).jetson);
}

}  // namespace cudastdenv
