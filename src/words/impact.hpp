// SPDX-License-Identifier: MIT
#pragma once

#include "nix/impact.hpp"

#include <cudastdenv/answers.hpp>

#include <optional>
#include <string>

namespace cudastdenv::words {

/// `from_assumed`: no channel was named for the side before. The answer has no text of the question.
[[nodiscard]] NixImpactAnswer impact_answer(const Tables& tables, const nix::ImpactQuestion& question,
                                            const nix::Impact& impact, bool from_assumed);

/// `12.8.1`, `12.8.1 -> 12.8.2`, `gcc-15 -> gcc-16`; of what is there on one side only, that.
template <class Value>
[[nodiscard]] std::string change_in_words(const std::optional<Value>& before, const std::optional<Value>& after) {
    if (!before || !after || *before == *after) return to_string(after ? *after : *before);
    return to_string(*before) + " -> " + to_string(*after);
}

}  // namespace cudastdenv::words
