#pragma once

#include "findings/verify_plan.hpp"
#include "report/resolution_report.hpp"
#include "report/style.hpp"

#include <span>
#include <string>
#include <string_view>

namespace cudastdenv::report {

/// What `verify` answers, as the report functions take it.
struct Verification {
    const ResolutionReport& answer;
    const FoundToolkit& toolkit;
    std::span<const verify::Row> rows;
};

/// What was predicted, in a few words: `refused: nvcc's own check ends at 20`.
[[nodiscard]] std::string prediction_in_words(const verify::Prediction& prediction);

/// What was seen, likewise; a line of a compiler's may follow.
[[nodiscard]] std::string seen_in_words(const verify::Seen& seen);

/// The name in JSON: `too-new`, `works`.
[[nodiscard]] std::string_view prediction_name(const verify::Prediction& prediction);
[[nodiscard]] std::string_view seen_name(const verify::Seen& seen);

/// What `verify` prints for a person.
[[nodiscard]] std::string verification_text(const Verification& verification, const Style& style);

/// Ends with a newline.
[[nodiscard]] std::string verification_json(const Verification& verification);

}  // namespace cudastdenv::report
