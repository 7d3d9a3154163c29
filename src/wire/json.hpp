// SPDX-License-Identifier: MIT
#pragma once

/// The answers as JSON. Each ends with a newline. The keys are a contract (README, "JSON").

#include "nix/rows.hpp"
#include "tables/json_tree.hpp"

#include <cudastdenv/tables.hpp>

#include <string>
#include <string_view>

namespace cudastdenv::wire {

/// What evaluating the file gives, as JSON and nothing beside it: no schemaVersion, so that it can be compared.
[[nodiscard]] std::string nix_json(const nix::File& file);

/// One table, as its rows stand in data/*.json: those that have each of the words in some value, in any case. Ids of
/// sources are no values of a row.
[[nodiscard]] std::string table_json(const Tables& tables, std::string_view file,
                                     const std::vector<std::string>& words = {});

/// The whole of a file of data/, `releases.json`.
[[nodiscard]] Json table_json_tree(const Tables& tables, std::string_view file);

/// The same in canonical form.
[[nodiscard]] std::string table_file(const Tables& tables, std::string_view file);

}  // namespace cudastdenv::wire
