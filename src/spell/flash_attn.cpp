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

constexpr std::array<std::string_view, 1> flash_attn_names{"FLASH_ATTN_CUDA_ARCHS"};

// All that flash-attn 2.8.3 has kernels for; it builds neither PTX nor anything specific.
constexpr std::array<Capability, 4> known{{{8, 0}, {9, 0}, {10, 0}, {12, 0}}};
// A Jetson runs no machine code of other GPUs.
constexpr std::array<Capability, 2> jetsons{{{8, 7}, {8, 8}}};

}  // namespace

/// Machine code of the first of a major number runs on the others of it.
std::optional<Capability> flash_attn_entry(Capability capability) {
    if (contains(jetsons, baseline_of(capability))) return std::nullopt;
    const auto same_major = std::ranges::find(known, capability.major, &Capability::major);
    return same_major == known.end() ? std::nullopt : std::optional(*same_major);
}

std::string write_flash_attn(const SpellingContext&, const BuildList& list) {
    std::vector<std::string> entries;
    for (const Capability capability : list.real) entries.push_back(undotted(capability));
    return entries.empty() ? "" : fmt::format("{}=\"{}\"", flash_attn_names.front(), fmt::join(entries, ";"));
}

/// flash-attn passes over what it does not know; here that is an error, because it is lost.
Listing read_flash_attn(std::string_view text) {
    Listing listing;
    for (const Piece& entry : words(value_of(text, flash_attn_names), ";")) {
        const Capability capability = prefixed(entry, "");
        if (!contains(known, capability)) fail(ListReadError::Kind::unknown_name, entry);
        listing.entries.push_back(real_entry(entry, capability));
    }
    return not_empty(std::move(listing), text);
}

}  // namespace cudastdenv::spell
