// SPDX-License-Identifier: MIT
#include "core/text.hpp"
#include "spelling/consumer.hpp"
#include "spelling/formats.hpp"
#include "spelling/reading.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>

namespace cudastdenv::spelling {

namespace {

/// A name as xmake takes it: `sm_80`, `SM80`, `compute_100f`.
struct Name {
    Piece piece;
    bool ptx = false;
    Capability capability;
};

Name name_of(const ConsumerRules& rules, const Piece& piece) {
    const std::string lower = in_lower_case(piece.text);
    Piece rest{lower, piece.offset};
    const bool ptx = take(rest, "compute");
    if (!ptx && !take(rest, "sm")) fail(ListReadError::Kind::not_an_architecture, piece, "sm_90 or compute_90");
    (void)take(rest, "_");
    const auto capability = parse_capability(rest.text);
    if (!capability || rest.text.find('.') != rest.text.npos || rest.text.starts_with("sm_") ||
        rest.text.starts_with("compute_"))
        fail(ListReadError::Kind::not_an_architecture, piece);
    if (!rules.takes(*capability)) fail_not_taken(piece, rules.not_taken(*capability));
    return {piece, ptx, *capability};
}

/// One string. Alone, `compute_90` is PTX; beside others it is what they are compiled from, and machine code as well.
void take_string(const ConsumerRules& rules, const Piece& text, Listing& listing) {
    std::vector<Name> names;
    for (const Piece& piece : words(text, ",")) names.push_back(name_of(rules, trimmed(piece)));
    if (names.empty()) fail(ListReadError::Kind::empty, text);
    if (names.size() == 1) {
        const Name& name = names.front();
        listing.entries.push_back(name.ptx ? ptx_entry(name.piece, name.capability)
                                           : real_entry(name.piece, name.capability));
        return;
    }
    const auto is_ptx = [](const Name& name) { return name.ptx; };
    if (std::ranges::count_if(names, is_ptx) > 1)
        fail(ListReadError::Kind::refused, text, "one compute_ architecture in a string");
    const auto chosen = std::ranges::find_if(names, is_ptx);
    const Capability from = chosen != names.end() ? chosen->capability
                                                  : std::ranges::min(names, {}, &Name::capability).capability;
    for (const Name& name : names) {
        listing.entries.push_back(real_entry(name.piece, name.capability));
        if (name.capability != from) listing.entries.back().compiled_from = from;
    }
}

/// What stands between the parentheses of the call, or the whole text.
Piece arguments_of_call(std::string_view text) {
    Piece piece = trimmed({text, 0});
    if (take(piece, "add_cugencodes(")) {
        if (!piece.text.ends_with(')')) fail(ListReadError::Kind::unexpected, piece.part(piece.text.size()), ")");
        piece = trimmed(piece.part(0, piece.text.size() - 1));
    }
    if (piece.text.starts_with('{') && piece.text.ends_with('}')) piece = piece.part(1, piece.text.size() - 2);
    return piece;
}

}  // namespace

std::optional<Capability> xmake_entry(const SpellingContext& context, Capability capability) {
    return taken_entry(ConsumerRules(context, "xmake"), capability);
}

std::string write_xmake(const SpellingContext&, const BuildList& list) {
    std::vector<std::string> strings;
    for (const Capability capability : list.real)
        strings.push_back(fmt::format("\"{}\"", real_architecture(capability)));
    for (const Capability capability : list.ptx)
        strings.push_back(fmt::format("\"{}\"", virtual_architecture(capability)));
    return fmt::format("add_cugencodes({})", fmt::join(strings, ","));
}

Listing read_xmake(const SpellingContext& context, std::string_view text) {
    const ConsumerRules rules(context, "xmake");
    Listing listing;
    Piece rest = trimmed(arguments_of_call(text));
    while (!rest.text.empty()) {
        const char quote = rest.text.front();
        if (quote != '"' && quote != '\'') fail(ListReadError::Kind::unexpected, rest, "\"sm_90\"");
        const std::size_t end = rest.text.find(quote, 1);
        if (end == rest.text.npos) fail(ListReadError::Kind::unexpected, rest, "a closing quote");
        const Piece string = trimmed(rest.part(1, end - 1));
        if (rules.takes_keyword(string.text)) listing.entries.push_back(keyword_entry(string, ListKeyword::native));
        else take_string(rules, string, listing);
        rest = trimmed(rest.part(end + 1));
        if (rest.text.empty()) break;
        if (!take(rest, ",")) fail(ListReadError::Kind::unexpected, rest, ",");
        rest = trimmed(rest);
    }
    return not_empty(std::move(listing), text);
}

}  // namespace cudastdenv::spelling
