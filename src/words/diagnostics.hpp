// SPDX-License-Identifier: MIT
#pragma once

#include "core/diagnostic.hpp"

#include <cudastdenv/answers.hpp>

namespace cudastdenv::words {

/// What stands between the braces of a hole: `number:gccBound`. Braces of a shell or of Nix hold other things.
[[nodiscard]] constexpr bool is_hole(std::string_view text) noexcept {
    return !text.empty() && std::ranges::all_of(text, [](char c) {
        return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || c == ':';
    });
}

/// A template with something in place of each of its holes. `fill` is given what stands between the braces, and returns
/// what converts to a text.
template <class Fill>
[[nodiscard]] std::string with_holes_filled(std::string_view text, Fill fill) {
    std::string filled;
    while (true) {
        const std::size_t open = std::min(text.find('{'), text.size());
        const std::size_t close = std::min(text.find('}', open), text.size());
        filled += text.substr(0, open);
        if (close == text.size()) return filled += text.substr(open);
        const std::string_view inside = text.substr(open + 1, close - open - 1);
        if (is_hole(inside)) filled += fill(inside);
        else filled += text.substr(open, close + 1 - open);
        text.remove_prefix(close + 1);
    }
}

/// A sentence of ours: a line of words/diagnostics.txt, which says what its parts mean.
struct DiagnosticRow {
    std::string_view id;
    std::string_view text;
    std::string_view code;
    std::string_view instead;  ///< empty: that is for the writer to decide
};

/// The sentences, sorted by id.
[[nodiscard]] std::span<const DiagnosticRow> diagnostics() noexcept;

/// What JSON calls it. Throws std::logic_error: no such row.
[[nodiscard]] std::string_view code_of(const Diagnostic& diagnostic);

/// What to write in place of what is wrong, likewise; may be empty.
[[nodiscard]] std::string instead_of(const Diagnostic& diagnostic);

/// Code, sentence and sources. Throws what text_of() throws.
[[nodiscard]] Said said(const Diagnostic& diagnostic);

/// The sentence with its placeholders filled. Throws std::logic_error: no such row, or a placeholder without argument.
[[nodiscard]] std::string text_of(const Diagnostic& diagnostic);

/// Gives each of these its code and its message.
template <class Found>
void add_words(std::vector<Found>& all) {
    for (Found& found : all) {
        found.code = code_of(found.what);
        found.message = text_of(found.what);
    }
}

}  // namespace cudastdenv::words
