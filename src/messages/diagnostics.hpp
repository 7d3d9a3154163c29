// SPDX-License-Identifier: MIT
#pragma once

#include "core/diagnostic.hpp"

#include <cudastdenv/answers.hpp>

namespace cudastdenv::messages {

/// The name of a placeholder, without the braces: `number:gccBound`. Braces of a shell or of Nix have other contents.
[[nodiscard]] constexpr bool is_placeholder(std::string_view text) noexcept {
    return !text.empty() && std::ranges::all_of(text, [](char c) {
        return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || c == ':';
    });
}

/// Replaces each placeholder in a template. `fill` gets the name of the placeholder, and returns a value that converts
/// to text.
template <class Fill>
[[nodiscard]] std::string fill_placeholders(std::string_view text, Fill fill) {
    std::string filled;
    while (true) {
        const std::size_t open = std::min(text.find('{'), text.size());
        const std::size_t close = std::min(text.find('}', open), text.size());
        filled += text.substr(0, open);
        if (close == text.size()) return filled += text.substr(open);
        const std::string_view inside = text.substr(open + 1, close - open - 1);
        if (is_placeholder(inside)) filled += fill(inside);
        else filled += text.substr(open, close + 1 - open);
        text.remove_prefix(close + 1);
    }
}

/// A message of the program: a line of words/diagnostics.txt, which explains the parts.
struct DiagnosticRow {
    std::string_view id;
    std::string_view text;
    std::string_view code;
    std::string_view instead;  ///< replacement; empty: the choice is the user's
};

/// The messages, sorted by id.
[[nodiscard]] std::span<const DiagnosticRow> diagnostics() noexcept;

/// The code in JSON. Throws std::logic_error if there is no such row.
[[nodiscard]] std::string_view code_of(const Diagnostic& diagnostic);

/// The replacement for the wrong part; may be empty. Throws like code_of().
[[nodiscard]] std::string instead_of(const Diagnostic& diagnostic);

/// Code, message and sources. Throws like text_of().
[[nodiscard]] Sentence sentence(const Diagnostic& diagnostic);

/// The message with its placeholders replaced. Throws std::logic_error if there is no such row, or a placeholder has no
/// argument.
[[nodiscard]] std::string text_of(const Diagnostic& diagnostic);

/// Sets the code and the message of each element.
template <class Found>
void add_sentences(std::vector<Found>& all) {
    for (Found& found : all) {
        found.code = code_of(found.what);
        found.message = text_of(found.what);
    }
}

}  // namespace cudastdenv::messages
