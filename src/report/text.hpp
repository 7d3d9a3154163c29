#pragma once

#include "report/resolution_report.hpp"
#include "report/style.hpp"

#include <string>

namespace cudastdenv::report {

/// What `resolve` prints for a person.
[[nodiscard]] std::string resolution_text(const ResolutionReport& answer, const Style& style);

/// What `explain` prints for a person: the verdict on one candidate, and each bound with its source.
/// `supposed`: the candidate is not among the available ones; the answer supposes that it were.
[[nodiscard]] std::string explanation_text(const ResolutionReport& answer, Compiler compiler, bool supposed,
                                           const Style& style);

}  // namespace cudastdenv::report
