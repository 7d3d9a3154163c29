// SPDX-License-Identifier: MIT
#pragma once

#include "cli/command.hpp"
#include "report/page.hpp"

#include <string>

namespace cudastdenv::cli {

/// `cudastdenv 0.1.0, data of 2026-10-07, CUDA releases through 13.5.0` and a line end.
[[nodiscard]] std::string version_line();

/// That line, and below it what the program is made of: the compiler, and each library with its version and licence.
[[nodiscard]] std::string verbose_version();

/// What `cudastdenv --help` prints.
[[nodiscard]] std::string general_help(const report::Style& style);

/// What `cudastdenv COMMAND --help` prints.
[[nodiscard]] std::string help_of(const Command& command, const report::Style& style);

/// What `cudastdenv --help --json` prints: all commands with their options.
[[nodiscard]] std::string help_json();

}  // namespace cudastdenv::cli
