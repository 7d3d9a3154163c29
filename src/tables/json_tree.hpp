// SPDX-License-Identifier: MIT
#pragma once

/// Rows and records as values of the JSON library, for the few files that change them, and the JSON parser.

#include "tables/shape.hpp"

#include <nlohmann/json.hpp>

namespace cudastdenv {

using Json = nlohmann::ordered_json;

[[nodiscard]] Json json_of(AnyValue value);
[[nodiscard]] std::string json_text(const Json& json);
[[nodiscard]] std::string canonical(const Json& json, std::size_t indent);

/// Parses JSON. Throws DataError, with `file`, for invalid JSON, nesting deeper than `deepest` and a key twice in one
/// record.
[[nodiscard]] nlohmann::json parse_strict_json(const std::filesystem::path& file, std::string_view text, int deepest);

template <>
struct ShapeOf<Json> {
    static constexpr Shape shape{.kind = Shape::Kind::json};
};

}  // namespace cudastdenv
