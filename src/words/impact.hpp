// SPDX-License-Identifier: MIT
#pragma once

/// What is said of an impact: of one set in one stdenv, and of all of it.

#include "nix/impact.hpp"

#include <cudastdenv/answers.hpp>

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace cudastdenv::words {

struct ImpactReport {
    const Tables& tables;
    const nix::ImpactQuestion& question;
    const nix::Impact& impact;
    bool from_assumed = false;  ///< no channel was named for the side before
};

/// The answer in one line.
[[nodiscard]] std::string headline(const ImpactReport& report);

/// `nixos-26.05: gcc-15, glibc 2.42`, `nixos-26.05 with gcc-16, glibc 2.44`
[[nodiscard]] std::string side_in_words(const ImpactReport& report, const nix::ImpactSide& side);

/// For programs: `unchanged`, `follows`, `changed`, `lost`, `gained`, `appears`, `goes`.
[[nodiscard]] std::string_view to_string(nix::ImpactChange change) noexcept;

/// `own`, `wrapped gcc-13`, `none`; `-` where the set or the stdenv is not there.
[[nodiscard]] std::string outcome_in_words(const std::optional<nix::SetInStdenv>& seen);

/// For a table with a column for each stdenv: `own`, `13`, `none`, `-`, with a star where that is not as before.
[[nodiscard]] std::string outcome_mark(const nix::StdenvImpact& impact);

/// `wrapped gcc-13, unchanged`, `own -> own, now gcc-16`, `own -> wrapped gcc-14`, `wrapped gcc-14 -> none`, `new:
/// own`, `gone (was own)`; with `; broken` where an advisory breaks it as it stands.
[[nodiscard]] std::string change_in_words(const nix::StdenvImpact& impact);

/// `12.8.1`, `12.8.1 -> 12.8.2`; of a set that is there on one side only, its release.
[[nodiscard]] std::string releases_in_words(const nix::SetImpact& set);

/// `gcc-15`, `gcc-15 -> gcc-16`
[[nodiscard]] std::string stdenv_in_words(const nix::ImpactStdenv& stdenv);

enum class Phase : std::uint8_t { begins, ends };

/// An advisory that begins or ends: `libstdcxx-16-partial-ordering`, and in which stdenvs of which sets.
struct AdvisoryTurn {
    const AdvisoryRow* advisory = nullptr;
    std::string where;  ///< `caution; gcc-15 -> gcc-16: every set; clang-18, clang-19: cudaPackages_12_6`
};

/// The worst first. What a set or a stdenv has that is there on one side only neither begins nor ends, but for what
/// begins with a new set in the default stdenv.
[[nodiscard]] std::vector<AdvisoryTurn> turns_of(const nix::Impact& impact, Phase phase);

/// A note, and the sets of which it holds; none: of the whole answer.
struct ImpactNote {
    Said said;
    std::vector<std::string> sets;
};

/// What is not known of a set in a stdenv, or was supposed.
[[nodiscard]] std::vector<Said> say_notes(const ImpactReport& report, const nix::SetInStdenv& seen);

/// The same of the question, then of the sets in the default stdenv.
[[nodiscard]] std::vector<ImpactNote> say_notes(const ImpactReport& report);

}  // namespace cudastdenv::words
