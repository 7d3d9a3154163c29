// SPDX-License-Identifier: MIT
#pragma once

#include "ask/outcome.hpp"
#include "diagnose/diagnosis.hpp"

#include <string_view>

namespace cudastdenv::asking {

/// `diagnose`, of a log that has been read.
[[nodiscard]] Outcome answer_diagnosis(const Context& context, const Texts& texts, const Form& form,
                                       diagnose::LogReading reading);

/// A log that is one text. Throws BadInput where it is empty.
[[nodiscard]] diagnose::LogReading read_log_text(const Tables& tables, std::string_view text);

}  // namespace cudastdenv::asking
