// SPDX-License-Identifier: MIT
#include "nix/audit.hpp"

#include <doctest/doctest.h>

#include <string>
#include <string_view>
#include <vector>

using namespace cudastdenv;
using namespace cudastdenv::nix;

TEST_CASE("names of package sets are those of the outermost set") {
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
