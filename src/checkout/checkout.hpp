// SPDX-License-Identifier: MIT
#pragma once

/// What is read from a nixpkgs checkout: where its two tables are, and what their rows say.

#include <cudastdenv/resolve.hpp>

#include <filesystem>
#include <optional>
#include <string>
#include <string_view>
#include <variant>
#include <vector>

namespace cudastdenv::nix {

enum class Table { nvcc, cuda };

/// The attribute that it is in a file: `nvccCompatibilities`.
[[nodiscard]] std::string_view name_of(Table table) noexcept;

/// Where a table may be in a folder that is a checkout or one of the folders on the way to the table, the likeliest
/// first: every layout that nixpkgs has had.
[[nodiscard]] std::vector<std::string> places_of(Table table);

/// Nix code that gives the table's rows as plain data. `path` is one of places_of(), below `checkout`;
/// `own_lib`: the checkout has nixpkgs' lib, which is then used instead of a small one of ours.
[[nodiscard]] std::string expression_for(Table table, std::string_view path, bool own_lib);

/// What nixpkgs' schema has no place for, found in a row. `attribute` is its path in the row: `gcc.minMajorVersion`.
struct ExtraAttribute {
    std::string attribute;
};
/// A number that is not written as numbers are, with leading zeros.
struct OddSpelling {
    std::string attribute;
    std::string text;
};
using Oddity = std::variant<ExtraAttribute, OddSpelling>;

/// A row of `nvccCompatibilities` in a checkout.
struct FoundNvccRow {
    Version release;   ///< two numbers
    MajorRange gcc{};  ///< both ends are there
    MajorRange clang{};
    std::vector<Oddity> oddities{};
};

/// A row of `cudaCapabilityToInfo`, or of the list that it was before. What its layout has no field for is absent.
struct FoundCudaRow {
    Capability capability;
    std::string architecture;
    std::optional<bool> jetson{};
    std::optional<bool> architecture_specific{};
    std::optional<bool> family_specific{};
    Version min{};
    std::optional<Version> max{};
    bool has_dont_default_after = false;  ///< whether the layout has the field
    std::optional<Version> dont_default_after{};
    std::vector<Oddity> oddities{};
};

/// Read the JSON that such an expression evaluated to; sorted. Throw DataError, which names `file`, where it is
/// not of the schema.
[[nodiscard]] std::vector<FoundNvccRow> read_nvcc_rows(const std::filesystem::path& file, std::string_view json);
[[nodiscard]] std::vector<FoundCudaRow> read_cuda_rows(const std::filesystem::path& file, std::string_view json);

}  // namespace cudastdenv::nix
