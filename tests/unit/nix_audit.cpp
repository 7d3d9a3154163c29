// SPDX-License-Identifier: MIT
#include "nix/audit.hpp"

#include "core/lists.hpp"
#include "messages/diagnostics.hpp"
#include "messages/nix.hpp"

#include <cudastdenv/load.hpp>

#include <doctest/doctest.h>

#include <string>
#include <string_view>
#include <vector>

using namespace cudastdenv;
using namespace cudastdenv::nix;

TEST_CASE("reads package set names from the outermost set") {
    const PackageSetNames names = package_set_names(R"(
{ pkgs }: {
  inherit (import ./a.nix { cudaPackages_11_1 = 1; }) cudaPackages_12_9 b;
  inherit cudaPackages_12_10;
  cudaPackages_13_0 = f { cudaPackages_13_9 = 1; };
  cudaPackages_13 = cudaPackages_13_0;
  cudaPackages_12 = if x then cudaPackages_12_9 else cudaPackages_12_10;
  inner = { cudaPackages_11 = cudaPackages_11_1; };
  cudaPackages_1x_0 = 1;
}
)");
    CHECK(names.sets == std::vector<Version>{{12, 9}, {12, 10}, {13, 0}});
    REQUIRE(names.aliases.size() == 1);
    CHECK(names.aliases.front().name == "cudaPackages_13");
    CHECK(names.aliases.front().points_to == "cudaPackages_13_0");
    CHECK(names.aliases.front().line == 6);
}

TEST_CASE("writes each finding as a sentence") {
    const Row other{"6.0",
                    {{"archName", "Pascal"},
                     {"cudaCapability", "6.0"},
                     {"isJetson", true},
                     {"isArchitectureSpecific", false},
                     {"isFamilySpecific", false},
                     {"minCudaMajorMinorVersion", "8.0"},
                     {"maxCudaMajorMinorVersion", "12.9"},
                     {"dontDefaultAfterCudaMajorMinorVersion", nullptr}}};
    Row jetson = other, late = other;
    jetson.key = "8.7", jetson.fields[1].value = "8.7", jetson.fields[2].value = false;
    late.key = "9.0", late.fields[1].value = "9.0", late.fields[5].value = "12.7", late.fields[6].value = nullptr;
    const AuditedCheckout checkout{.nvcc = {"nvcc.nix",
                                            "",
                                            {{"12.3", {{"clang.maxMajorVersion", "18"}}},
                                             {"12.5", {{"clang.minMajorVersion", "5"}}},
                                             {"twelve", {{"clang.minMajorVersion", "5"}}}}},
                                   .cuda = {"cuda.nix",
                                            "# `maxCudaMajorMinorVersion` is exclusive\n{ }\n",
                                            {other, other, jetson, late, {"nine", {{"archName", "Hopper"}}}}}};
    Audit found = audit(builtin_tables(), AuditPolicy::documented, checkout);
    messages::add_sentences(found);
    std::vector<std::string> messages;
    for (const AuditFinding& finding : found.findings) messages.push_back(finding.message);
    for (const char* message :
         {"newest clang is 18; NVIDIA's guide says 16 in 12.3.0, 12.3.1, 12.3.2 (nvcc's check rejects it; source: a "
          "nixpkgs comment)",
          "oldest clang is 5; NVIDIA's guide says 7 in 12.5.0, 12.5.1 (nvcc's check accepts it; source: a nixpkgs "
          "comment)",
          "the row has a wrong name; it is not a release like 12.8: nothing finds it",
          "the row has a wrong name; it is not a capability like 9.0a: nvcc cannot accept it",
          "this capability has a second row; one is enough",
          "the row is marked a Jetson; the capability is not a Jetson (so it is never built by default)",
          "the row is not marked a Jetson; the capability is a Jetson (so it is built by default, for "
          "everyone)",
          "the comment says that this bound is exclusive; it is inclusive: nvcc supports 6.0 in 12.9, the bound in the "
          "row of 6.0",
          "first release is 12.7; nvcc's first is 11.8 (the row excludes 12.3 to 12.6; 12.7 never was a release)"})
        CHECK_MESSAGE(contains(messages, std::string(message)), std::string(message));
    CHECK(messages::text_of({"no-defaults"}) == "this release builds nothing by default");
    CHECK(messages::text_of({"own-check-unknown"}) == "nvcc's check of it is unknown");
    CHECK(messages::text_of({"breaks-all-the-same", {{"advisories", "a"}}}) == "some code still breaks: a");
    CHECK(messages::text_of({"refused-in", {{"releases", "12.8"}, {"ahead", ""}}}) == "the row excludes 12.8");
    CHECK(messages::text_of({"allowed-in", {{"releases", "12.8"}, {"ahead", ""}}}) == "the row includes 12.8");
    CHECK(messages::text_of({"extra-attribute"}) == "the attribute is unknown");
    CHECK(messages::text_of({"missing-attribute"}) == "the attribute is missing");
    CHECK(messages::text_of({"lagging-alias", {{"there", "cudaPackages_12_6"}}}) ==
          "the alias points to cudaPackages_12_6");
    CHECK(messages::text_of({"missing-capability"}) == "the capability has no row");
    CHECK(messages::text_of({"unknown-to-nvcc"}) == "the capability has a row");
    CHECK(messages::text_of({"missing-release"}) == "the release has no row");
    CHECK(messages::text_of({"missing-release-of-set"}) == "the release has no row");
    CHECK(messages::text_of({"never-released"}) == "the release has a row");
    CHECK(messages::text_of({"odd-spelling", {{"quoted", "'08.0'"}}}) == "the value is written '08.0'");
    CHECK(messages::text_of({"other-arch-name", {{"quoted", "'Volta'"}}}) == "the name is 'Volta'");
    CHECK(messages::text_of({"told-by-nixpkgs"}) == "source: a nixpkgs comment");
    CHECK(messages::text_of({"never-a-release", {{"there", "12.7"}}}) == "12.7 never was a release");
}
