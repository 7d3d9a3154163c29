#pragma once

#include "cli/options.hpp"

#include <algorithm>
#include <array>
#include <cstddef>

namespace cudastdenv::cli {

/// The options that every command asking about one release has in common.
inline constexpr std::array question_options{
    OptionSpec{"cuda", "V", "CUDA release: 12.8, 12.8.1, cuda-12.8, cudaPackages_12, latest"},
    OptionSpec{"system", "S", "Nix system, redist system or pkgsCross name (default: x86_64-linux)"},
    OptionSpec{"stdenv", "CC", "the standard environment: a compiler like gcc-15, or a name like debian-12"},
    OptionSpec{"libstdcxx", "gcc-N", "whose libstdc++ the stdenv has (default: its GCC's)"},
    OptionSpec{"std", "C++", "C++ standard of the code (default: c++17, or the newest that the release has)"},
    OptionSpec{"glibc", "V", "C library of the environment: 2.41"},
    OptionSpec{"available", "CC,CC", "candidate compilers; empty: none but the stdenv's own"},
    OptionSpec{"capabilities", "C,C", "7.5,9.0a,sm_100,Hopper (default: the release's default list)"},
    OptionSpec{"forward-compat", "", "with PTX for later GPUs (the default)"},
    OptionSpec{"no-forward-compat", "", "without PTX"},
    OptionSpec{"policy", "P", "whose ranges count: nixpkgs (default), documented, enforced"},
    OptionSpec{"nixpkgs-exact", "", "reproduce nixpkgs' own behaviour to the letter"},
    OptionSpec{"data", "DIR", "read the tables from JSON files instead of the built-in ones"},
    OptionSpec{"json", "", "the answer as JSON"},
    OptionSpec{"color", "WHEN", "auto (default), always, never"},
    OptionSpec{"help", "", "show this help", 'h'},
};

/// A command's own options, then the common ones.
template <std::size_t Count>
constexpr auto with_question_options(const std::array<OptionSpec, Count>& own) {
    std::array<OptionSpec, Count + question_options.size()> all;
    const auto rest = std::ranges::copy(own, all.begin()).out;
    std::ranges::copy(question_options, rest);
    return all;
}

}  // namespace cudastdenv::cli
