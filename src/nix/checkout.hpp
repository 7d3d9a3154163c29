// SPDX-License-Identifier: MIT
#pragma once

/// Where a nixpkgs checkout has its two tables, and how Nix is asked what they say.

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

namespace cudastdenv::nix {

enum class Table : std::uint8_t { nvcc, cuda };
/// `nvcc`, `cuda`
[[nodiscard]] constexpr std::string_view to_string(Table table) noexcept {
    return table == Table::nvcc ? "nvcc" : "cuda";
}

/// The attribute that it is in a file: `nvccCompatibilities`.
[[nodiscard]] std::string_view name_of(Table table) noexcept;

/// Where a table may be in a folder that is a checkout or one of the folders on the way to the table, the likeliest
/// first: every layout that nixpkgs has had.
[[nodiscard]] std::vector<std::string> places_of(Table table);

/// The files `lib.nix` and `table.nix`, put into the library while it is built.
namespace programs {
extern const std::string_view lib, table;
}

/// Nix code that gives the table's rows as plain data, and where they are in the file. `path` is one of places_of(),
/// below `checkout`; `own_lib`: the checkout has nixpkgs' lib, which is then used instead of a small one of ours.
[[nodiscard]] std::string expression_for(Table table, std::string_view path, bool own_lib);

/// A file of a checkout, read.
struct CheckoutFile {
    std::string path;  ///< below the checkout
    std::string text;
};

}  // namespace cudastdenv::nix
