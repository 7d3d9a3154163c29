// SPDX-License-Identifier: MIT
#pragma once

/// The answers of `nix diff` and `nix update`, and the edits of a table's text.

#include "nix/rows.hpp"
#include "nix/syntax.hpp"

namespace cudastdenv {

/// The outcome for a field with another value in the checkout. `by_hand`: it should be fixed, but its code is not
/// understood.
CUDASTDENV_NEW_ENUM(FieldState, (left, "left"), (mended, "mended"), (by_hand, "by-hand"))

}  // namespace cudastdenv

namespace cudastdenv::nix {

/// One of nixpkgs' two tables as text. Rows and fields are found, set and added in place, and no other byte changes.
/// Only Nix knows what the text means, so callers evaluate the result again.
struct TableText {
    /// Throws syntax::Error.
    TableText(Table table, std::string text);
    TableText(const TableText&) = delete;
    TableText& operator=(const TableText&) = delete;

    /// The rows with the fields that are written out, sorted. A value that is not a literal is its code.
    [[nodiscard]] std::vector<Row> rows() const;

    /// The line of a row, from 1; empty: no such row is written out.
    [[nodiscard]] std::optional<int> line_of(std::string_view key) const;

    /// Sets a field of a row. False, and unchanged, if the row or the field cannot be edited: made by a function, or
    /// inherited.
    bool set(std::string_view key, std::string_view field, const FieldValue& value);

    /// Adds a row in order, formatted as its neighbours are, after lines of comment (without `#`). `there`: the rows
    /// that the text evaluates to. False, and unchanged, if no row is written out.
    bool add(const Row& row, std::span<const std::string> comment, std::span<const Row> there);

    /// A row's binding, or one of several: `"12.8".gcc.maxMajorVersion = "14";`
    struct Piece {
        syntax::Span key;                ///< the range of its key
        const syntax::Binding* binding;  ///< null: an element of a list
        const syntax::Term* set;         ///< null: not a set

        [[nodiscard]] syntax::Span span() const { return binding ? binding->span : set->span; }
    };
    /// A field of a row, or a set in it.
    struct Node {
        std::string path;                ///< `gcc.maxMajorVersion`; empty: the row itself
        const syntax::Binding* binding;  ///< null: the row itself, in a list
        const syntax::Term* in;          ///< the set around it; null: a row's piece
        const syntax::Term* set;         ///< null: not a set

        [[nodiscard]] bool is_field() const noexcept { return !set && !path.empty(); }
    };
    struct Place {
        std::string key;
        std::vector<Piece> pieces = {};
        std::vector<Node> nodes = {};  ///< sets before their contents

        [[nodiscard]] syntax::Span span() const { return {pieces.front().span().begin, pieces.back().span().end}; }
    };

    // Only set() and add() change these.
    Table table;
    std::string newline;
    std::string text = {};
    syntax::Tree tree = {};
    std::vector<Place> places = {};  ///< in the order of the text
};

struct UpdateRequest {
    Policy policy = Policy::nixpkgs;         ///< whose bounds
    std::optional<Version> release;          ///< two numbers: only this release's rows
    std::set<std::string, std::less<>> fix;  ///< fields to fix: `gcc.maxMajorVersion`, or the last part of it
    bool fix_all = false;

    [[nodiscard]] bool fixes(std::string_view field) const {
        return fix_all || fix.contains(field) || fix.contains(field.substr(field.rfind('.') + 1));
    }
};

/// One file of a checkout, before and after.
struct UpdatedFile {
    Table table = Table::nvcc;
    std::string path = {};  ///< relative to the checkout
    std::string before = {};
    std::string after = {};

    [[nodiscard]] bool is_changed() const { return before != after; }
};

// A field is one line.
// clang-format off

struct NixFiles {
    CUDASTDENV_RECORD("nixFiles", "The files that were compared, relative to the directory.",
        (ForeignText, nvcc, "nvcc"),
        (ForeignText, cuda, "cuda"))
};

/// The answer of `nix diff`.
struct Diff {
    struct Change {
        CUDASTDENV_RECORD("change", "A difference between two rows.",
            (std::string, field, "field", "The attribute."),
            (Maybe<Scalar>, here, "here", "Value in the tables; absent where only the format differs."),
            (Maybe<Scalar>, there, "there", "Value in the checkout; absent where only the checkout has the attribute."),
            (Maybe<std::optional<int>>, by, "by", "Distance in major or minor releases; null where one value is absent."),
            (Maybe<bool>, extra, "extra", "Whether only the checkout has it."),
            (Maybe<bool>, spelling, "spelling", "Whether only the format differs."))
        std::optional<Column> column = {};  ///< absent: no row should have it
    };
    struct Difference {
        CUDASTDENV_RECORD("nixDifference", "A row that differs between the tables and the checkout.",
            (std::string_view, table, "table", "nvcc or cuda."),
            (std::string, row, "row", "The release or capability."),
            (std::string_view, kind, "kind", "missing-here, missing-there or different."),
            (Maybe<std::vector<Change>>, changes, "changes", "Absent unless they differ."),
            (Maybe<NixRow>, here, "here", "The tables' row; absent where they have no such row."),
            (Maybe<NixRow>, there, "there", "The checkout's row; absent where it has no such row."),
            (Maybe<std::vector<std::string_view>>, sources, "sources", "Ids of the sources of the tables' row."))
    };
    CUDASTDENV_ANSWER("nixDiff", "A checkout of nixpkgs compared with the tables.",
        (ForeignText, folder, "folder"),
        (NixFiles, files, "files"),
        (bool, same, "same", "Whether nothing differs."),
        (std::vector<Difference>, differences, "differences"),
        (int, agreeing, "agreeing", "Rows that are equal."),
        (std::vector<Version>, given_up, "givenUpThere", "Releases older than all in the checkout, which are not differences."))
};

/// The answer of `nix update`. Its lists are in the order of the tables' rows, nvcc.nix first.
struct Update {
    struct Added {
        CUDASTDENV_RECORD("nixAdded", "A row that is missing in the checkout.",
            (std::string_view, table, "table", "nvcc or cuda."),
            (std::string, row, "row", "The release or capability."),
            (Map<Scalar>, values, "fields", "The value of the row, by attribute path."),
            (std::vector<std::string_view>, sources, "sources", "Ids of sources."))
        bool is_new_to_nixpkgs = false;
        bool default_is_open = false;  ///< nixpkgs has not decided whether this capability is built by default
    };
    struct Difference {
        CUDASTDENV_RECORD("nixField", "A field that differs in the checkout.",
            (std::string_view, table, "table", "nvcc or cuda."),
            (ForeignText, row, "row", "The release or capability."),
            (std::string, field, "field", "Attribute path in the row."),
            (Maybe<Scalar>, there, "there", "The checkout's value; absent where the row has no such field."),
            (Scalar, here, "here", "The right value."),
            (FieldState, state, "state", "by-hand means that only a person can edit it, because of its syntax."),
            (std::optional<int>, line, "line", "Line number of the row, from 1; null where it is not written out."),
            (std::vector<std::string_view>, sources, "sources", "Ids of sources."))
        std::string there_text = {};  ///< as short Nix code, or `missing`
        std::string here_text = {};
    };
    struct Unknown {
        CUDASTDENV_RECORD("nixUnknown", "A value that nixpkgs' schema or the tables do not have. It is never removed.",
            (std::string_view, table, "table", "nvcc or cuda."),
            (ForeignText, row, "row"),
            (std::optional<ForeignText>, attribute, "attribute", "Path in the row; null for the row itself."),
            (std::optional<int>, line, "line", "Line number of the row, from 1; null where it is not written out."))
    };
    struct RowName {
        CUDASTDENV_RECORD("nixRowName", "A row of a table.",
            (std::string_view, table, "table", "nvcc or cuda."),
            (std::string, row, "row", "The release or capability."))
    };
    CUDASTDENV_ANSWER("nixUpdate", "Changes to a checkout of nixpkgs, and what remains to be done.",
        (ForeignText, folder, "folder"),
        (NixFiles, files, "files"),
        (bool, settled, "settled", "Whether the checkout agrees with the tables afterwards."),
        (bool, changes, "changes", "Whether a file is changed, or would be."),
        (bool, written, "written", "False with --dry-run, or where nothing changes."),
        (std::vector<Added>, added, "added"),
        (std::vector<Difference>, differences, "differences"),
        (std::vector<Unknown>, unknown, "unknown"),
        (std::vector<RowName>, not_added, "notAdded", "Rows that cannot be written because no other row shows the syntax."),
        (std::vector<RowName>, older, "older", "Rows of nixpkgs' newest file from before the first row of the checkout."),
        (std::vector<RowName>, kept, "kept", "Rows that were defined by a changed row, and now state their previous value."),
        (std::vector<Sentence>, decisions, "decisions", "Decisions about the new rows that people must make."),
        (Maybe<std::string>, notes, "notes", "Markdown to paste; absent without --notes."))
    std::vector<UpdatedFile> edited = {};  ///< nvcc.nix, then cuda.nix

    /// Whether the examined tables now have the right values.
    [[nodiscard]] bool is_settled() const noexcept;
};

// clang-format on

/// Adds one table that check_rows() accepts. A capability that nixpkgs never had is not reported as missing there, and
/// only its releases and its name are compared.
void add_table(const Tables& tables, Table table, NvccExtent extent, std::vector<Row> there, Diff& diff);

/// The keys of those rows of an update that are in the table.
template <class Rows>
std::vector<std::string> names_in(Table table, const Rows& rows) {
    std::vector<std::string> names;
    for (const auto& row : rows)
        if (row.table == to_string(table)) names.push_back(row.row);
    return names;
}

class TableUpdater {
public:
    /// `there`: the rows that the text evaluates to. Empty if Nix rejects it, which may be the problem to fix; then the
    /// written rows count. Findings are added to `update`. Throws syntax::Error.
    TableUpdater(const Tables& tables, Table table, std::string text, std::optional<std::vector<Row>> there,
                 const UpdateRequest& request, Update update = {});

    [[nodiscard]] const Update& update() const noexcept { return update_; }
    [[nodiscard]] const std::string& text() const noexcept { return text_.text; }

    /// Whether these rows are the original ones with exactly the announced changes.
    [[nodiscard]] bool is_as_announced(std::span<const Row> rows) const;
    /// A change of one row also changes rows that refer to it. Writes out their former values. False if no row does.
    bool keep_dependent_rows(std::span<const Row> rows);

private:
    void compare(const RowPair& pair, const UpdateRequest& request);
    void add_or_leave(const WantedRow& wanted, const UpdateRequest& request);

    Table table_;
    TableText text_;
    bool is_evaluated_;
    std::vector<Row> there_;
    std::vector<Row> expected_;
    Update update_;
};

}  // namespace cudastdenv::nix
