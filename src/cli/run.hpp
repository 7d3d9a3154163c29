// SPDX-License-Identifier: MIT
#pragma once

#include "cli/streams.hpp"

#include <span>

namespace cudastdenv::cli {

/// Runs the command as a process would, and returns its exit code. `arguments`: without the program's name.
[[nodiscard]] int run(std::span<const char* const> arguments, const Streams& streams);

}  // namespace cudastdenv::cli
