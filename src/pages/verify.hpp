#pragma once

#include "findings/verify_plan.hpp"
#include "report/style.hpp"
#include "words/resolution_report.hpp"
#include "words/said.hpp"

#include <span>
#include <string>
#include <string_view>

namespace cudastdenv::report {

/// What `verify` answers, as the report functions take it.
struct Verification {
    const words::ResolutionReport& answer;
    const FoundToolkit& toolkit;
    std::span<const verify::Row> rows;
};

/// What was predicted, in a few words: `refused: nvcc's own check ends at 20`.
[[nodiscard]] words::Said say(const Tables& tables, const verify::Prediction& prediction);

/// What was seen, likewise; a line of a compiler's may follow.
[[nodiscard]] words::Said say(const verify::Seen& seen);

/// What `verify` prints for a person.
[[nodiscard]] std::string verification_text(const Verification& verification, const Style& style);

/// Ends with a newline.
[[nodiscard]] std::string verification_json(const Verification& verification);

}  // namespace cudastdenv::report
