// SPDX-License-Identifier: MIT
#pragma once

/// What is said of capability lists: what is wrong in one, what a spelling cannot say, what cannot be read.

#include "spelling/spell.hpp"
#include "words/resolution.hpp"

#include <cudastdenv/answers.hpp>

#include <string>
#include <string_view>

namespace cudastdenv::words {

/// The list of a resolution in a spelling.
[[nodiscard]] SpelledAnswer spelled_answer(const ResolutionReport& answer, const Spelling& spelling,
                                           const SpellingContext& context);

/// What is wrong in a list, or was lost of it; `{format}` is the name of its spelling.
[[nodiscard]] Said say(std::string_view spelling, Diagnostic what);

/// Where in the text what is wrong, and what would be right.
[[nodiscard]] std::string list_error_message(std::string_view spelling, std::string_view text,
                                             const ListReadError& error);

/// `read as torch; it could be spack too`
[[nodiscard]] std::string guess_message(const LintAnswer& answer);

}  // namespace cudastdenv::words
