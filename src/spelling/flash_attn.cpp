// SPDX-License-Identifier: MIT
#include "spelling/consumer.hpp"
#include "spelling/formats.hpp"
#include "spelling/reading.hpp"
#include "tables/lookup.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <array>

namespace cudastdenv::spelling {

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

}  // namespace cudastdenv::spelling
