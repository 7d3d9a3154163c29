// SPDX-License-Identifier: MIT
#pragma once

#include "ask/context.hpp"
#include "diagnose/log_reader.hpp"

#include <cudastdenv/answers.hpp>

#include <functional>
#include <string_view>

namespace cudastdenv::asking {

/// What the messages in a log mean. Throws BadInput.
[[nodiscard]] DiagnoseAnswer diagnose_answer(const Context& context, const Texts& texts,
                                             const diagnose::LogReading& reading);

/// `diagnose`, of a log that has been read.
[[nodiscard]] Written answer_diagnosis(const Context& context, const Texts& texts, const Form& form,
                                       const diagnose::LogReading& reading);

/// A log in pieces: `next` gives the bytes that follow, and at the end none.
[[nodiscard]] diagnose::LogReading read_log(const Tables& tables, const std::function<std::string_view()>& next);

/// A log that is one text. Throws BadInput where it is empty.
[[nodiscard]] diagnose::LogReading read_log_text(const Tables& tables, std::string_view text);

}  // namespace cudastdenv::asking
