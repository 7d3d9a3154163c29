// SPDX-License-Identifier: MIT
#include "nix/writers.hpp"

#include <algorithm>
#include <array>

namespace cudastdenv::nix {

namespace {

// The shortName of nixpkgs' lib.licenses.nvidiaCuda and of each licence in
// pkgs/development/cuda-modules/_cuda/lib/licenses.nix (NixOS/nixpkgs at 0628f2459067), and the one of OptiX that
// its manual names (doc/languages-frameworks/cuda.section.md at 0500b6b25b93).
constexpr std::array<std::string_view, 7> licences{"CUDA EULA",     "NVIDIA Math SDK SLA", "NVidia OptiX EULA",
                                                   "TensorRT EULA", "cuDNN EULA",          "cuSPARSELt EULA",
                                                   "cuTENSOR EULA"};
static_assert(std::is_sorted(licences.begin(), licences.end()));

// The shapes of a licence are those of nixpkgs' lib.licenses: one, a list (all of them hold), and since 26.05 what
// AND, OR, WITH and PLUS make (lib/licenses/operators.nix at 0a2c8a5824f4).
constexpr std::string_view predicate = R"(
  # nixpkgs' own word on one licence, in the channels that have one.
  isAllowedByNixpkgs =
    license:
    license ? free
    && pkgs ? _cuda.lib.allowUnfreeCudaPredicate
    && pkgs._cuda.lib.allowUnfreeCudaPredicate { meta.license = license; };
  # One licence, a list of them, several by AND or OR, one WITH an exception or one PLUS later versions.
  isAllowed =
    license:
    if builtins.isList license then
      builtins.all isAllowed license
    else if license ? licenses then
      (if license.operator or "AND" == "OR" then builtins.any else builtins.all) isAllowed license.licenses
    else if license ? license then
      isAllowed license.license && isAllowed (license.exception or [ ])
    else
      license.free or false
      || builtins.elem (license.shortName or null) licensesOfNvidia
      || isAllowedByNixpkgs license;
in
package: isAllowed (package.meta.license or [ ]))";

std::string predicate_code() {
    const List names(licences.begin(), licences.end());
    return "let\n  licensesOfNvidia = " + written(names, 2) + ";" + std::string(predicate);
}

}  // namespace

std::span<const std::string_view> licence_names() noexcept { return licences; }

File config_file(std::span<const Capability> capabilities, bool forward_compat) {
    Set set{{"cudaSupport", true, ""}};
    if (!capabilities.empty()) {
        std::vector<std::string> listed;
        for (const Capability capability : capabilities) listed.push_back(to_string(capability));
        set.push_back({"cudaCapabilities", listed, ""});
    }
    set.push_back({"cudaForwardCompat", forward_compat, ""});
    Set plain = set;
    set.push_back(
        {"allowUnfreePredicate", Expression{predicate_code()}, "Packages whose licences are free or NVIDIA's."});
    return {.comment = "Written by `cudastdenv nix config`: nixpkgs' `config`, or NixOS' `nixpkgs.config`.",
            // nixpkgs calls its config with its packages, where it is a function.
            .head = "{\n  pkgs ? { },\n  ...\n}:",
            .value = set,
            .gaps = false,
            .plain = plain};
}

}  // namespace cudastdenv::nix
