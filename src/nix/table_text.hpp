// SPDX-License-Identifier: MIT
#pragma once

/// One of nixpkgs' two tables as it is written: rows and fields are found, set and added where they stand, and no other
/// byte changes. What the text means only Nix says: whoever edits one has it evaluated again.

#include "nix/syntax.hpp"
#include "nix/table_rows.hpp"

#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace cudastdenv::nix {

class TableText {
public:
    /// Throws syntax::Error.
    TableText(Table table, std::string text);
    TableText(const TableText&) = delete;
    TableText& operator=(const TableText&) = delete;

    [[nodiscard]] const std::string& text() const noexcept { return text_; }

    /// The rows with those fields that are written out, sorted; a value that is not literal is its code.
    [[nodiscard]] std::vector<Row> rows() const;

    /// The line of a row, from 1; nothing where no such row is written out.
    [[nodiscard]] std::optional<std::size_t> line_of(std::string_view key) const;

    /// Makes a row say this. False, and unchanged, where the row or the field is not written in a way that can be
    /// edited: by a function, or inherited.
    bool set(std::string_view key, std::string_view field, const FieldValue& value);

    /// Adds a row at its place, written as its neighbours are, behind lines of comment (without `#`). `there` are the
    /// rows that the text evaluates to. False, and unchanged, where no row is written out.
    bool add(const Row& row, std::span<const std::string> comment, std::span<const Row> there);

private:
    /// Where a row is written: as one binding, or as several: `"12.8".gcc.maxMajorVersion = "14";`
    struct Piece {
        syntax::Span span;
        syntax::Span key;                ///< where its key is written
        const syntax::Binding* binding;  ///< null: an element of a list
        const syntax::Term* set;         ///< null: it is none
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
        std::vector<Piece> pieces;
        std::vector<Node> nodes;  ///< sets before what is in them

        [[nodiscard]] syntax::Span span() const { return {pieces.front().span.begin, pieces.back().span.end}; }
    };
    /// Where a field is, or where it would go.
    struct FieldPlace {
        const syntax::Binding* binding = nullptr;    ///< the field itself; null: it is not written
        const syntax::Term* set = nullptr;           ///< the set that it would stand in; null: there is none
        const syntax::Binding* neighbour = nullptr;  ///< a field of that set that belongs together with it
        std::string name = {};                       ///< what it would be called there
    };

    void reset(std::string text);
    void find_rows(const syntax::Expression& expression, bool in_table);
    void find_rows(const syntax::Binding& binding, bool in_table);
    void find_rows_of_list(const syntax::Term& list);
    void add_piece(const std::string& key, const Piece& piece, const std::string& path);
    static void add_nodes(Place& place, const syntax::Term& set, const std::string& path);
    [[nodiscard]] const Place* find(std::string_view key) const;
    [[nodiscard]] FieldValue literal_value(const syntax::Expression& expression) const;

    [[nodiscard]] static FieldPlace find_field(const Place& place, std::string_view field);
    [[nodiscard]] static std::vector<std::string> written_fields(const Place& place);
    [[nodiscard]] const syntax::Binding& neighbour_of(const Place& place, const syntax::Term& set,
                                                      std::string_view field) const;
    [[nodiscard]] bool is_to_be_written(const Row& row, const RowField& field) const;

    [[nodiscard]] const syntax::Term* reference_in(const Place& place) const;

    void replace(syntax::Span span, std::string_view with);
    bool set_value(const syntax::Expression& old, const FieldValue& value);
    bool insert_field(const Place& place, const FieldPlace& at, std::string_view field, const FieldValue& value);
    bool override_reference(const Place& place, std::string_view field, const FieldValue& value);
    void remove_field(const Place& place, std::string_view field);
    void insert_row(const Place& neighbour, bool behind, std::span<const std::string> comment, const std::string& row);

    [[nodiscard]] const Place* model_for(const Place& neighbour) const;
    [[nodiscard]] std::string copy_of(const Place& model, std::string_view key, std::string_view indentation) const;
    [[nodiscard]] std::string reference_to(const Place& place, const Row& row, const Row& there) const;

    [[nodiscard]] std::string_view part(syntax::Span span) const;
    [[nodiscard]] std::size_t line_begin(std::size_t at) const;
    [[nodiscard]] syntax::Span with_blanks(syntax::Span span) const;
    [[nodiscard]] std::string indentation(std::size_t at) const;
    [[nodiscard]] bool begins_line(std::size_t at) const;
    [[nodiscard]] bool has_comment(syntax::Span span) const;
    [[nodiscard]] std::optional<std::size_t> end_of_line_with_remarks(std::size_t at) const;
    [[nodiscard]] std::size_t begin_of_comment_above(std::size_t at) const;
    [[nodiscard]] bool rows_have_gaps() const;
    [[nodiscard]] bool rows_begin_with_comment() const;

    Table table_;
    std::string text_;
    std::string newline_;
    syntax::Tree tree_;
    std::vector<Place> places_;  ///< in the order of the text
};

}  // namespace cudastdenv::nix
