#pragma once

#include "cli/common_options.hpp"

#include <array>
#include <string_view>

namespace cudastdenv::cli {

/// The options by which `covers` and `graph coverage` take a list and a driver.
inline constexpr std::array coverage_list_options{
    cuda_option,
    OptionSpec{"capabilities", "C,C", "7.5,9.0a,sm_100,Hopper (default: the release's default list)"},
    OptionSpec{"no-forward-compat", "", "without PTX"},
    OptionSpec{"format", "F", "read TEXT in this spelling instead; `flags --format list` names them"},
    OptionSpec{"driver", "D", "version of the NVIDIA driver: 550.54.15, 580 (default: as new as the release)"},
    compiler_option,
    list_system_option,
};

/// The text of a list, as `covers` and `graph coverage` call their one argument.
inline constexpr std::array<std::string_view, 1> coverage_arguments{"text..."};

}  // namespace cudastdenv::cli
