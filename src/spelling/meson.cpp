// SPDX-License-Identifier: MIT
#include "core/contains.hpp"
#include "spelling/consumer.hpp"
#include "spelling/formats.hpp"
#include "spelling/reading.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>

namespace cudastdenv::spelling {

namespace {

Capability number_of(const ConsumerRules& rules, const Piece& piece) {
    const Capability capability = dotted(piece);
    if (!rules.takes(capability)) fail_not_taken(piece, rules.not_taken(capability));
    return capability;
}

/// `9.0`, `8.6(8.0)`, `Hopper`, each with `+PTX` or without.
void take_entry(const ConsumerRules& rules, const Piece& piece, Listing& listing) {
    constexpr std::string_view ptx_mark = "+PTX";
    const bool with_ptx = piece.text.ends_with(ptx_mark);
    const Piece name = piece.part(0, piece.text.size() - (with_ptx ? ptx_mark.size() : 0));
    const auto add = [&](Capability real, Capability from) {
        ListEntry entry = real_entry(piece, real);
        if (from != real) entry.compiled_from = from;
        if (with_ptx) entry.ptx = from;
        listing.entries.push_back(entry);
    };
    if (const ConsumerWordRow* generation = rules.word(name.text)) {
        // Of a generation Meson drops what the release is too old or too new for.
        const std::size_t before = listing.entries.size();
        for (const Capability number : generation->entries)
            if (rules.takes(number)) add(number, number);
        if (generation->entries.empty()) fail(ListReadError::Kind::unknown_name, piece);
        if (listing.entries.size() == before) fail_not_taken(piece, rules.not_taken(generation->entries.front()));
        return;
    }
    if (const auto other_versions = rules.not_taken(name.text)) fail_not_taken(piece, other_versions);
    const std::size_t bracket = name.text.find('(');
    const Capability real = number_of(rules, name.part(0, bracket));
    if (bracket == name.text.npos) return add(real, real);
    if (!name.text.ends_with(')')) fail(ListReadError::Kind::unexpected, name, "8.6(8.0)");
    add(real, number_of(rules, name.part(bracket + 1, name.text.size() - bracket - 2)));
}

/// The call's arguments, or the whole text where there is no call. Without what the module comes from and the compiler.
Piece arguments_of(std::string_view text) {
    Piece piece = trimmed({text, 0});
    const std::size_t open = piece.text.find("nvcc_arch_flags(");
    if (open == piece.text.npos) return piece;
    if (!piece.text.ends_with(')')) fail(ListReadError::Kind::unexpected, piece.part(piece.text.size()), ")");
    piece = piece.part(piece.text.find('(', open) + 1);
    piece = piece.part(0, piece.text.size() - 1);
    const std::size_t comma = std::min(piece.text.find(','), piece.text.size() - 1);
    return piece.part(comma + 1);
}

}  // namespace

std::optional<Capability> meson_entry(const SpellingContext& context, Capability capability) {
    return taken_entry(ConsumerRules(context, "meson"), capability);
}

std::string write_meson(const SpellingContext&, const BuildList& list) {
    std::vector<std::string> entries;
    for (const Capability capability : list.real) {
        const bool ptx = contains(list.ptx, capability);
        entries.push_back(fmt::format("'{}{}'", to_string(capability), ptx ? "+PTX" : ""));
    }
    return fmt::format("nvcc_arch_flags(nvcc, {})", fmt::join(entries, ", "));
}

Listing read_meson(const SpellingContext& context, std::string_view text) {
    const ConsumerRules rules(context, "meson");
    Listing listing;
    for (const Piece& piece : words(arguments_of(text), " \t\r\n,;'[]")) {
        if (piece.text == "All" || piece.text == "Common")
            fail(ListReadError::Kind::refused, piece, "a list: what Meson makes of this word depends on Meson");
        if (piece.text == "Auto") listing.entries.push_back(keyword_entry(piece, ListKeyword::native));
        else take_entry(rules, piece, listing);
    }
    return not_empty(std::move(listing), text);
}

}  // namespace cudastdenv::spelling
