// SPDX-License-Identifier: MIT
#pragma once

/// A second implementation of the choice of a host compiler, written only from section 5 of the design and the comments
/// in the public headers. It is simple and slow, and shares no code with the library.

#include "resolve/resolve.hpp"

#include <map>

namespace cudastdenv::laws {

/// The result for a candidate.
enum class Fate {
    too_old,
    too_new,
    newer_libstdcxx,
    headers_too_new,
    other_family,
    known_broken,
    superseded,
    system_not_shipped,
    system_not_covered,
    standard_not_taken,
    usable
};

struct Judged {
    Fate fate = Fate::usable;
    std::optional<int> headers;  ///< if it is usable
};

/// Judges every GCC and Clang from 1 to 30. Ignores the stdenv's major version and `available` of the request.
std::map<Compiler, Judged> judge_all(const Tables& tables, const Request& request);

/// Whether every part of the advisory's condition holds, and the stdenv is not patched against it.
bool applies(const Tables& tables, const AdvisoryRow& row, const Request& request, std::optional<Compiler> compiler,
             std::optional<int> headers);

/// Whether it is an advisory about code of the stdenv's own compiler, linked with the stdenv's library, and applies.
bool concerns_stdenv(const Tables& tables, const AdvisoryRow& row, const Request& request);

/// The result for every candidate on that system; usable: it depends on the candidate.
Fate fate_on_system(const Tables& tables, const Request& request);

/// Whether exact nixpkgs packages nothing for the system, so that its stdenv's compiler is used unchanged.
bool is_unchecked(const Tables& tables, const Request& request);

/// The stdenv's own if usable, otherwise the newest usable one.
std::optional<Compiler> choose(const std::map<Compiler, Judged>& judged, Compiler stdenv,
                               std::span<const Compiler> available);

}  // namespace cudastdenv::laws
