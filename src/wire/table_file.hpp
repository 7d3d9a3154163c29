// SPDX-License-Identifier: MIT
#pragma once

#include "tables/json_tree.hpp"

#include <cudastdenv/tables.hpp>

#include <string>
#include <string_view>

namespace cudastdenv::wire {

/// The whole of a file of data/, `releases.json`.
[[nodiscard]] Json table_json_tree(const Tables& tables, std::string_view file);

/// The same in canonical form.
[[nodiscard]] std::string table_file(const Tables& tables, std::string_view file);

}  // namespace cudastdenv::wire
