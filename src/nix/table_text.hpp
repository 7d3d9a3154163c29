// SPDX-License-Identifier: MIT
#pragma once

/// One of nixpkgs' two tables as it is written: rows and fields are found, set and added where they stand, and no other
/// byte changes. What the text means only Nix says: whoever edits one has it evaluated again.

#include "nix/rows.hpp"
#include "nix/syntax.hpp"

namespace cudastdenv::nix {

struct TableText {
    /// Throws syntax::Error.
    TableText(Table table, std::string text);
    TableText(const TableText&) = delete;
    TableText& operator=(const TableText&) = delete;

    /// The rows with those fields that are written out, sorted; a value that is not literal is its code.
    [[nodiscard]] std::vector<Row> rows() const;

    /// The line of a row, from 1; nothing where no such row is written out.
    [[nodiscard]] std::optional<int> line_of(std::string_view key) const;

    /// Makes a row say this. False, and unchanged, where the row or the field is not written in a way that can be
    /// edited: by a function, or inherited.
    bool set(std::string_view key, std::string_view field, const FieldValue& value);

    /// Adds a row at its place, written as its neighbours are, behind lines of comment (without `#`). `there` are the
    /// rows that the text evaluates to. False, and unchanged, where no row is written out.
    bool add(const Row& row, std::span<const std::string> comment, std::span<const Row> there);

    /// Where a row is written: as one binding, or as several: `"12.8".gcc.maxMajorVersion = "14";`
    struct Piece {
        syntax::Span key;                ///< where its key is written
        const syntax::Binding* binding;  ///< null: an element of a list
        const syntax::Term* set;         ///< null: it is none

        [[nodiscard]] syntax::Span span() const { return binding ? binding->span : set->span; }
    };
    /// A field of a row, or a set in it.
    struct Node {
        std::string path;                ///< `gcc.maxMajorVersion`; empty: the row itself
        const syntax::Binding* binding;  ///< null: the row itself, in a list
        const syntax::Term* in;          ///< the set that it stands in; null: it is a row's piece
        const syntax::Term* set;         ///< null: it is none

        [[nodiscard]] bool is_field() const noexcept { return !set && !path.empty(); }
    };
    struct Place {
        std::string key;
        std::vector<Piece> pieces = {};
        std::vector<Node> nodes = {};  ///< sets before what is in them

        [[nodiscard]] syntax::Span span() const { return {pieces.front().span().begin, pieces.back().span().end}; }
    };

    // What is read of it; only set() and add() change it.
    Table table;
    std::string newline;
    std::string text = {};
    syntax::Tree tree = {};
    std::vector<Place> places = {};  ///< in the order of the text
};

}  // namespace cudastdenv::nix
