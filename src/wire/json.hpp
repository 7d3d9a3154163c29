// SPDX-License-Identifier: MIT
#pragma once

/// The reply to a request in JSON. The keys are a contract (README, "JSON").

#include "tables/json_tree.hpp"
#include "wire/records/shared.hpp"
#include "words/phrases.hpp"

namespace cudastdenv::wire {

// A field is one line.
// clang-format off

using ReplyAnswer = std::variant<std::string, Json>;

struct ReplyRecord {
    CUDASTDENV_RECORD("reply", "What the library answers to a request in JSON.",
        (int, status, "status", "The exit status that the command would have."),
        (std::optional<ReplyAnswer>, answer, "answer", "The command's JSON, by its own schema; a text of a command that has none; null: there is no answer."),
        (std::vector<Aside>, notes, "notes"),
        (std::optional<SaidProblem>, error, "error", "Null: there is an answer."))
};
// clang-format on

}  // namespace cudastdenv::wire
