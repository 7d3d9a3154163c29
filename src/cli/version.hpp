// SPDX-License-Identifier: MIT
#pragma once

#include <string>

namespace cudastdenv::cli {

/// `cudastdenv 0.1.0, data of 2026-10-07, CUDA releases through 13.5.0` and a line end.
[[nodiscard]] std::string version_line();

/// That line, and below it what the program is made of: the compiler, and each library with its version and licence.
[[nodiscard]] std::string verbose_version();

}  // namespace cudastdenv::cli
