// SPDX-License-Identifier: MIT
#pragma once

#include <cudastdenv/resolve.hpp>

#include <optional>
#include <vector>

namespace cudastdenv {

/// A release and a compiler that its policy takes.
struct CompilerEdge {
    Version release;
    Compiler compiler;
    const AdvisoryRow* breakage = nullptr;  ///< what breaks although the policy takes it; nullptr: nothing known
};

/// Which compilers go with which releases, ascending by release; of each release the newest compiler first. Each
/// compiler is judged as a stdenv of its own: a GCC with its own libstdc++, a Clang with that of the environment that
/// is assumed. What the policy refuses is left out, and a Clang for which no headers fit. `release` absent: all;
/// `glibc` absent: nothing breaks by it.
[[nodiscard]] std::vector<CompilerEdge> compiler_edges(const Tables& tables, std::optional<Version> release,
                                                       Policy policy, std::optional<Version> glibc);

}  // namespace cudastdenv
