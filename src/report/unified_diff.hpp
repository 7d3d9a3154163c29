// SPDX-License-Identifier: MIT
#pragma once

#include <string>
#include <string_view>

namespace cudastdenv::report {

/// What was changed in a text, as `diff -u` writes it and `git apply` reads it, for a file below the folder where it is
/// to be applied; empty where nothing was. Three lines around each change are shown.
[[nodiscard]] std::string unified_diff(std::string_view path, std::string_view before, std::string_view after);

}  // namespace cudastdenv::report
