// SPDX-License-Identifier: MIT
#include "spelling/reading.hpp"

#include <algorithm>
#include <optional>

namespace cudastdenv::spelling {

namespace {

constexpr bool is_one_of(char c, std::string_view characters) { return characters.find(c) != characters.npos; }

/// Takes `export `, `-D`, one of the names, a `:TYPE` and the sign off; unchanged where it is no assignment to a name.
void take_assignment(Piece& piece, std::span<const std::string_view> names) {
    Piece rest = piece;
    if (take(rest, "export ")) rest = trimmed(rest);
    (void)take(rest, "-D");
    for (const std::string_view name : names) {
        Piece value = rest;
        if (!take(value, name)) continue;
        if (take(value, ":")) {
            const std::size_t type = value.text.find('=');
            value = value.part(std::min(type, value.text.size()));
        }
        if (!take(value, "=")) continue;
        piece = trimmed(value);
        return;
    }
}

void take_quotes(Piece& piece) {
    if (piece.text.empty() || !is_one_of(piece.text.front(), "'\"")) return;
    const char quote = piece.text.front();
    if (piece.text.size() < 2 || piece.text.back() != quote)
        fail(ListReadError::Kind::unexpected, piece, "a closing quote");
    piece = trimmed(piece.part(1, piece.text.size() - 2));
}

ListEntry entry_at(const Piece& piece) {
    ListEntry entry;
    entry.text = piece.text;
    entry.offset = piece.offset;
    return entry;
}

[[noreturn]] void fail_architecture(const Piece& piece) {
    fail(piece.text.empty() ? ListReadError::Kind::empty : ListReadError::Kind::not_an_architecture, piece);
}

}  // namespace

void fail(ListReadError::Kind kind, const Piece& found, std::string_view expected) {
    throw ListReadError{kind, found.offset, std::string(found.text), expected};
}

Piece trimmed(Piece piece) {
    const std::size_t begin = std::min(piece.text.find_first_not_of(white_space), piece.text.size());
    piece = piece.part(begin);
    return piece.part(0, piece.text.find_last_not_of(white_space) + 1);
}

bool take(Piece& piece, std::string_view prefix) {
    if (!piece.text.starts_with(prefix)) return false;
    piece = piece.part(prefix.size());
    return true;
}

std::vector<Piece> split(Piece piece, std::string_view separators) {
    std::vector<Piece> pieces;
    for (;;) {
        const std::size_t end = piece.text.find_first_of(separators);
        pieces.push_back(piece.part(0, end));
        if (end == piece.text.npos) return pieces;
        piece = piece.part(end + 1);
    }
}

std::vector<Piece> words(Piece piece, std::string_view separators) {
    std::vector<Piece> pieces = split(piece, separators);
    std::erase_if(pieces, [](const Piece& word) { return word.text.empty(); });
    return pieces;
}

Piece value_of(std::string_view text, std::span<const std::string_view> names) {
    Piece piece = trimmed({text, 0});
    take_quotes(piece);
    take_assignment(piece, names);
    take_quotes(piece);
    return piece;
}

Capability dotted(const Piece& piece) {
    const auto capability = parse_capability(piece.text);
    // There is no 0.x, and most spellings have no word for it.
    if (!capability || capability->major == 0 || piece.text.find('.') == piece.text.npos) fail_architecture(piece);
    return *capability;
}

Capability prefixed(const Piece& piece, std::string_view prefix) {
    Piece number = piece;
    if (!take(number, prefix)) fail_architecture(piece);
    const auto capability = parse_capability(number.text);
    const bool begins_with_digit = !number.text.empty() && is_one_of(number.text.front(), "0123456789");
    if (!capability || !begins_with_digit || number.text.find('.') != number.text.npos) fail_architecture(piece);
    return *capability;
}

ListEntry real_entry(const Piece& piece, Capability capability) {
    ListEntry entry = entry_at(piece);
    entry.real = capability;
    return entry;
}

ListEntry ptx_entry(const Piece& piece, Capability capability) {
    ListEntry entry = entry_at(piece);
    entry.ptx = capability;
    return entry;
}

ListEntry code_entry(const Piece& piece) {
    if (piece.text.starts_with("compute_")) return ptx_entry(piece, prefixed(piece, "compute_"));
    return real_entry(piece, prefixed(piece, "sm_"));
}

ListEntry keyword_entry(const Piece& piece, ListKeyword keyword) {
    ListEntry entry = entry_at(piece);
    entry.keyword = keyword;
    return entry;
}

void compile_from(ListEntry& entry, Capability arch) {
    using enum Capability::Kind;
    if (arch.kind == family && entry.real && entry.real->kind == baseline) entry.real->kind = family;
    if ((entry.real ? *entry.real : *entry.ptx) != arch) entry.compiled_from = arch;
}

void add_ptx_of_every(Listing& listing) {
    for (ListEntry& entry : listing.entries) entry.ptx = entry.real;
}

Listing not_empty(Listing listing, std::string_view text) {
    if (listing.entries.empty()) fail(ListReadError::Kind::empty, {text.substr(text.size()), text.size()});
    return listing;
}

}  // namespace cudastdenv::spelling
