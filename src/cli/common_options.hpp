// SPDX-License-Identifier: MIT
#pragma once

#include "cli/options.hpp"

#include <array>
#include <string>
#include <string_view>

namespace cudastdenv::cli {

inline constexpr OptionSpec data_option{"data", "DIR", "read the tables from JSON files instead of the built-in ones"};
inline constexpr OptionSpec help_option{"help", "", "show this help", 'h'};

/// What a command takes whose release may stand first, and nothing else does.
inline constexpr std::array<std::string_view, 1> release_first{"cuda"};

/// The names that `--format` takes for lists, for a command's help.
[[nodiscard]] std::string formats_in_words();

/// The options that every command has in common.
inline constexpr std::array common_options{
    data_option,
    OptionSpec{"json", "", "the answer as JSON", 'j'},
    OptionSpec{"color", "WHEN", "auto (default), always, never", '\0', {}, "auto always never"},
    help_option,
};

}  // namespace cudastdenv::cli
