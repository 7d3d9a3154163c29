// SPDX-License-Identifier: MIT
#include "builtin.hpp"
#include "show.hpp"

#include "resolve/releases.hpp"

#include <algorithm>
#include <functional>
#include <utility>

namespace cudastdenv {

namespace {

FoundReleases matching(std::vector<Condition> conditions, Policy policy = Policy::nixpkgs) {
    return find_releases(tables, {std::move(conditions), policy});
}

CompilerCondition compiler(const char* text) { return {{*parse_compiler(text)}, {}}; }
Environment environment(const char* id) { return environment_of(tables, *find_environment(tables, id)); }
GpuCondition gpu(const char* capability) { return {{"GPU", *parse_capability(capability)}}; }
DriverCondition driver(const char* text) { return *parse_driver_version(text); }
GlibcCondition glibc(const char* text) { return *parse_version(text); }
CapabilitiesCondition listed(std::vector<ListedCapability> list) { return list; }

const FittingRelease* find(const FoundReleases& answer, Version release) {
    const auto found = std::ranges::find(answer.releases, release, &FittingRelease::release);
    return found == answer.releases.end() ? nullptr : &*found;
}

bool has(const FoundReleases& answer, Version release) { return find(answer, release) != nullptr; }

std::optional<Compiler> host(const FoundReleases& answer, Version release) {
    const FittingRelease* found = find(answer, release);
    return found ? std::optional(found->host_compiler) : std::nullopt;
}

/// Why a release is left out; nullptr: not for that, or not left out.
template <class Expected>
const Expected* obstacle(const FoundReleases& answer, Version release) {
    const auto found = std::ranges::find(answer.left_out, release, [](const auto& l) { return l.release->version; });
    return found == answer.left_out.end() ? nullptr : std::get_if<Expected>(&found->obstacle);
}

/// Whether it is left out for a diagnostic with that id.
bool has_obstacle(std::string_view id, const FoundReleases& answer, Version release) {
    const auto* why = obstacle<Diagnostic>(answer, release);
    return why && why->id == id;
}

std::optional<std::size_t> condition(const FoundReleases& answer, Version release) {
    const auto found = std::ranges::find(answer.left_out, release, [](const auto& l) { return l.release->version; });
    return found == answer.left_out.end() ? std::nullopt : found->condition;
}

Version newest(const FoundReleases& answer) { return answer.releases.front().release; }
Version oldest(const FoundReleases& answer) { return answer.releases.back().release; }

}  // namespace

TEST_CASE("lists all public releases newest first without conditions") {
    const FoundReleases answer = matching({});
    const auto is_public = [](const Release& release) { return !release.preview; };
    CHECK(answer.releases.size() == static_cast<std::size_t>(std::ranges::count_if(tables.releases, is_public)));
    CHECK(std::ranges::is_sorted(answer.releases, std::greater{}, &FittingRelease::release));
    CHECK(newest(answer) == newest_release(tables)->version);
    CHECK(answer.conflict.empty());
}

TEST_CASE("a GCC without an environment is its own stdenv") {
    const FoundReleases answer = matching({compiler("gcc-16")});
    CHECK(oldest(answer) == "13.4.1"_version);
    CHECK(host(answer, "13.5.0"_version) == "gcc-16"_cc);
    const auto* none = obstacle<NoHostCompiler>(answer, "13.3.1"_version);
    REQUIRE(none);
    REQUIRE(none->rejected.size() == 1);
    CHECK(none->rejected.front().reason.id == "too-new");
    CHECK(condition(answer, "13.3.1"_version) == 0);
}

TEST_CASE("prefers the newest usable compiler, and GCC to Clang") {
    const FoundReleases answer = matching({CompilerCondition{{"clang-14"_cc, "gcc-9"_cc, "gcc-13"_cc}}});
    CHECK(host(answer, "12.8.1"_version) == "gcc-13"_cc);
    CHECK(host(answer, "11.8.0"_version) == "gcc-9"_cc);
    CHECK_FALSE(has(answer, "10.2.89"_version));
    CHECK(obstacle<NoHostCompiler>(answer, "10.2.89"_version)->rejected.size() == 3);
}

TEST_CASE("uses a requested compiler instead of the environment's") {
    const FoundReleases answer = matching({compiler("gcc-12"), environment("ubuntu-24.04")});
    CHECK(host(answer, "12.8.1"_version) == "gcc-12"_cc);
}

TEST_CASE("links with the environment's libstdc++") {
    const FoundReleases answer = matching({compiler("gcc-15"), environment("ubuntu-24.04")});
    CHECK(answer.releases.empty());
    const auto* none = obstacle<NoHostCompiler>(answer, "13.0.2"_version);
    REQUIRE(none);
    CHECK(none->rejected.front().reason.id == "newer-libstdcxx");
    CHECK(answer.conflict == Conflict{0, 1});
}

TEST_CASE("accepts a Clang in an environment with a GCC") {
    const FoundReleases answer = matching({compiler("clang-18"), environment("ubuntu-24.04")});
    CHECK(host(answer, "12.8.1"_version) == "clang-18"_cc);
    CHECK_FALSE(has(answer, "12.4.1"_version));
}

TEST_CASE("uses the environment's compilers if none is named") {
    const FoundReleases answer = matching({environment("debian-12")});
    CHECK(host(answer, "12.8.1"_version) == "gcc-12"_cc);
    CHECK(host(answer, "11.8.0"_version) == "gcc-11"_cc);
    CHECK_FALSE(has(answer, "11.5.2"_version));
}

TEST_CASE("rejects releases that lack a listed capability") {
    const FoundReleases answer = matching({listed({"6.1"_cap, "9.0"_cap})});
    CHECK(oldest(answer) == "11.8.0"_version);
    CHECK(newest(answer) == "12.9.2"_version);
    CHECK(has_obstacle("capability-too-old", answer, "13.0.0"_version));
    CHECK(has_obstacle("capability-too-new", answer, "11.7.1"_version));
}

TEST_CASE("a renamed capability has the release's name") {
    const FoundReleases before = matching({listed({"10.1"_cap})});
    CHECK(newest(before) == "12.9.2"_version);
    CHECK(has_obstacle("capability-renamed", before, "13.0.0"_version));
    CHECK(oldest(matching({listed({"11.0"_cap})})) == "13.0.0"_version);
}

TEST_CASE("an architecture name means the release's capabilities") {
    const FoundReleases answer = matching({listed({std::string_view("Hopper")})});
    CHECK(oldest(answer) == "11.8.0"_version);
    CHECK(has_obstacle("no-such-architecture", answer, "11.7.1"_version));
}

TEST_CASE("a Jetson's capability selects Arm unless a system is named") {
    const FoundReleases answer = matching({listed({"8.7"_cap})});
    CHECK(answer.system == "aarch64-linux");
    CHECK(has(answer, "12.6.0"_version));
    CHECK(has_obstacle("jetpack-lacks-release", answer, "12.3.2"_version));
    CHECK(condition(answer, "12.3.2"_version) == 0);
    const FoundReleases on_x86 = matching({listed({"8.7"_cap}), SystemCondition{"x86_64-linux", {}}});
    CHECK(on_x86.conflict == Conflict{0, 1});
}

TEST_CASE("a GPU needs machine code of its major version") {
    CHECK(oldest(matching({gpu("12.0")})) == "12.8.0"_version);
    CHECK(newest(matching({gpu("7.0")})) == "12.9.2"_version);
    const FoundReleases answer = matching({gpu("10.3")});
    CHECK(oldest(answer) == "12.8.0"_version);
    REQUIRE(has_obstacle("machine-code-from", answer, "12.6.3"_version));
    CHECK(argument_of(*obstacle<Diagnostic>(answer, "12.6.3"_version), "first") == "12.8.0");
    const FoundReleases volta = matching({gpu("7.0")});
    REQUIRE(has_obstacle("machine-code-between", volta, "13.0.0"_version));
    CHECK(argument_of(*obstacle<Diagnostic>(volta, "13.0.0"_version), "last") == "12.9.2");
    CHECK(has_obstacle("no-machine-code", matching({gpu("99.0")}), "13.0.0"_version));
}

TEST_CASE("finds a renumbered GPU by both numbers") {
    for (const char* number : {"10.1", "11.0"}) {
        const FoundReleases answer = matching({gpu(number)});
        CHECK(answer.system == "aarch64-linux");
        CHECK(oldest(answer) == "12.8.0"_version);
        CHECK(newest(answer) == newest_release(tables)->version);
    }
}

TEST_CASE("a GPU and the capabilities need no common list") {
    CHECK(has(matching({listed({"10.0f"_cap}), gpu("10.0")}), "13.0.0"_version));
    // Except on one platform.
    const FoundReleases mixed = matching({listed({"8.6"_cap}), gpu("8.7")});
    CHECK(oldest(mixed) == "13.2.0"_version);
    CHECK(has_obstacle("excepted-gpu", mixed, "13.1.0"_version));
    CHECK(has_obstacle("jetson-mixed", mixed, "12.9.2"_version));
    CHECK(condition(mixed, "12.9.2"_version) == 1);
}

TEST_CASE("a driver works natively or by minor version only") {
    const FoundReleases answer = matching({driver("550.54")});
    CHECK(newest(answer) == "12.9.2"_version);
    CHECK(obstacle<DriverAnswer>(answer, "13.0.0"_version)->support == DriverSupport::none);
    const FoundReleases package = matching({driver("535.54.03")});
    REQUIRE(obstacle<DriverAnswer>(package, "13.2.2"_version));
    CHECK(obstacle<DriverAnswer>(package, "13.2.2"_version)->support == DriverSupport::package);
}

TEST_CASE("rejects releases without the C++ standard") {
    const FoundReleases answer = matching({StandardCondition{CxxStandard::cxx20}});
    CHECK(oldest(answer) == "12.0.0"_version);
    REQUIRE(has_obstacle("no-such-standard", answer, "11.8.0"_version));
    CHECK(argument_of(*obstacle<Diagnostic>(answer, "11.8.0"_version), "newest") == "c++17");
}

TEST_CASE("rejects releases that glibc breaks for each compiler") {
    const FoundReleases answer = matching({glibc("2.41")});
    CHECK(oldest(answer) == "13.0.0"_version);
    REQUIRE(has_obstacle("known-broken", answer, "12.9.2"_version));
    CHECK(argument_of(*obstacle<Diagnostic>(answer, "12.9.2"_version), "advisory") == "glibc-2.41-sinpi");
    CHECK(condition(answer, "12.9.2"_version) == 0);
    CHECK(find(matching({}), "12.9.2"_version)->glibc_from == "2.41"_version);
}

TEST_CASE("accepts releases that the environment's patches repair") {
    CHECK_FALSE(has(matching({glibc("2.42")}), "12.9.2"_version));
    CHECK(has(matching({glibc("2.42"), environment("nixos-26.05")}), "12.9.2"_version));
}

TEST_CASE("a named glibc overrides the environment's") {
    CHECK_FALSE(has(matching({environment("debian-13")}), "12.9.2"_version));
    CHECK(condition(matching({environment("debian-13")}), "12.9.2"_version) == 0);
    CHECK(has(matching({environment("debian-13"), glibc("2.36")}), "12.9.2"_version));
}

TEST_CASE("accepts a release if some compiler avoids the breakage") {
    // GCC 11 with glibc 2.34 fails before 11.6; GCC 10 does not.
    const FoundReleases answer = matching({CompilerCondition{{"gcc-10"_cc, "gcc-11"_cc}}, glibc("2.35")},
                                          Policy::enforced);
    CHECK(host(answer, "11.5.2"_version) == "gcc-10"_cc);
    CHECK(host(answer, "11.6.0"_version) == "gcc-11"_cc);
}

TEST_CASE("rejects releases that do not ship for the system") {
    const FoundReleases power = matching({SystemCondition{"powerpc64le-linux", {}}}, Policy::enforced);
    CHECK(newest(power) == "12.4.1"_version);
    CHECK(has_obstacle("platform-ended", power, "12.5.0"_version));
    CHECK(matching({SystemCondition{"powerpc64le-linux", {}}}).releases.front().release == "12.4.1"_version);
    CHECK(has_obstacle("no-cuda-shipped", matching({SystemCondition{"aarch64-darwin", {}}}), "12.5.0"_version));
}

TEST_CASE("an Arm name of NVIDIA's selects its platform") {
    const SystemCondition jetson{"aarch64-linux", "linux-aarch64"};
    const SystemCondition server{"aarch64-linux", "linux-sbsa"};
    CHECK(newest(matching({jetson})) == "12.9.2"_version);
    CHECK(newest(matching({jetson, listed({"8.7"_cap})})) == "12.9.2"_version);
    // NVIDIA's packages for servers also support Orin, except those of 13.0 and 13.1.
    CHECK(oldest(matching({server, listed({"8.7"_cap})})) == "13.2.0"_version);
    CHECK(has_obstacle("other-platform", matching({server, listed({"8.7"_cap})}), "12.9.2"_version));
}

TEST_CASE("names the range that answers without the policy's row") {
    const FoundReleases answer = matching({compiler("gcc-13")});
    CHECK(find(answer, "12.8.1"_version)->view == Policy::nixpkgs);
    CHECK(find(answer, "13.5.0"_version)->view == Policy::enforced);
    CHECK(find(matching({compiler("gcc-13")}, Policy::enforced), "12.8.1"_version)->view == Policy::enforced);
}

TEST_CASE("lists previews only if no public release works") {
    const FoundReleases all = matching({});
    CHECK_FALSE(has(all, "13.4.0"_version));
    CHECK(has_obstacle("preview-too", all, "13.4.0"_version));

    Tables only = tables;
    const Release* preview = find_release(tables, "13.4.0"_version);
    only.releases = {preview, 1};
    const FoundReleases answer = find_releases(only, {});
    REQUIRE(answer.releases.size() == 1);
    CHECK(answer.releases.front().row == preview);
    CHECK(answer.left_out.empty());
}

TEST_CASE("names the smallest conflict and the effect of each relaxation") {
    const FoundReleases answer =
        matching({listed({"9.0"_cap}), driver("450"), StandardCondition{CxxStandard::cxx14}, GpuCondition{}});
    CHECK(answer.releases.empty());
    CHECK(answer.conflict == Conflict{0, 1});
    REQUIRE(answer.given_up.size() == 2);
    CHECK(answer.given_up[0].condition == 0);
    CHECK(answer.given_up[0].releases.front()->version == "10.2.89"_version);
    CHECK(answer.given_up[1].releases.front()->version == newest_release(tables)->version);
    CHECK(answer.given_up[1].releases.back()->version == "11.8.0"_version);
}

TEST_CASE("one condition can be a conflict") {
    const FoundReleases answer = matching({compiler("gcc-9"), listed({"3.0"_cap, "12.0"_cap})});
    CHECK(answer.conflict == Conflict{1});
    CHECK(answer.given_up.front().releases.front()->version == newest_release(tables)->version);
}

TEST_CASE("names the second conflict if one relaxation is not enough") {
    const FoundReleases answer =
        matching({listed({"10.7"_cap}), driver("550"), compiler("gcc-13"), environment("debian-12")});
    CHECK(answer.conflict == Conflict{0, 1});
    for (const GivenUp& given_up : answer.given_up) {
        CHECK(given_up.releases.empty());
        CHECK(given_up.conflict == Conflict{2, 3});
    }
}

TEST_CASE("does not report conditions that another one makes compatible") {
    // fedora-41 has no compiler for 3.5, but gcc-11 is named. The conflict is between 3.5 and C++20.
    const std::vector<Condition> conditions{listed({"3.5"_cap}), environment("fedora-41"),
                                            StandardCondition{CxxStandard::cxx20}, compiler("gcc-11")};
    CHECK(matching({conditions[0], conditions[1]}).releases.empty());
    CHECK_FALSE(matching({conditions[0], conditions[1], conditions[3]}).releases.empty());
    CHECK(matching(conditions).conflict == Conflict{0, 2});
}

}  // namespace cudastdenv
