// SPDX-License-Identifier: MIT
#pragma once

#include "spelling/lint.hpp"
#include "words/lists.hpp"

#include <optional>
#include <span>
#include <string>
#include <string_view>

namespace cudastdenv::words {

/// What a list was judged for.
struct LintedFor {
    const Tables& tables;
    const Release& release;
    std::string_view system;    ///< empty: each target is for the platform of its GPUs
    std::string_view spelling;  ///< its name
};

/// Its sources are those of the rule that the finding rests on, or of what nvcc has against an entry.
[[nodiscard]] Correction say(const LintedFor& asked, const Finding& finding);

/// `read as torch; it could be spack too`
[[nodiscard]] std::string guess_message(const LintAnswer& answer);

}  // namespace cudastdenv::words
