// SPDX-License-Identifier: MIT
#pragma once

#include "nix/table_rows.hpp"

#include <optional>
#include <span>
#include <string>
#include <vector>

namespace cudastdenv::nix {

/// What a row says otherwise: another value, a number with zeros in front (without `here`), or an attribute that no row
/// has (without `column`).
struct Change {
    std::string field;  ///< of another value, as the newest layout calls it
    std::optional<Column> column;
    FieldValue there;
    std::optional<FieldValue> here{};
    int by = 0;  ///< majors or minor releases from here to there, negative downwards; 0 where one side has none
};

/// A row that is not the same in a checkout and here, or that one of them lacks.
struct RowDifference {
    Table table = Table::nvcc;
    std::optional<WantedRow> here;
    std::optional<Row> there;
    std::vector<Change> changes{};

    [[nodiscard]] const std::string& key() const noexcept { return here ? here->row.key : there->key; }
};

struct Diff {
    std::string folder{};               ///< as it was given
    std::string nvcc_file{};            ///< below it
    std::string cuda_file{};            ///< likewise
    std::vector<RowDifference> rows{};  ///< sorted: of nvcc.nix by release, then of cuda.nix by capability
    std::vector<Version> given_up{};    ///< releases here that are older than every one there: no difference
    int agreeing = 0;                   ///< rows that say the same

    [[nodiscard]] bool same() const noexcept { return rows.empty(); }
};

/// Adds one table, whose rows check_rows() has passed. A capability that nixpkgs never had is not missed there, and
/// only its releases and its name are compared.
void add_table(const Tables& tables, Table table, NvccExtent extent, std::vector<Row> there, Diff& diff);

}  // namespace cudastdenv::nix
