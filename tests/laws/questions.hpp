// SPDX-License-Identifier: MIT
#pragma once

/// Laws about questions as a person types them: two questions, and how their answers are related.

#include "query/context.hpp"

#include <span>
#include <string>
#include <string_view>

namespace cudastdenv::laws {

/// A question by the names of the options; an argument has the name that requests in JSON use.
using Options = query::OptionTexts::Values;

/// Whether the option is given without a value. An empty list of compilers is a value.
[[nodiscard]] inline bool is_switch(std::string_view option, std::string_view value) {
    return value.empty() && option != "available" && option != "text" && option != "name";
}

/// The question as a command line.
[[nodiscard]] std::string typed(std::string_view command, const Options& question);

/// The options of the question that all these commands accept.
[[nodiscard]] Options accepted_by(std::initializer_list<std::string_view> commands, const Options& question);

struct Verdict {
    int comparisons = 0;             ///< 0: the law is not about this question
    std::string contradiction = {};  ///< the command lines and their answers; empty: the law holds
};

struct QuestionLaw {
    std::string_view name;
    std::string_view options;  ///< those that are drawn for it, each given or not
    Verdict (*check)(const Options& question);
};

[[nodiscard]] std::span<const QuestionLaw> question_laws();

}  // namespace cudastdenv::laws
