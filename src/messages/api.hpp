// SPDX-License-Identifier: MIT
#pragma once

/// Names of the toolkit in sentences, and the answer about one.

#include "messages/diagnostics.hpp"
#include "resolve/api.hpp"
#include "resolve/component.hpp"

namespace cudastdenv::messages {

/// What a release changed, and what to write instead. `name` is as in the program.
[[nodiscard]] Sentence describe(const ApiChange& change, std::string_view name);

/// The answer about a name with entries, or about a file of a component. `release`: absent where none is asked.
[[nodiscard]] ApiAnswer api_answer(const ApiIndex& index, std::string_view requested,
                                   const std::vector<const ApiEntry*>& entries, std::optional<Version> release);
[[nodiscard]] ApiAnswer api_answer(const Tables& tables, const ApiIndex& index, std::string_view requested,
                                   const ComponentFile& file, std::optional<Version> release);

}  // namespace cudastdenv::messages
