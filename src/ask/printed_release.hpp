// SPDX-License-Identifier: MIT
#pragma once

#include <cudastdenv/tables.hpp>

#include <optional>
#include <string_view>
#include <vector>

namespace cudastdenv::asking {

/// What a text says of a CUDA release.
struct PrintedRelease {
    std::vector<const Release*> meant;  ///< that all of its numbers go with, ascending; empty: none known
    std::optional<Version> version;     ///< the most exact of its numbers
    bool any_patch = false;             ///< no number is more exact than the minor release
};

/// Reads what nvcc, NVIDIA's tools, packages and wheels print: `V12.4.131`, `release 12.4, V12.4.131`,
/// `cuda_12.4.r12.4/compiler.34097967_0`, `CUDA Version: 12.4`, `cu128`, `12080`, `cuda-toolkit-12-8`,
/// `12.4 Update 1`, `nvidia-cuda-nvcc-cu12==12.8.93`. Absent where a word of it is of something else, or there is no
/// number that is a release's.
[[nodiscard]] std::optional<PrintedRelease> printed_release(const Tables& tables, std::string_view text);

}  // namespace cudastdenv::asking
