// SPDX-License-Identifier: MIT
#pragma once

/// Words without a command: which questions they ask.

#include "ask/answers.hpp"

namespace cudastdenv::asking {

/// The facts in a text, which it points into.
struct SortedFacts {
    Texts facts;
    std::string_view unknown = {};  ///< the first word that is no fact; empty: there is none
};

/// Sorts the words of a text, in any order, into facts.
[[nodiscard]] SortedFacts facts_in(const Tables& tables, std::string_view text);

/// Whether a text is facts, or the id or a part of a message.
[[nodiscard]] bool names_something(const Tables& tables, std::string_view text);

/// Answers each question that a text asks: by its facts, by the id or a part of a message in it, or as a message.
/// `style` is that of the parts' texts. Throws BadInput for a word that means nothing.
[[nodiscard]] AskAnswer ask_answer(const Context& context, const Texts& texts, const report::Style& style = {});
[[nodiscard]] Written answer_ask(const Context& context, const Texts& texts, const Form& form);

/// The same of what was read of a file or a pipe, whose facts are answered where it holds no message. `texts` are what
/// the words beside it say.
[[nodiscard]] Written answer_log_or_facts(const Context& context, const Texts& texts, const Form& form,
                                          const diagnose::LogReading& reading);

}  // namespace cudastdenv::asking
