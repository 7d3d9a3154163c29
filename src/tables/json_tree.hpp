// SPDX-License-Identifier: MIT
#pragma once

/// Rows and records as values of the JSON library, for the few files that change them or add to them; and how JSON is
/// read.

#include "tables/shape.hpp"

#include <nlohmann/json.hpp>

#include <filesystem>

namespace cudastdenv {

using Json = nlohmann::ordered_json;

[[nodiscard]] Json json_of(AnyValue value);
[[nodiscard]] std::string json_text(const Json& json);
[[nodiscard]] std::string canonical(const Json& json, std::size_t indent);

/// Parses JSON. Throws DataError, which names `file`, also for what JSON allows and no file of ours has: nesting
/// deeper than `deepest`, and the same key twice in one record.
[[nodiscard]] nlohmann::json parse_strict_json(const std::filesystem::path& file, std::string_view text, int deepest);

template <>
struct ShapeOf<Json> {
    static constexpr Shape shape{.kind = Shape::Kind::json};
};

}  // namespace cudastdenv
