// SPDX-License-Identifier: MIT
#pragma once

/// The text of a Nix file as a tree. Each node has its range of bytes, so that an edit changes only that range. The
/// tree shows how a text is written; only Nix evaluates it.

#include "core/text.hpp"

#include <variant>

namespace cudastdenv::nix::syntax {

/// A range of bytes; `end` is excluded.
struct Span {
    std::size_t begin = 0, end = 0;
};

[[nodiscard]] inline std::string_view part(std::string_view text, Span span) {
    return text.substr(span.begin, span.end - span.begin);
}

/// The line of a byte, from 1.
[[nodiscard]] inline int line_at(std::string_view text, std::size_t byte) noexcept {
    return 1 + static_cast<int>(std::ranges::count(text.substr(0, byte), '\n'));
}

/// Whether a name may begin with that character, or continue with it.
[[nodiscard]] constexpr bool is_name_start(char c) noexcept { return is_letter(c) || c == '_'; }
[[nodiscard]] constexpr bool is_in_name(char c) noexcept {
    return is_name_start(c) || is_digit(c) || c == '\'' || c == '-';
}

struct Binding;
struct Expression;

/// A bracketed expression, a string, or a word, number, path, keyword or operator. Precedence is ignored: `f a // { }`
/// is four terms.
struct Term {
    enum class Kind {
        word,
        string,           ///< `"..."`
        indented_string,  ///< `''...''`
        set,              ///< `{ ... }`; a `rec` before it is a word
        let,              ///< `let ... in`; the terms after `in` follow
        list,
        group  ///< in parentheses, in `${ }`, or in the braces of a function's arguments
    };
    Kind kind = Kind::word;
    Span span;
    std::vector<Binding> bindings;    ///< of a set, of a let
    std::vector<Expression> parts;    ///< the elements of a list or group, or the `${ }` of a string
    std::optional<std::string> text;  ///< the value of a string without `${ }`
};

struct Expression {
    std::vector<Term> terms;

    [[nodiscard]] Span span() const { return {terms.front().span.begin, terms.back().span.end}; }
};

/// `a.b = value;`, or an inherited name.
struct Binding {
    std::vector<std::optional<std::string>> path;  ///< empty: a computed name
    std::vector<Span> names;                       ///< their ranges
    Span span;                                     ///< from the first name to the `;`, included
    Expression value;                              ///< no terms: inherited

    [[nodiscard]] bool inherited() const noexcept { return value.terms.empty(); }
};

struct Tree {
    Expression root;
    std::vector<Span> comments;  ///< in order, without the end of the line
};

/// A syntax error, or nesting of more than 200 levels.
struct Error {
    int line = 1;  ///< from 1
    std::string problem;
};

[[nodiscard]] std::variant<Tree, Error> parse(std::string_view text);

}  // namespace cudastdenv::nix::syntax
