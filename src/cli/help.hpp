// SPDX-License-Identifier: MIT
#pragma once

#include "cli/command.hpp"
#include "report/style.hpp"

#include <string>

namespace cudastdenv::cli {

/// What `cudastdenv --help` prints.
[[nodiscard]] std::string general_help(const report::Style& style);

/// What `cudastdenv COMMAND --help` prints.
[[nodiscard]] std::string help_of(const Command& command, const report::Style& style);

/// What `cudastdenv --help --json` prints: all commands with their options.
[[nodiscard]] std::string help_json();

}  // namespace cudastdenv::cli
