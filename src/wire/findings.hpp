// SPDX-License-Identifier: MIT
#pragma once

/// What was found on a machine, in a binary or a toolkit, as JSON. Each text ends with a newline.

#include "words/build_environment.hpp"
#include "words/ingest.hpp"

#include <span>
#include <string>

namespace cudastdenv::wire {

/// `{"variables": [{"name", "value", "why"}]}`; a value of null is a variable to unset. `reasons` may be nullptr.
[[nodiscard]] std::string assignments_json(std::span<const Assignment> assignments,
                                           const words::BuildEnvironmentReport* reasons);

[[nodiscard]] std::string ingest_json(const words::IngestAnswer& answer);

/// `failures` is what is no toolkit, or could not be read.
[[nodiscard]] std::string ingest_all_json(const Tables& tables, std::span<const IngestResult> results,
                                          std::span<const IngestFailure> failures);

}  // namespace cudastdenv::wire
