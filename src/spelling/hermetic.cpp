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

constexpr std::array<std::string_view, 2> hermetic_names{"HERMETIC_CUDA_COMPUTE_CAPABILITIES",
                                                         "TF_CUDA_COMPUTE_CAPABILITIES"};

void refuse_family(const Piece& piece, Capability capability) {
    if (capability.kind == Capability::Kind::family) fail(ListReadError::Kind::unknown_name, piece);
}

/// `8.0,9.0`: machine code of all, PTX of the last of them when they are sorted as strings, which is 9.0 of 9.0
/// and 10.0.
Listing read_dotted(const std::vector<Piece>& entries) {
    Listing listing;
    listing.sorted_as_strings = true;
    for (const Piece& entry : entries) {
        const Capability capability = dotted(entry);
        refuse_family(entry, capability);
        listing.entries.push_back(real_entry(entry, capability));
    }
    const auto last = std::ranges::max_element(listing.entries, {},
                                               [](const ListEntry& e) { return undotted(*e.real); });
    last->ptx = last->real;
    return listing;
}

}  // namespace

// `compute_90` is machine code and PTX. The form with dots is not used: it sorts numbers as strings.
std::string write_hermetic(const SpellingContext&, const BuildList& list) {
    std::vector<std::string> entries;
    for (const Capability capability : list.real) {
        const bool ptx = contains(list.ptx, capability);
        entries.push_back(ptx ? virtual_architecture(capability) : real_architecture(capability));
    }
    return fmt::format("{}={}", hermetic_names.front(), fmt::join(entries, ","));
}

Listing read_hermetic(const SpellingContext&, std::string_view text) {
    const std::vector<Piece> entries = split(value_of(text, hermetic_names), ",");
    const auto has_dot = [](const Piece& piece) { return piece.text.find('.') != piece.text.npos; };
    if (std::ranges::all_of(entries, has_dot)) return read_dotted(entries);
    Listing listing;
    for (const Piece& entry : entries) {
        // Beside names, 9.0 means compute_90.
        const bool ptx = has_dot(entry) || entry.text.starts_with("compute_");
        const Capability capability = has_dot(entry) ? dotted(entry) : prefixed(entry, ptx ? "compute_" : "sm_");
        refuse_family(entry, capability);
        listing.entries.push_back(real_entry(entry, capability));
        if (ptx) listing.entries.back().ptx = capability;
    }
    return listing;
}

}  // namespace cudastdenv::spelling
