// SPDX-License-Identifier: MIT
#pragma once

/// Nix code that has a file of its own, `checks.nix` and the like, and is put into the library while that is built.

#include <string_view>

namespace cudastdenv::nix::programs {

extern const std::string_view checks;  ///< has `releases = { };` where those come
extern const std::string_view lib;
extern const std::string_view table;

}  // namespace cudastdenv::nix::programs
