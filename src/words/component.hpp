// SPDX-License-Identifier: MIT
#pragma once

#include "resolve/component.hpp"

#include <cudastdenv/answers.hpp>

#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace cudastdenv::words {

/// Where it belongs: `component-file`, `component-moved` (another component had it before), `component-stub`,
/// `driver-file`.
[[nodiscard]] Said say(const ComponentFile& file);

/// Of which releases the number in the library's name is: `library-release`; nothing where it says none.
[[nodiscard]] std::optional<Said> say_release(const ComponentFile& file);

/// Lines to type, and for whom.
struct ComponentLines {
    std::string_view way;  ///< a PackageSource by name; of the driver's files `nixpkgs`, `nix`, `docker`, `machine`
    std::vector<std::string> lines;
    SourceIds sources = {};
};

/// How to come by the file in that release: one for each of those that have a package with it, or what makes the
/// driver's files be found. `nix_set` is the attribute of nixpkgs that has the release.
[[nodiscard]] std::vector<ComponentLines> lines_for(const Tables& tables, const ComponentFile& file, Version release,
                                                    std::string_view nix_set = "cudaPackages");

/// An expression of that output of a package: `lib.getDev cudaPackages.libcublas`
[[nodiscard]] std::string nix_expression(const ComponentPackage& package, std::string_view set);

}  // namespace cudastdenv::words
