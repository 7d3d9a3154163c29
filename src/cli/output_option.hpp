// SPDX-License-Identifier: MIT
#pragma once

#include "cli/options.hpp"

namespace cudastdenv::cli {

inline constexpr OptionSpec output_option{"output", "FILE", "replace FILE with the answer, if it changed", 'o'};

}  // namespace cudastdenv::cli
