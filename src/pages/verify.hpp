// SPDX-License-Identifier: MIT
#pragma once

#include "report/style.hpp"
#include "words/verify.hpp"

#include <string>

namespace cudastdenv::report {

/// What `verify` prints for a person.
[[nodiscard]] std::string verify_text(const words::VerifyAnswer& answer, const Style& style);

}  // namespace cudastdenv::report
