// SPDX-License-Identifier: MIT
#include "messages/diagnostics.hpp"

#include "core/text.hpp"
#include "diagnostics_text.hpp"
#include "tables/lookup.hpp"

#include <fmt/format.h>

#include <stdexcept>

namespace cudastdenv::messages {

namespace {

/// Removes and returns the text before the mark, and removes the mark; all of it if there is no mark.
constexpr std::string_view take_until(std::string_view& text, std::string_view mark) noexcept {
    const std::string_view taken = text.substr(0, text.find(mark));
    text.remove_prefix(std::min(taken.size() + mark.size(), text.size()));
    return taken;
}

constexpr DiagnosticRow row_in(std::string_view line) noexcept {
    std::string_view code = take_until(line, ": ");
    const std::string_view id = take_until(code, " (");
    if (!code.empty()) code.remove_suffix(1);
    const std::string_view text = take_until(line, " => ");
    return {id, text, code.empty() ? id : code, line};
}

/// Calls `visit` with each line that is not a comment.
template <class Visit>
constexpr void for_each_line(Visit visit) {
    for (std::string_view rest = diagnostics_text; !rest.empty();)
        if (const std::string_view line = take_until(rest, "\n"); !line.starts_with('#')) visit(line);
}

constexpr std::size_t number_of_rows = [] {
    std::size_t number = 0;
    for_each_line([&](std::string_view) { ++number; });
    return number;
}();

/// Parsed at compile time, so that an answer does not have to parse 30 kB first.
constexpr std::array<DiagnosticRow, number_of_rows> table = [] {
    std::array<DiagnosticRow, number_of_rows> rows{};
    std::size_t at = 0;
    for_each_line([&](std::string_view line) { rows[at++] = row_in(line); });
    return rows;
}();

const DiagnosticRow& row_of(std::string_view id) {
    const DiagnosticRow* row = find_by_id(diagnostics(), id);
    if (!row) throw std::logic_error(fmt::format("no diagnostic {}", id));
    return *row;
}

std::string_view code_of(const DiagnosticRow& row, const Diagnostic& diagnostic) {
    return diagnostic.code.empty() ? row.code : diagnostic.code;
}

std::string filled(std::string_view text, const Diagnostic& diagnostic) {
    return fill_placeholders(text, [&](std::string_view name) -> const std::string& {
        for (const Argument& argument : diagnostic.arguments)
            if (argument.name == name) return argument.text;
        throw std::logic_error(fmt::format("diagnostic {} lacks {}", diagnostic.id, name));
    });
}

}  // namespace

std::span<const DiagnosticRow> diagnostics() noexcept { return table; }

std::string_view code_of(const Diagnostic& diagnostic) { return code_of(row_of(diagnostic.id), diagnostic); }

Sentence sentence(const Diagnostic& diagnostic) {
    const DiagnosticRow& row = row_of(diagnostic.id);
    return {code_of(row, diagnostic), filled(row.text, diagnostic), diagnostic.sources};
}

std::string text_of(const Diagnostic& diagnostic) { return filled(row_of(diagnostic.id).text, diagnostic); }

std::string instead_of(const Diagnostic& diagnostic) { return filled(row_of(diagnostic.id).instead, diagnostic); }

}  // namespace cudastdenv::messages
