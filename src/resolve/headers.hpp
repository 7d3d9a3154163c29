// SPDX-License-Identifier: MIT
#pragma once

#include <cudastdenv/resolve.hpp>

namespace cudastdenv::inline CUDASTDENV_ABI {

/// The newest libstdc++ headers that a front end parses.
struct HeadersLimit {
    std::optional<int> max;  ///< GCC major; absent: none at all
    bool inferred = false;   ///< not measured for exactly this compiler
    SourceIds sources;
};

/// nvcc's limit: measured, or inferred from the newest GCC that the release accepts
/// (which is what the measured ones came to).
[[nodiscard]] HeadersLimit nvcc_headers_limit(const Tables& tables, const Release& release,
                                              CxxStandard standard) noexcept;

/// A Clang's own limit: measured, or inferred from the nearest measured Clang.
[[nodiscard]] HeadersLimit clang_headers_limit(const Tables& tables, int clang, CxxStandard standard) noexcept;

}  // namespace cudastdenv::inline CUDASTDENV_ABI
