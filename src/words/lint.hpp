// SPDX-License-Identifier: MIT
#pragma once

#include "spell/lint.hpp"
#include "words/said.hpp"

#include <optional>
#include <span>
#include <string>
#include <string_view>

namespace cudastdenv::words {

/// A list that was read and judged, together with what was asked.
struct LintReport {
    const Tables& tables;
    const Release& release;
    std::string_view cuda_requested;  ///< as it was typed
    std::string_view system;          ///< empty: each target is for the platform of its GPUs
    const Spelling& spelling;
    std::optional<ConsumerVersion> consumer;        ///< whose rules it was read by; absent: not known by version
    std::span<const Spelling* const> also_fitting;  ///< other spellings that the text fits, where it was guessed
    std::string_view text;
    const Listing& listing;
    std::span<const Finding> findings;
    std::string_view fixed;        ///< the corrected list; empty: there is none
    std::span<const Loss> losses;  ///< what the spelling cannot say of the corrected list
};

/// Its sources are those of the rule that the finding rests on, or of what nvcc has against an entry.
[[nodiscard]] Correction say(const LintReport& report, const Finding& finding);

/// `read as torch; it could be spack too`
[[nodiscard]] std::string guess_message(const LintReport& report);

}  // namespace cudastdenv::words
