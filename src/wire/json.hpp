// SPDX-License-Identifier: MIT
#pragma once

/// The answers as JSON. Each ends with a newline. The keys are a contract (README, "JSON").

#include "tables/json_tree.hpp"
#include "wire/records/shared.hpp"
#include "words/phrases.hpp"

namespace cudastdenv::wire {

// A field is one line.
// clang-format off

/// A text, or the JSON of the command.
using ReplyAnswer = std::variant<std::string, Json>;

/// What a request in JSON is answered with.
struct ReplyRecord {
    CUDASTDENV_RECORD("reply", "The reply of the library to a JSON request.",
        (int, status, "status", "Exit code of the command."),
        (std::optional<ReplyAnswer>, answer, "answer", "The command's JSON, in its own schema; text for a command without JSON; null where the request failed."),
        (std::vector<Aside>, notes, "notes"),
        (std::optional<SaidProblem>, error, "error", "Null where the request succeeded."))
};
// clang-format on

/// One table, as its rows stand in data/*.json: those that have each of the words in some value, in any case. Ids of
/// sources are no values of a row.
[[nodiscard]] std::string table_json(const Tables& tables, std::string_view file,
                                     const std::vector<std::string>& words = {});

/// The whole of a file of data/, `releases.json`, in canonical form.
[[nodiscard]] std::string table_file(const Tables& tables, std::string_view file);

}  // namespace cudastdenv::wire
