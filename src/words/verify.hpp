// SPDX-License-Identifier: MIT
#pragma once

#include "findings/verify_plan.hpp"
#include "words/resolution_report.hpp"

#include <cudastdenv/answers.hpp>

#include <span>

namespace cudastdenv::words {

/// What `verify` answers, with what was asked.
struct Verification {
    const ResolutionReport& answer;
    const FoundToolkit& toolkit;
    std::span<const verify::Row> rows;
};

/// What was predicted, in a few words: `refused: nvcc's own check ends at 20`.
[[nodiscard]] Said say_prediction(const Tables& tables, const verify::Prediction& prediction);

/// What was seen, likewise; a line of a compiler's may follow.
[[nodiscard]] Said say(const verify::Seen& seen);

}  // namespace cudastdenv::words
