// SPDX-License-Identifier: MIT
#pragma once

/// The reply to a request in JSON. The keys are a contract (README, "JSON").

#include "tables/json_tree.hpp"
#include "wire/records/shared.hpp"

namespace cudastdenv::wire {

// A field is one line.
// clang-format off

using ReplyAnswer = std::variant<std::string, Json>;

struct ReplyRecord {
    CUDASTDENV_RECORD("reply", "The reply of the library to a JSON request.",
        (int, status, "status", "Exit code of the command."),
        (std::optional<ReplyAnswer>, answer, "answer", "The command's JSON, in its own schema; text for a command without JSON; null where the request failed."),
        (std::vector<Remark>, notes, "notes"),
        (std::optional<ProblemMessage>, error, "error", "Null where the request succeeded."))
};
// clang-format on

}  // namespace cudastdenv::wire
