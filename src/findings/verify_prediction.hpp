// SPDX-License-Identifier: MIT
#pragma once

#include "findings/verify_outcome.hpp"

namespace cudastdenv::verify {

/// A host compiler as it stands on a machine, by itself: with the headers that it picks and the library beside them.
struct Standing {
    Compiler compiler;
    std::optional<int> headers;    ///< GCC major of the libstdc++ headers that it compiles with; absent: it finds none
    std::optional<Version> glibc;  ///< of the headers that it compiles with; absent: unknown
    std::string_view system = "x86_64-linux";
    std::optional<ToolkitHeaders> toolkit_headers = std::nullopt;  ///< where they lie; absent: not known
};

/// What the tables say that becomes of a program of that standard: what nvcc enforces decides whether it is refused,
/// limits of headers and advisories whether it compiles.
[[nodiscard]] Prediction predict(const Tables& tables, const Release& release, const Standing& standing,
                                 CxxStandard standard);

/// Whether nvcc takes that capability in the release.
[[nodiscard]] Prediction predict(const Tables& tables, const Release& release, Capability capability);

}  // namespace cudastdenv::verify
