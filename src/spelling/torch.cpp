// SPDX-License-Identifier: MIT
#include "core/contains.hpp"
#include "spelling/consumer.hpp"
#include "spelling/formats.hpp"
#include "spelling/reading.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <array>

namespace cudastdenv::spelling {

namespace {

constexpr std::array<std::string_view, 1> torch_names{"TORCH_CUDA_ARCH_LIST"};

/// `9.0a+PTX`, taken from `number`; the entry stands in the text as `piece`.
ListEntry read_entry(const ConsumerRules& rules, const Piece& piece, Piece number) {
    constexpr std::string_view ptx = "+PTX";
    const bool with_ptx = number.text.ends_with(ptx);
    if (with_ptx) number = number.part(0, number.text.size() - ptx.size());
    const Capability capability = dotted(number);
    if (!rules.takes(capability)) fail_not_taken(piece, rules.not_taken(capability));
    ListEntry entry = real_entry(piece, capability);
    if (with_ptx) entry.ptx = capability;
    return entry;
}

/// `8.0;8.6+PTX`
std::string list_of(const ConsumerWordRow& word) {
    std::vector<std::string> entries;
    for (const Capability capability : word.entries) entries.push_back(to_string(capability));
    return fmt::format("{}{}", fmt::join(entries, ";"), word.ptx ? "+PTX" : "");
}

}  // namespace

std::optional<Capability> torch_entry(const SpellingContext& context, Capability capability) {
    return taken_entry(ConsumerRules(context, "torch"), capability);
}

std::string write_torch(const SpellingContext&, const BuildList& list) {
    std::vector<std::string> entries;
    for (const Capability capability : list.real) {
        const bool ptx = contains(list.ptx, capability);
        entries.push_back(to_string(capability) + (ptx ? "+PTX" : ""));
    }
    return fmt::format("{}", fmt::join(entries, ";"));
}

/// PyTorch puts a name's list into the text in its place; what follows the name then belongs to the list's last entry.
Listing read_torch(const SpellingContext& context, std::string_view text) {
    const ConsumerRules rules(context, "torch");
    const Piece value = value_of(text, torch_names);
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

}  // namespace cudastdenv::spelling
