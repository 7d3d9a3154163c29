// SPDX-License-Identifier: MIT
#pragma once

#include "ask/context.hpp"
#include "ask/texts.hpp"
#include "report/style.hpp"

#include <string>
#include <string_view>
#include <vector>

namespace cudastdenv::asking {

/// What is said beside an answer, and is no part of it.
struct Aside {
    std::string_view kind;  ///< `note`, `warning`, `error`
    std::string text;       ///< one sentence without a full stop
};

/// What a question is answered with, as it is written out.
struct Outcome {
    std::string text = {};  ///< ends with a newline; empty where there is nothing to write
    std::vector<Aside> asides = {};
    bool is_answered = true;  ///< else the answer is "none" or "no"
};

/// How answers are written.
struct Form {
    bool json = false;
    report::Style style = {};  ///< of a text for people
};

/// Answers a question of one kind. Throws BadInput and DataError.
using Answerer = Outcome (*)(const Context& context, const Texts& texts, const Form& form);

}  // namespace cudastdenv::asking
