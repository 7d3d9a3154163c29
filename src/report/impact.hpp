// SPDX-License-Identifier: MIT
#pragma once

#include "report/style.hpp"
#include "words/impact.hpp"

#include <string>

namespace cudastdenv::report {

/// `nix impact`: the answer in the first line, then sets against stdenvs. Lines of at most 80 columns.
[[nodiscard]] std::string impact_text(const words::ImpactReport& report, const Style& style);

/// The same for a pull request.
[[nodiscard]] std::string impact_markdown(const words::ImpactReport& report);

}  // namespace cudastdenv::report
