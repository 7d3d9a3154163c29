// SPDX-License-Identifier: MIT
#include "core/lists.hpp"
#include "spelling/compilers.hpp"
#include "spelling/reading.hpp"
#include "spelling/spell.hpp"
#include "tables/lookup.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
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

namespace {

constexpr std::array<std::string_view, 1> flash_attn_names{"FLASH_ATTN_CUDA_ARCHS"};

}  // namespace

/// It builds neither PTX nor anything specific; machine code of the first of a major number runs on the others of it,
/// but a Jetson runs no machine code of other GPUs.
std::optional<Capability> flash_attn_entry(const SpellingContext& context, Capability capability) {
    const ConsumerRules rules(context, "flash-attn");
    if (rules.takes(capability)) return capability;
    const Capability first_of_major{capability.major, 0};
    const bool runs = first_of_major <= capability && !is_jetson(context.tables, capability);
    return runs && rules.takes(first_of_major) ? std::optional(first_of_major) : std::nullopt;
}

std::string write_flash_attn(const SpellingContext&, const BuildList& list) {
    std::vector<std::string> entries;
    for (const Capability capability : list.real) entries.push_back(undotted(capability));
    return entries.empty() ? "" : fmt::format("{}=\"{}\"", flash_attn_names.front(), fmt::join(entries, ";"));
}

/// flash-attn passes over what it does not know; here that is an error, because it is lost.
Listing read_flash_attn(const SpellingContext& context, std::string_view text) {
    const ConsumerRules rules(context, "flash-attn");
    Listing listing;
    for (const Piece& entry : words(value_of(text, flash_attn_names), ";")) {
        const Capability capability = prefixed(entry, "");
        if (!rules.takes(capability)) fail_not_taken(entry, rules.not_taken(capability));
        listing.entries.push_back(real_entry(entry, capability));
    }
    return not_empty(std::move(listing), text);
}

namespace {

constexpr std::array<std::string_view, 1> cupy_names{"CUPY_NVCC_GENERATE_CODE"};

}  // namespace

std::string write_cupy(const SpellingContext&, const BuildList& list) {
    std::vector<std::string> pairs;
    for (const Capability capability : list.real)
        pairs.push_back(
            fmt::format("arch={},code={}", virtual_architecture(capability), real_architecture(capability)));
    for (const Capability capability : list.ptx)
        pairs.push_back(fmt::format("arch={0},code={0}", virtual_architecture(capability)));
    return fmt::format("{}=\"{}\"", cupy_names.front(), fmt::join(pairs, ";"));
}

Listing read_cupy(const SpellingContext&, std::string_view text) {
    const Piece value = value_of(text, cupy_names);
    if (value.text == "current") return {{keyword_entry(value, ListKeyword::native)}};
    Listing listing;
    for (const Piece& part : words(value, ";")) {
        Piece pair = trimmed(part);
        take_gencode_pair(pair, listing);
        if (!pair.text.empty()) fail(ListReadError::Kind::unexpected, pair, ";");
    }
    return not_empty(std::move(listing), text);
}

namespace {

constexpr std::array<std::string_view, 1> numba_names{"NUMBA_FORCE_CUDA_CC"};

}  // namespace

std::string write_numba(const SpellingContext&, const BuildList& list) {
    return list.ptx.empty() ? "" : fmt::format("{}={}", numba_names.front(), to_string(list.ptx.front()));
}

/// Numba itself passes over whatever follows the number; here that is an error, because it is lost.
Listing read_numba(const SpellingContext&, std::string_view text) {
    const Piece value = value_of(text, numba_names);
    for (const Piece& more : words(value.part(std::min(value.text.find_first_of(",; "), value.text.size())), ",; "))
        fail(ListReadError::Kind::several, more);
    const Capability capability = dotted(value);
    if (capability.kind != Capability::Kind::baseline) fail(ListReadError::Kind::unknown_name, value);
    return {{ptx_entry(value, capability)}};
}

namespace {

constexpr std::array<std::string_view, 1> triton_names{"TRITON_OVERRIDE_ARCH"};
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

std::string write_triton(const SpellingContext&, const BuildList& list) {
    if (list.real.empty()) return "";
    return fmt::format("{}=sm{}", triton_names.front(), undotted(baseline_of(list.real.front())));
}

Listing read_triton(const SpellingContext&, std::string_view text) {
    const Piece value = value_of(text, triton_names);
    for (const Piece& more : words(value.part(std::min(value.text.find_first_of(",; "), value.text.size())), ",; "))
        fail(ListReadError::Kind::several, more);
    const Capability number = prefixed(value, "sm");
    if (number.kind != Capability::Kind::baseline) fail(ListReadError::Kind::unknown_name, value);
    return {{real_entry(value, specific_to_triton(number))}};
}

}  // namespace cudastdenv::spelling
