// SPDX-License-Identifier: MIT
#pragma once

/// What is said of capability lists: what is wrong in one, what a spelling cannot say, what cannot be read.

#include "spelling/lint.hpp"
#include "spelling/spell.hpp"
#include "words/resolution.hpp"

#include <cudastdenv/answers.hpp>

#include <string>
#include <string_view>

namespace cudastdenv::words {

/// What is said of what is wrong with a list.
struct Correction : Said {
    std::string instead;  ///< what to write there; empty where that is for the writer to decide
};

/// The list of a resolution in a spelling.
[[nodiscard]] SpelledAnswer spelled_answer(const ResolutionReport& answer, const Spelling& spelling,
                                           const SpellingContext& context);

/// What of a list was lost, in the words of who is called `spelling`.
[[nodiscard]] Said say(std::string_view spelling, Diagnostic loss);

/// Where in the text what is wrong, and what would be right.
[[nodiscard]] std::string list_error_message(std::string_view spelling, std::string_view text,
                                             const ListReadError& error);

/// `spelling` is the name of the one that the list was written in.
[[nodiscard]] Correction say(std::string_view spelling, const Finding& finding);

/// `read as torch; it could be spack too`
[[nodiscard]] std::string guess_message(const LintAnswer& answer);

}  // namespace cudastdenv::words
