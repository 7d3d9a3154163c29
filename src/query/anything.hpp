// SPDX-License-Identifier: MIT
#pragma once

/// Words without a command, and the queries that they can mean.

#include "query/answers.hpp"

namespace cudastdenv::query {

/// The facts in a text.
struct SortedFacts {
    std::vector<std::string> words = {};    ///< all words, and the parts of those like `gcc=13`
    OptionTexts facts = {};                 ///< by the names of options
    std::vector<std::string> unknown = {};  ///< words that are neither facts nor ignored
    bool asks_for_driver = false;           ///< whether it has the word, but no driver
};

/// Parses the words of a text into facts. Their order does not matter.
[[nodiscard]] SortedFacts facts_in(const Tables& tables, std::string_view text);

/// Whether it is the id of a message or an advisory.
[[nodiscard]] bool is_id(const Tables& tables, std::string_view id);

/// Whether a text consists of facts, or is the id or a part of a message.
[[nodiscard]] bool names_something(const Tables& tables, std::string_view text);

/// Answers each query that a text can mean: by its facts, by the id or a part of a message, or as a message. `style` is
/// for the texts of the parts. Throws BadInput for an unknown word.
[[nodiscard]] AskAnswer ask_answer(const Context& context, const OptionTexts& texts, const report::Style& style = {});
[[nodiscard]] Written answer_ask(const Context& context, const OptionTexts& texts, const Form& form);

/// Answers a file or pipe that was read as a log. If it has no message, answers its facts. `texts` has the options and
/// the other words.
[[nodiscard]] Written answer_log_or_facts(const Context& context, const OptionTexts& texts, const Form& form,
                                          const diagnose::LogReading& reading);

}  // namespace cudastdenv::query
