// SPDX-License-Identifier: MIT
#pragma once

/// One of nixpkgs' two tables as text. Rows and fields are found, set and added in place, and no other byte changes.
/// Only Nix knows what the text means, so callers evaluate the result again.

#include "nix/rows.hpp"
#include "nix/syntax.hpp"

namespace cudastdenv::nix {

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

}  // namespace cudastdenv::nix
