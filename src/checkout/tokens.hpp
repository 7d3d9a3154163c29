// SPDX-License-Identifier: MIT
#pragma once

/// The words and marks of a Nix file.

#include "checkout/syntax.hpp"

#include <string_view>
#include <vector>

namespace cudastdenv::nix::syntax {

struct Token {
    enum class Kind { word, mark, string, indented_string, end };
    Kind kind = Kind::end;
    Span span;
    std::optional<std::string> text{};                 ///< of a string without `${ }`: what it evaluates to
    std::vector<std::vector<Token>> interpolations{};  ///< what stands between each `${` and `}`, with an `end`
};

struct Tokens {
    std::vector<Token> tokens;  ///< the last one is `end`
    std::vector<Span> comments;
};

[[nodiscard]] constexpr bool is_letter(char c) noexcept { return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z'); }
/// Whether a name may begin with it.
[[nodiscard]] constexpr bool is_name_start(char c) noexcept { return is_letter(c) || c == '_'; }

/// How deep brackets and strings may be nested in a file.
inline constexpr int deepest_nesting = 200;

/// Throws Error.
[[nodiscard]] Tokens tokens_of(std::string_view text);

[[nodiscard]] Error error_at(std::string_view text, std::size_t at, std::string problem);

}  // namespace cudastdenv::nix::syntax
