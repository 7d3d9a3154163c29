#pragma once

#include "report/resolution_report.hpp"
#include "report/style.hpp"
#include "spell/lint.hpp"

#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace cudastdenv::report {

/// A list that was read and judged, as the report functions take it.
struct LintReport {
    const Tables& tables;
    const Release& release;
    std::string_view cuda_requested;                ///< as it was typed
    std::string_view system;                        ///< empty: each target is for the platform of its GPUs
    const Spelling& spelling;
    std::span<const Spelling* const> also_fitting;  ///< other spellings that the text fits, where it was guessed
    std::string_view text;
    const Listing& listing;
    std::span<const Finding> findings;
    std::string_view fixed;                         ///< the corrected list; empty: there is none
    std::span<const Loss> losses;                   ///< what the spelling cannot say of the corrected list
};

/// `unsupported-too-new`, `no-ptx`: the name of a finding, which does not change.
[[nodiscard]] std::string_view finding_code(const Finding& finding);

/// One sentence without a full stop, beginning in lower case.
[[nodiscard]] std::string finding_message(const LintReport& report, const Finding& finding);

/// What to write instead; empty where that is for the writer to decide.
[[nodiscard]] std::string finding_instead(const LintReport& report, const Finding& finding);

[[nodiscard]] SourceIds finding_sources(const Tables& tables, const Finding& finding);

/// `read as torch (it fits spack too)`
[[nodiscard]] std::string guess_message(const LintReport& report);

[[nodiscard]] std::string lint_text(const LintReport& report, const Style& style);
[[nodiscard]] std::string lint_json(const LintReport& report);

}  // namespace cudastdenv::report
