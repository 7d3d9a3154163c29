// SPDX-License-Identifier: MIT
#pragma once

#include "cli/options.hpp"

#include <array>

namespace cudastdenv::cli {

inline constexpr OptionSpec data_option{"data", "DIR", "read the tables from JSON files instead of the built-in ones"};
inline constexpr OptionSpec help_option{"help", "", "show this help", 'h'};

/// The options that every command has in common.
inline constexpr std::array common_options{
    data_option,
    OptionSpec{"json", "", "the answer as JSON"},
    OptionSpec{"color", "WHEN", "auto (default), always, never"},
    help_option,
};

}  // namespace cudastdenv::cli
