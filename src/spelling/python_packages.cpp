// SPDX-License-Identifier: MIT
#include "core/format.hpp"
#include "spelling/reading.hpp"
#include "spelling/spell.hpp"
#include "tables/lookup.hpp"

#include <algorithm>

namespace cudastdenv::spelling {

namespace {

/// `9.0a+PTX`, taken from `number`; the entry stands in the text as `piece`.
ListEntry read_entry(const ConsumerRules& rules, const Piece& piece, Piece number) {
    constexpr std::string_view ptx = "+PTX";
    const bool with_ptx = number.text.ends_with(ptx);
    if (with_ptx) number = number.part(0, number.text.size() - ptx.size());
    ListEntry entry = real_entry(piece, rules.taken(dotted(number), piece));
    if (with_ptx) entry.ptx = entry.real;
    return entry;
}

/// `8.0;8.6+PTX`
std::string list_of(const ConsumerWordRow& word) { return joined(word.entries, ";") + (word.ptx ? "+PTX" : ""); }

}  // namespace

/// PyTorch puts a name's list into the text in its place; what follows the name then belongs to the list's last entry.
Listing read_torch(const SpellingContext& context, const Piece& value) {
    const ConsumerRules rules(context, "torch");
    if (rules.takes_keyword(value.text)) return {{keyword_entry(value, ListKeyword::native)}};
    Listing listing;
    for (const Piece& piece : split(value, "; ")) {
        const ConsumerWordRow* named = rules.word_at_front(piece.text);
        if (!named || named->entries.empty()) {
            if (const auto other_versions = rules.not_taken(piece.text)) fail_not_taken(piece, other_versions);
            listing.entries.push_back(read_entry(rules, piece, piece));
            continue;
        }
        const std::string list = list_of(*named) + std::string(piece.text.substr(named->word.size()));
        try {
            for (const Piece& entry : split({list, 0}, ";"))
                listing.entries.push_back(read_entry(rules, piece, {entry.text, piece.offset}));
        } catch (ListReadError& error) {
            error.found = piece.text;  // What was put in the name's place is not in the text.
            throw;
        }
    }
    return listing;
}

/// It builds neither PTX nor anything specific; machine code of the first of a major number runs on the others of it,
/// but a Jetson runs no machine code of other GPUs.
std::optional<Capability> flash_attn_entry(const SpellingContext& context, Capability capability) {
    const ConsumerRules rules(context, "flash-attn");
    if (rules.takes(capability)) return capability;
    const Capability first_of_major{capability.major, 0};
    const bool runs = first_of_major <= capability && !is_jetson(context.tables, capability);
    return runs && rules.takes(first_of_major) ? std::optional(first_of_major) : std::nullopt;
}

/// flash-attn passes over what it does not know; here that is an error, because it is lost.
Listing read_flash_attn(const SpellingContext& context, const Piece& value) {
    const ConsumerRules rules(context, "flash-attn");
    Listing listing;
    for (const Piece& entry : words(value, ";"))
        listing.entries.push_back(real_entry(entry, rules.taken(prefixed(entry, ""), entry)));
    return listing;
}

Listing read_cupy(const SpellingContext&, const Piece& value) {
    if (value.text == "current") return {{keyword_entry(value, ListKeyword::native)}};
    Listing listing;
    for (const Piece& part : words(value, ";")) {
        Piece pair = trimmed(part);
        take_gencode_pair(pair, listing);
        if (!pair.text.empty()) fail("list-unexpected", pair, ";");
    }
    return listing;
}

namespace {

/// Consumers of one entry pass over whatever follows it; here that is an error, because it is lost.
void refuse_more(const Piece& value) {
    for (const Piece& more : words(value.part(std::min(value.text.find_first_of(",; "), value.text.size())), ",; "))
        fail("list-several", more);
}

}  // namespace

Listing read_numba(const SpellingContext&, const Piece& value) {
    refuse_more(value);
    const Capability capability = dotted(value);
    if (capability.kind != Capability::Kind::baseline) fail("list-unknown-name", value);
    return {{ptx_entry(value, capability)}};
}

namespace {

// From here on Triton adds an `a` to the number.
constexpr Capability first_specific_of_triton{9, 0};

Capability specific_to_triton(Capability capability) {
    const Capability number = baseline_of(capability);
    if (number < first_specific_of_triton) return number;
    return Capability{number.major, number.minor, Capability::Kind::architecture};
}

}  // namespace

std::optional<Capability> triton_entry(const SpellingContext&, Capability capability) {
    return specific_to_triton(capability);
}

Listing read_triton(const SpellingContext&, const Piece& value) {
    refuse_more(value);
    const Capability number = prefixed(value, "sm");
    if (number.kind != Capability::Kind::baseline) fail("list-unknown-name", value);
    return {{real_entry(value, specific_to_triton(number))}};
}

}  // namespace cudastdenv::spelling
