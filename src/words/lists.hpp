// SPDX-License-Identifier: MIT
#pragma once

/// What is said of capability lists: what is wrong in one, what a spelling cannot say, what cannot be read.

#include "spelling/spell.hpp"
#include "words/resolution_report.hpp"

#include <cudastdenv/answers.hpp>

#include <string>
#include <string_view>

namespace cudastdenv::words {

/// What is said of what is wrong with a list.
struct Correction : Said {
    std::string instead;  ///< what to write there; empty where that is for the writer to decide
};

/// Its sources are those of the row that the problem rests on.
[[nodiscard]] Correction say(const Tables& tables, const Request& request, const CapabilityProblem& problem);

/// The list of a resolution in a spelling.
[[nodiscard]] SpelledAnswer spelled_answer(const ResolutionReport& answer, const Spelling& spelling,
                                           const SpellingContext& context);

/// `spelling` is the name of the one that the list was written in.
[[nodiscard]] Said say(std::string_view spelling, const Loss& loss);

/// Where in the text what is wrong, and what would be right.
[[nodiscard]] std::string list_error_message(std::string_view spelling, std::string_view text,
                                             const ListReadError& error);

}  // namespace cudastdenv::words
