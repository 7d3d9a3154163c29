// SPDX-License-Identifier: MIT
#pragma once

/// The text of a Nix file as a tree in which each node knows its bytes, so that a file can be edited where something
/// stands and nowhere else. It says how a text is written; what it means only Nix says.

#include "core/text.hpp"

#include <variant>

namespace cudastdenv::nix::syntax {

/// Bytes of a text; `end` is not one of them.
struct Span {
    std::size_t begin = 0;
    std::size_t end = 0;
};

[[nodiscard]] inline std::string_view part(std::string_view text, Span span) {
    return text.substr(span.begin, span.end - span.begin);
}

/// Which line of a text a byte is in, from 1.
[[nodiscard]] int line_at(std::string_view text, std::size_t byte) noexcept;

/// Whether a name may begin with that character, or continue with it.
[[nodiscard]] constexpr bool is_name_start(char c) noexcept { return is_letter(c) || c == '_'; }
[[nodiscard]] constexpr bool is_in_name(char c) noexcept {
    return is_name_start(c) || is_digit(c) || c == '\'' || c == '-';
}

struct Binding;
struct Expression;

/// What an expression is made of: what stands in brackets, a string, or a word, number, path, keyword or operator.
/// Precedence is left out: `f a // { }` is four terms in a row.
struct Term {
    enum class Kind {
        word,
        string,           ///< `"..."`
        indented_string,  ///< `''...''`
        set,              ///< `{ ... }`; a `rec` before it is a word
        let,              ///< `let ... in`; what follows `in` are the next terms
        list,
        group  ///< what stands in parentheses, in `${ }`, or in the braces of a function's arguments
    };
    Kind kind = Kind::word;
    Span span;
    std::vector<Binding> bindings;    ///< of a set, of a let
    std::vector<Expression> parts;    ///< what stands in a list or a group, or in the `${ }` of a string
    std::optional<std::string> text;  ///< what a string without `${ }` evaluates to
};

struct Expression {
    std::vector<Term> terms;

    [[nodiscard]] Span span() const { return {terms.front().span.begin, terms.back().span.end}; }
};

/// `a.b = value;`, or a name that is inherited.
struct Binding {
    std::vector<std::optional<std::string>> path;  ///< a name that is computed has no text
    std::vector<Span> names;                       ///< where each of them stands
    Span span;                                     ///< from the first name to the `;`, which is included
    Expression value;                              ///< without terms: inherited

    [[nodiscard]] bool inherited() const noexcept { return value.terms.empty(); }
};

struct Tree {
    Expression root;
    std::vector<Span> comments;  ///< in their order, without a line's end
};

/// Where a text is not what Nix takes, or is nested more than 200 deep.
struct Error {
    int line = 1;  ///< from 1
    std::string problem;
};

[[nodiscard]] std::variant<Tree, Error> parse(std::string_view text);

}  // namespace cudastdenv::nix::syntax
