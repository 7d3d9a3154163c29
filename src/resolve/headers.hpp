// SPDX-License-Identifier: MIT
#pragma once

#include <cudastdenv/resolve.hpp>

namespace cudastdenv::inline CUDASTDENV_ABI {

/// The newest libstdc++ headers that are parsed.
struct HeadersLimit {
    std::optional<int> max;     ///< GCC major; absent: none at all
    bool max_inferred = false;  ///< that those work was not measured for exactly this pair
    bool end_inferred = false;  ///< that no newer ones work was not
    SourceIds sources;
};

/// nvcc's with that Clang as host compiler: measured; or inferred from what was measured of this nvcc with the nearest
/// Clang, else from the newest GCC that the release accepts (below which none of the measured ones stays).
[[nodiscard]] HeadersLimit nvcc_headers_limit(const Tables& tables, const Release& release, Compiler clang,
                                              CxxStandard standard) noexcept;

/// A Clang's own, without nvcc: measured, or inferred from the nearest measured Clang.
[[nodiscard]] HeadersLimit clang_headers_limit(const Tables& tables, int clang, CxxStandard standard) noexcept;

/// Of the two together. What was measured of the pair holds, whatever is inferred of the Clang by itself.
[[nodiscard]] HeadersLimit headers_limit(const HeadersLimit& nvcc, const HeadersLimit& clang) noexcept;

/// Whether a program was built with these libstdc++ headers by that nvcc and host compiler in that standard.
[[nodiscard]] bool was_measured_to_work(const Tables& tables, const Release& release, Compiler compiler,
                                        CxxStandard standard, int headers) noexcept;

}  // namespace cudastdenv::inline CUDASTDENV_ABI
