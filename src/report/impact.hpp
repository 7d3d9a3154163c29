// SPDX-License-Identifier: MIT
#pragma once

#include "report/page.hpp"

#include <cudastdenv/answers.hpp>

#include <string>

namespace cudastdenv::report {

/// `nix impact`: the answer in the first line, then sets against stdenvs. Lines of at most 80 columns.
[[nodiscard]] std::string impact_text(const NixImpactAnswer& answer, const Style& style);

/// The same for a pull request.
[[nodiscard]] std::string impact_markdown(const NixImpactAnswer& answer);

}  // namespace cudastdenv::report
