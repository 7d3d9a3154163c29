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

/// The release that a command asks about.
inline constexpr OptionSpec cuda_option{
    "cuda", "V", "CUDA release: 12.8, 12.8.1, cuda-12.8, cudaPackages_12, latest, host"};
inline constexpr OptionSpec system_option{
    "system", "S", "Nix system, redist system or pkgsCross name (default: x86_64-linux)"};

/// Of the commands that take a list's text.
inline constexpr OptionSpec list_system_option{
    "system", "S", "Nix system, redist system or pkgsCross name (default: of each target's GPUs)"};
inline constexpr OptionSpec compiler_option{
    "compiler", "clang-N", "which Clang reads TEXT, with --format clang (default: the newest)"};

/// The options that every command has in common.
inline constexpr std::array common_options{
    OptionSpec{"data", "DIR", "read the tables from JSON files instead of the built-in ones"},
    OptionSpec{"json", "", "the answer as JSON"},
    OptionSpec{"color", "WHEN", "auto (default), always, never"},
    OptionSpec{"help", "", "show this help", 'h'},
};

}  // namespace cudastdenv::cli
