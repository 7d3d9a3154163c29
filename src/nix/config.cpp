#include "nix/writers.hpp"

#include <algorithm>
#include <array>

namespace cudastdenv::nix {

namespace {

// The shortName of nixpkgs' lib.licenses.nvidiaCuda and of each licence in
// pkgs/development/cuda-modules/_cuda/lib/licenses.nix (NixOS/nixpkgs at 0628f2459067).
constexpr std::array<std::string_view, 6> licences{"CUDA EULA",    "NVIDIA Math SDK SLA", "TensorRT EULA",
                                                   "cuDNN EULA",   "cuSPARSELt EULA",     "cuTENSOR EULA"};
static_assert(std::is_sorted(licences.begin(), licences.end()));

constexpr std::string_view predicate = R"(
  # One licence, a list of them, or nixpkgs' record of several.
  flatten =
    license:
    if builtins.isList license then
      builtins.concatMap flatten license
    else if license ? licenses then
      flatten license.licenses
    else
      [ license ];
  isAllowed =
    license: license.free or false || builtins.elem (license.shortName or null) licensesOfNvidia;
in
package: builtins.all isAllowed (flatten (package.meta.license or [ ])))";

std::string predicate_code() {
    const List names(licences.begin(), licences.end());
    return "let\n  licensesOfNvidia = " + written(names, 2) + ";" + std::string(predicate);
}

}  // namespace

std::span<const std::string_view> licence_names() noexcept { return licences; }

File config_file(std::span<const Capability> capabilities, bool forward_compat) {
    Set set{{"cudaSupport", true, ""}};
    if (!capabilities.empty()) {
        List listed;
        for (const Capability capability : capabilities) listed.push_back(to_string(capability));
        set.push_back({"cudaCapabilities", listed, ""});
    }
    set.push_back({"cudaForwardCompat", forward_compat, ""});
    Set plain = set;
    set.push_back({"allowUnfreePredicate", Expression{predicate_code()},
                   "Packages whose licences are free or NVIDIA's."});
    return {.comment = "Written by `cudastdenv nix config`: nixpkgs' `config`, or NixOS' `nixpkgs.config`.",
            .head = "",
            .value = set,
            .gaps = false,
            .plain = plain};
}

}  // namespace cudastdenv::nix
