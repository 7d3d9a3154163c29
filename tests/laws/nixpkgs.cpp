// SPDX-License-Identifier: MIT
#include "laws/comparisons.hpp"

#include "unit/show.hpp"

#include <array>
#include <set>

// nixpkgs is the reference. With nixpkgs-exact, all answers of Nix and the library are equal. By default, each
// difference is in a reviewed file with its reason: a new one fails, and so does an obsolete one.

namespace cudastdenv::oracle {

namespace {

void check_agrees(const Found& found, std::size_t at_least) {
    MESSAGE(found.compared, " answers compared");
    CHECK(found.compared >= at_least);
    for (const std::string& difference : found.differences) FAIL_CHECK(difference);
}

void check_reviewed(const std::string& topic, const Found& found) {
    MESSAGE(found.compared, " answers compared, ", found.differences.size(), " differ");
    std::set<std::string> listed;
    for (const Group& group : known_differences(topic)) {
        CHECK_FALSE(group.rule.empty());
        CHECK_FALSE(group.reason.empty());
        CHECK_FALSE(group.every_row_says.empty());
        CHECK_FALSE(group.rows.empty());
        for (const std::string& row : group.rows) {
            const bool first_time = listed.insert(row).second;
            if (!first_time) FAIL_CHECK("listed twice: " << row);
            if (row.find(group.every_row_says) == row.npos) FAIL_CHECK("listed under another rule's name: " << row);
        }
    }
    const std::set<std::string> occurring(found.differences.begin(), found.differences.end());
    for (const std::string& row : occurring)
        if (!listed.contains(row)) FAIL_CHECK("not listed in known-differences/" << topic << ".json: " << row);
    for (const std::string& row : listed)
        if (!occurring.contains(row))
            FAIL_CHECK("no longer a difference, in known-differences/" << topic << ".json: " << row);
}

}  // namespace

TEST_CASE("equals the evaluated tables of nixpkgs") { check_agrees(compare_tables(), 250); }
TEST_CASE("nixpkgs-exact equals nixpkgs for supported and default capabilities") {
    check_agrees(compare_capabilities(Mode::nixpkgs_exact), 52);
}
TEST_CASE("nixpkgs-exact equals nixpkgs for formats of lists") {
    check_agrees(compare_formats(Mode::nixpkgs_exact), 1500);
}
TEST_CASE("nixpkgs-exact equals nixpkgs for cudaPackages.flags") {
    check_agrees(compare_flags(Mode::nixpkgs_exact), 50);
}
TEST_CASE("nixpkgs-exact equals nixpkgs for host compilers") {
    check_agrees(compare_host_compilers(Mode::nixpkgs_exact), 546);
}
TEST_CASE("nixpkgs-exact equals nixpkgs for redist systems") {
    check_agrees(compare_redist_systems(Mode::nixpkgs_exact), 312);
}
TEST_CASE("nixpkgs-exact equals nixpkgs for whole requests") {
    check_agrees(compare_requests(Mode::nixpkgs_exact), 250);
}

TEST_CASE("differs from nixpkgs only as reviewed for supported and default capabilities") {
    check_reviewed("capabilities", compare_capabilities(Mode::by_default));
}
TEST_CASE("differs from nixpkgs only as reviewed for formats of lists") {
    check_reviewed("formats", compare_formats(Mode::by_default));
}
TEST_CASE("differs from nixpkgs only as reviewed for cudaPackages.flags") {
    check_reviewed("flags", compare_flags(Mode::by_default));
}
TEST_CASE("differs from nixpkgs only as reviewed for host compilers") {
    check_reviewed("host_compilers", compare_host_compilers(Mode::by_default));
}
TEST_CASE("differs from nixpkgs only as reviewed for redist systems") {
    check_reviewed("redist_systems", compare_redist_systems(Mode::by_default));
}
TEST_CASE("differs from nixpkgs only as reviewed for whole requests") {
    check_reviewed("requests", compare_requests(Mode::by_default));
}

}  // namespace cudastdenv::oracle
