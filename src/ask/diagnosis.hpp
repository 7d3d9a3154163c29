// SPDX-License-Identifier: MIT
#pragma once

#include "ask/applied.hpp"
#include "ask/outcome.hpp"
#include "words/diagnosis.hpp"

#include <functional>
#include <string_view>

namespace cudastdenv::asking {

/// What the messages in a log mean, with what was asked.
class LogAnswer {
public:
    /// Throws BadInput.
    LogAnswer(const Context& context, const Texts& texts, diagnose::LogReading reading);

    /// Refers to this.
    [[nodiscard]] words::DiagnosisReport report() const { return {tables_, diagnosis_, !asked_.is_none, asked_.tool}; }

private:
    Tables tables_;
    ToolAsked asked_;
    diagnose::Diagnosis diagnosis_;
};

/// `diagnose`, of a log that has been read.
[[nodiscard]] Outcome answer_diagnosis(const Context& context, const Texts& texts, const Form& form,
                                       diagnose::LogReading reading);

/// A log in pieces: `next` gives the bytes that follow, and at the end none.
[[nodiscard]] diagnose::LogReading read_log(const Tables& tables, const std::function<std::string_view()>& next);

/// A log that is one text. Throws BadInput where it is empty.
[[nodiscard]] diagnose::LogReading read_log_text(const Tables& tables, std::string_view text);

}  // namespace cudastdenv::asking
