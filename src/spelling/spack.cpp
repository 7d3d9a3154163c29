// SPDX-License-Identifier: MIT
#include "core/contains.hpp"
#include "spelling/formats.hpp"
#include "spelling/reading.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <array>

namespace cudastdenv::spelling {

namespace {

constexpr std::array<std::string_view, 1> spack_names{"cuda_arch"};

// Spack's package has no value for these.
constexpr std::array<Capability, 2> unknown_to_spack{{{8, 8}, {10, 7}}};

bool spack_knows(Capability capability) { return !contains(unknown_to_spack, baseline_of(capability)); }

}  // namespace

std::optional<Capability> spack_entry(const SpellingContext&, Capability capability) {
    return spack_knows(capability) ? std::optional(capability) : std::nullopt;
}

std::string write_spack(const SpellingContext&, const BuildList& list) {
    std::vector<std::string> entries;
    for (const Capability capability : list.real) entries.push_back(undotted(capability));
    return fmt::format("{}={}", spack_names.front(), fmt::join(entries, ","));
}

Listing read_spack(const SpellingContext&, std::string_view text) {
    Listing listing;
    for (const Piece& entry : split(value_of(text, spack_names), ",")) {
        const Capability capability = prefixed(entry, "");
        if (!spack_knows(capability)) fail(ListReadError::Kind::unknown_name, entry);
        listing.entries.push_back(real_entry(entry, capability));
    }
    add_ptx_of_every(listing);
    return listing;
}

}  // namespace cudastdenv::spelling
