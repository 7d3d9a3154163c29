// SPDX-License-Identifier: MIT
#pragma once

/// What is to be changed in a table of a checkout, and its text with that changed.

#include "nix/table_rows.hpp"
#include "nix/table_text.hpp"

#include <optional>
#include <set>
#include <span>
#include <string>
#include <variant>
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

struct UpdateRequest {
    Policy policy = Policy::nixpkgs;         ///< whose bounds
    std::optional<Version> release;          ///< two numbers: nothing but this release's rows
    std::set<std::string, std::less<>> fix;  ///< fields to mend: `gcc.maxMajorVersion`, or the last part of it
    bool fix_all = false;

    [[nodiscard]] bool fixes(std::string_view field) const;
};

/// A row that the checkout lacked.
struct AddedRow {
    std::string key;
    std::vector<Field> fields;
    SourceIds sources;
    bool is_new_to_nixpkgs = false;
    bool default_is_open = false;  ///< a capability of which nixpkgs has not said whether it is built unasked
};

/// A field that the checkout has otherwise, or not at all.
struct FieldUpdate {
    /// `by_hand`: it was to be mended, and is written in a way that is not understood.
    enum class State { left, mended, by_hand };
    std::string key;
    std::string field;
    std::optional<FieldValue> there;  ///< absent: the row has no such field
    FieldValue here;
    SourceIds sources;
    std::optional<std::size_t> line;  ///< where the row is, from 1
    State state = State::left;
};

/// `left`, `mended`, `by-hand`
[[nodiscard]] std::string_view to_string(FieldUpdate::State state) noexcept;

/// A row, or an attribute of one, that nixpkgs' schema or these tables do not know, or that is there a second time.
/// Never removed.
struct UnknownThere {
    std::string key;
    std::string attribute;  ///< empty: the whole row
    std::optional<std::size_t> line;
};

/// What became of a table.
struct TableChanges {
    std::vector<AddedRow> added;
    std::vector<FieldUpdate> differences;
    std::vector<UnknownThere> unknown;
    std::vector<std::string> not_added;  ///< rows to be added to a text in which no row is written out
    std::vector<std::string> older;      ///< rows of nixpkgs' newest file from before the checkout's first one
    std::vector<std::string> kept;       ///< rows written as another one that was changed, and now say what they said

    /// Whether the table says now what it should.
    [[nodiscard]] bool settled() const noexcept;
};

/// What the tables do not decide about the rows that were added.
struct DefaultIsOpen {
    std::string capability;
    Version since;  ///< two numbers: the release from which on it is built unasked as its row stands
};
struct TensorRtIsOpen {
    std::vector<std::string> releases;  ///< two numbers each
};
using Decision = std::variant<DefaultIsOpen, TensorRtIsOpen>;

/// One file of a checkout, before and after.
struct UpdatedFile {
    Table table = Table::nvcc;
    std::string path;  ///< below the checkout
    std::string before;
    std::string after;
    TableChanges update;
};

/// Both files.
struct CheckoutUpdate {
    std::string folder;  ///< as it was given
    UpdatedFile nvcc;
    UpdatedFile cuda;
    bool written = false;

    [[nodiscard]] bool settled() const noexcept { return nvcc.update.settled() && cuda.update.settled(); }
    [[nodiscard]] bool changes() const noexcept { return nvcc.before != nvcc.after || cuda.before != cuda.after; }
};

[[nodiscard]] std::vector<Decision> decisions_of(const Tables& tables, const CheckoutUpdate& update);

/// An update of one table, from its text and what it evaluates to.
class TableUpdater {
public:
    /// `there`: the rows that the text evaluates to; absent where Nix refuses it, which may be what is to be mended:
    /// then what is written out counts. Throws syntax::Error.
    TableUpdater(const Tables& tables, Table table, std::string text, std::optional<std::vector<Row>> there,
                 const UpdateRequest& request);

    [[nodiscard]] const TableChanges& update() const noexcept { return update_; }
    [[nodiscard]] const std::string& text() const noexcept { return text_.text(); }

    /// Whether these rows are those that were there, with the announced changes and no other.
    [[nodiscard]] bool is_as_announced(std::span<const Row> rows) const;
    /// Where a row is written as another one, changing that one changes it too: writes out what it was. False where
    /// there is no such row.
    bool keep_dependent_rows(std::span<const Row> rows);

private:
    void compare(const RowPair& pair, const UpdateRequest& request);
    void add_or_leave(const WantedRow& wanted, const UpdateRequest& request);
    [[nodiscard]] Row* expected_row(std::string_view key);

    Table table_;
    TableText text_;
    bool is_evaluated_;
    std::vector<Row> there_;
    std::vector<Row> expected_;
    TableChanges update_;
};

}  // namespace cudastdenv::nix
