#pragma once

#include "cli/common_options.hpp"

#include <array>
#include <cstddef>

namespace cudastdenv::cli {

/// The options that every command asking about one release has in common.
inline constexpr std::array question_options = joined(
    std::array{
        cuda_option,
        system_option,
        OptionSpec{"stdenv", "CC", "the standard environment: a compiler like gcc-15, a name like debian-12, or host"},
        OptionSpec{"libstdcxx", "gcc-N", "whose libstdc++ the stdenv has (default: its GCC's)"},
        OptionSpec{"std", "C++", "C++ standard of the code (default: c++17, or the newest that the release has)"},
        OptionSpec{"glibc", "V", "C library of the environment: 2.41"},
        OptionSpec{"available", "CC,CC", "candidate compilers, or host; empty: none but the stdenv's own"},
        OptionSpec{"capabilities", "C,C", "7.5,9.0a,sm_100,Hopper (default: the release's default list)"},
        OptionSpec{"gpu", "NAME,NAME", "GPUs whose capabilities join the list: 'RTX 4090',H100 (`table gpus`)"},
        OptionSpec{"forward-compat", "", "with PTX for later GPUs (the default)"},
        OptionSpec{"no-forward-compat", "", "without PTX"},
        OptionSpec{"policy", "P", "whose ranges count: nixpkgs (default), documented, enforced"},
        OptionSpec{"nixpkgs-exact", "", "reproduce nixpkgs' own behaviour to the letter"},
    },
    common_options);

/// A command's own options, then the common ones.
template <std::size_t Count>
constexpr auto with_question_options(const std::array<OptionSpec, Count>& own) {
    return joined(own, question_options);
}

}  // namespace cudastdenv::cli
