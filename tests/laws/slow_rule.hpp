// SPDX-License-Identifier: MIT
#pragma once

/// The choice of a host compiler once more, written from the design's section 5 and the comments in the public
/// headers alone: straightforward, slow, and without a line of the library's code.

#include "resolve/resolve.hpp"

#include <map>

namespace cudastdenv::laws {

/// What becomes of a candidate.
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
    std::optional<int> headers;  ///< of a usable one
};

/// Judges every GCC and Clang from 1 to 30. Of the request, the stdenv's major version and `available` are not read.
std::map<Compiler, Judged> judge_all(const Tables& tables, const Request& request);

/// Whether every part of the advisory's condition holds, and the stdenv is not patched against it.
bool applies(const Tables& tables, const AdvisoryRow& row, const Request& request, std::optional<Compiler> compiler,
             std::optional<int> headers);

/// Whether it is an advisory on what the stdenv's own compiler makes, linked with the stdenv's library, and holds.
bool concerns_stdenv(const Tables& tables, const AdvisoryRow& row, const Request& request);

/// What becomes of every candidate on that system; usable: it depends on the candidate.
Fate fate_on_system(const Tables& tables, const Request& request);

/// Whether nixpkgs, reproduced to the letter, packages nothing for the system: its stdenv's compiler is used as it is.
bool is_unchecked(const Tables& tables, const Request& request);

/// The stdenv's own where usable, else the newest usable one available.
std::optional<Compiler> choose(const std::map<Compiler, Judged>& judged, Compiler stdenv,
                               std::span<const Compiler> available);

}  // namespace cudastdenv::laws
