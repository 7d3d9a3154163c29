// SPDX-License-Identifier: MIT
#pragma once

#include "report/style.hpp"
#include "words/host.hpp"

#include <string>

namespace cudastdenv::report {

/// What `detect` prints for a person.
[[nodiscard]] std::string detect_text(const words::DetectAnswer& answer, const Style& style);

}  // namespace cudastdenv::report
