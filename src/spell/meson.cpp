// SPDX-License-Identifier: MIT
#include "core/contains.hpp"
#include "spell/formats.hpp"
#include "spell/reading.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <array>

namespace cudastdenv::spell {

namespace {

// Meson 1.12 drops every number from here on, for any release, without a word (tests/oracle/consumers/meson.json).
constexpr Capability first_dropped{12, 1};

struct Generation {
    std::string_view name;
    std::array<Capability, 2> numbers;
    std::size_t count;
};
// What the names stand for from CUDA 11.1 on.
constexpr std::array<Generation, 11> generations{{{"Kepler", {{{3, 5}}}, 1},
                                                  {"Maxwell", {{{5, 0}, {5, 2}}}, 2},
                                                  {"Pascal", {{{6, 0}, {6, 1}}}, 2},
                                                  {"Volta", {{{7, 0}}}, 1},
                                                  {"Xavier", {{{7, 2}}}, 1},
                                                  {"Turing", {{{7, 5}}}, 1},
                                                  {"Ampere", {{{8, 0}, {8, 6}}}, 2},
                                                  {"Orin", {{{8, 7}}}, 1},
                                                  {"Lovelace", {{{8, 9}}}, 1},
                                                  {"Hopper", {{{9, 0}}}, 1},
                                                  {"Blackwell", {{{10, 0}}}, 1}}};

/// `9.0`: Meson knows neither `a` nor `f`.
Capability number_of(const Piece& piece) {
    const Capability capability = dotted(piece);
    if (capability.kind != Capability::Kind::baseline || !meson_entry(capability))
        fail(ListReadError::Kind::unknown_name, piece);
    return capability;
}

/// `9.0`, `8.6(8.0)`, `Hopper`, each with `+PTX` or without.
void take_entry(const Piece& piece, Listing& listing) {
    constexpr std::string_view ptx_mark = "+PTX";
    const bool with_ptx = piece.text.ends_with(ptx_mark);
    const Piece name = piece.part(0, piece.text.size() - (with_ptx ? ptx_mark.size() : 0));
    const auto add = [&](Capability real, Capability from) {
        ListEntry entry = real_entry(piece, real);
        if (from != real) entry.compiled_from = from;
        if (with_ptx) entry.ptx = from;
        listing.entries.push_back(entry);
    };
    const auto generation = std::ranges::find(generations, name.text, &Generation::name);
    if (generation != generations.end()) {
        for (std::size_t i = 0; i < generation->count; ++i) add(generation->numbers[i], generation->numbers[i]);
        return;
    }
    const std::size_t bracket = name.text.find('(');
    const Capability real = number_of(name.part(0, bracket));
    if (bracket == name.text.npos) return add(real, real);
    if (!name.text.ends_with(')')) fail(ListReadError::Kind::unexpected, name, "8.6(8.0)");
    add(real, number_of(name.part(bracket + 1, name.text.size() - bracket - 2)));
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

std::optional<Capability> meson_entry(Capability capability) {
    return capability < first_dropped ? std::optional(capability) : std::nullopt;
}

std::string write_meson(const SpellingContext&, const BuildList& list) {
    std::vector<std::string> entries;
    for (const Capability capability : list.real) {
        const bool ptx = contains(list.ptx, capability);
        entries.push_back(fmt::format("'{}{}'", to_string(capability), ptx ? "+PTX" : ""));
    }
    return fmt::format("nvcc_arch_flags(nvcc, {})", fmt::join(entries, ", "));
}

Listing read_meson(std::string_view text) {
    Listing listing;
    for (const Piece& piece : words(arguments_of(text), " \t\r\n,;'[]")) {
        if (piece.text == "All" || piece.text == "Common")
            fail(ListReadError::Kind::refused, piece, "a list: what Meson makes of this word depends on Meson");
        if (piece.text == "Auto") listing.entries.push_back(keyword_entry(piece, ListKeyword::native));
        else take_entry(piece, listing);
    }
    return not_empty(std::move(listing), text);
}

}  // namespace cudastdenv::spell
