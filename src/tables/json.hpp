// SPDX-License-Identifier: MIT
#pragma once

/// Rows and records as JSON text. tables/json_tree.hpp has them as values of the JSON library.

#include "tables/shape.hpp"

#include <cstddef>
#include <string>

namespace cudastdenv {

/// Indented by two columns at each level, without a newline at the end.
[[nodiscard]] std::string json_text(AnyValue value);

/// In the canonical form of data/*.json (tests/data/canonical.py), ready to be pasted; indented by `indent` columns,
/// without a newline at the end.
[[nodiscard]] std::string canonical(AnyValue value, std::size_t indent);

}  // namespace cudastdenv
