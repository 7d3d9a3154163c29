// SPDX-License-Identifier: MIT
#pragma once

/// The rows of nixpkgs' two tables field by field, in the terms of whatever layout a checkout has.

#include "checkout/checkout.hpp"
#include "nix/rows.hpp"

#include <filesystem>
#include <optional>
#include <string>
#include <string_view>
#include <variant>
#include <vector>

namespace cudastdenv::nix {

/// What says in a row of gpus.nix which capability it is about.
inline constexpr std::string_view capability_in_list = "computeCapability";

/// A value that no field of ours has, as JSON.
struct ForeignValue {
    std::string json;
    friend bool operator==(const ForeignValue&, const ForeignValue&) = default;
};
using FieldValue = std::variant<std::nullptr_t, bool, std::string, ForeignValue>;

/// As Nix code; another value than ours as null.
[[nodiscard]] std::string literal(const FieldValue& value);

/// A field of a row. `path` is its attribute path in the row: `gcc.maxMajorVersion`.
struct Field {
    std::string path;
    FieldValue value;
    friend bool operator==(const Field&, const Field&) = default;
};

/// A row with the fields that it evaluates to. `key` is its release, or its capability.
struct Row {
    std::string key;
    std::vector<Field> fields;

    /// Null where the row has no such field.
    [[nodiscard]] const FieldValue* find(std::string_view path) const noexcept;
};

/// Whether a text is what a row of the table can be called, and the order of such texts.
[[nodiscard]] bool is_key(Table table, std::string_view text) noexcept;
[[nodiscard]] bool is_key_before(Table table, std::string_view left, std::string_view right) noexcept;

/// Whether it goes without saying: what nixpkgs' functions and readers take a field for that a row does not have.
[[nodiscard]] bool is_default(const Row& row, const Field& field);

/// The JSON that expression_for() evaluates to, as rows by key. Throws DataError, which names `file`, where it is no
/// table.
[[nodiscard]] std::vector<Row> read_rows(Table table, const std::filesystem::path& file, std::string_view json);

/// A row as these tables would have it in a checkout.
struct WantedRow {
    Row row;
    Version since;  ///< two numbers: the release that it is about, or the first one that builds the capability here
    Version first;  ///< likewise, by nvcc's own word
    /// Whether nixpkgs' newest file has it; nixpkgs gave up the others, left them out, or does not have them yet.
    enum class Standing { in_newest_file, given_up, left_out, new_to_nixpkgs };
    Standing standing = Standing::in_newest_file;
    SourceIds sources;
    SourceIds clang_sources{};           ///< of the fields about Clang
    std::vector<std::string> comment{};  ///< lines for a new row: where NVIDIA says so
};

/// The sources of one of its fields.
[[nodiscard]] SourceIds sources_of(const WantedRow& wanted, std::string_view field) noexcept;

/// The names that fields have, in any layout.
[[nodiscard]] std::vector<std::string_view> field_names();

/// What `there`, the rows of a checkout, should be: the fields are those of its layout. `policy` says whose bounds.
[[nodiscard]] std::vector<WantedRow> wanted_rows(const Tables& tables, Table table, std::span<const Row> there,
                                                 Policy policy);

}  // namespace cudastdenv::nix
