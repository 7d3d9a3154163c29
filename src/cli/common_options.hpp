#pragma once

#include "cli/options.hpp"

#include <algorithm>
#include <array>
#include <cstddef>

namespace cudastdenv::cli {

/// Two lists of options as one.
template <std::size_t First, std::size_t Second>
constexpr auto joined(const std::array<OptionSpec, First>& first, const std::array<OptionSpec, Second>& second) {
    std::array<OptionSpec, First + Second> all;
    std::ranges::copy(second, std::ranges::copy(first, all.begin()).out);
    return all;
}

/// The options that every command has in common.
inline constexpr std::array common_options{
    OptionSpec{"data", "DIR", "read the tables from JSON files instead of the built-in ones"},
    OptionSpec{"json", "", "the answer as JSON"},
    OptionSpec{"color", "WHEN", "auto (default), always, never"},
    OptionSpec{"help", "", "show this help", 'h'},
};

}  // namespace cudastdenv::cli
