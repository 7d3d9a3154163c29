// SPDX-License-Identifier: MIT
#pragma once

/// Rows and records as values of the JSON library, for the few files that change them or add to them.

#include "tables/json.hpp"

#include <nlohmann/json.hpp>

#include <string_view>

namespace cudastdenv {

using Json = nlohmann::ordered_json;

[[nodiscard]] Json json_of(AnyValue value);

/// An array of its bytes where it is not UTF-8.
[[nodiscard]] Json json_of_text(std::string_view text);

[[nodiscard]] std::string json_text(const Json& json);
[[nodiscard]] std::string canonical(const Json& json, std::size_t indent);

template <>
struct ShapeOf<Json> {
    static constexpr Shape shape{.kind = Shape::Kind::json};
};

}  // namespace cudastdenv
