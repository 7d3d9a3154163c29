// SPDX-License-Identifier: MIT
#pragma once

/// A checkout's tables as they are, sound or not: what checkout.hpp refuses to read is here a value like any other.

#include "checkout/checkout.hpp"

#include <cstddef>
#include <cstdint>
#include <filesystem>
#include <optional>
#include <string>
#include <string_view>
#include <variant>
#include <vector>

namespace cudastdenv::nix {

/// What no attribute of a row ever is. A set is one only where it has nothing in it, or lies deeper than any layout's.
enum class OtherValue : std::uint8_t { number, list, set };
using LooseValue = std::variant<std::nullptr_t, bool, std::string, OtherValue>;

struct LooseAttribute {
    std::string path;  ///< in the row: `gcc.maxMajorVersion`; names that need quotes have them
    LooseValue value;
    std::optional<int> line{};  ///< of the file, from 1; absent: Nix does not say
};

struct LooseRow {
    std::optional<std::string> name;  ///< absent: an element of a list, which has no name by itself
    std::optional<int> line{};
    std::optional<LooseValue> not_a_set{};     ///< what it is instead of an attribute set
    std::vector<LooseAttribute> attributes{};  ///< in the order of their names; sets within a row as their attributes

    /// The attribute of that path, or nullptr.
    [[nodiscard]] const LooseAttribute* find(std::string_view path) const noexcept;
};

/// Nix code that gives a table's rows as they are, and where they stand in the file. The arguments are those of
/// expression_for().
[[nodiscard]] std::string loose_expression_for(Table table, std::string_view path, bool own_lib);

/// Reads the JSON that such an expression evaluated to. Throws DataError, which names `file`, where the table is
/// neither an attribute set nor a list.
[[nodiscard]] std::vector<LooseRow> read_loose_rows(const std::filesystem::path& file, std::string_view json);

}  // namespace cudastdenv::nix
