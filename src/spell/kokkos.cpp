// SPDX-License-Identifier: MIT
#include "spell/formats.hpp"
#include "spell/reading.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>

namespace cudastdenv::spell {

namespace {

struct Architecture {
    std::string_view name;
    Capability capability;
};
// Kokkos 5.2. There is none for 6.2, 8.8, 10.1, 10.7 and 11.0.
constexpr std::array<Architecture, 21> architectures{
    {{"KEPLER30", {3, 0}},     {"KEPLER32", {3, 2}},      {"KEPLER35", {3, 5}},      {"KEPLER37", {3, 7}},
     {"MAXWELL50", {5, 0}},    {"MAXWELL52", {5, 2}},     {"MAXWELL53", {5, 3}},     {"PASCAL60", {6, 0}},
     {"PASCAL61", {6, 1}},     {"VOLTA70", {7, 0}},       {"VOLTA72", {7, 2}},       {"TURING75", {7, 5}},
     {"AMPERE80", {8, 0}},     {"AMPERE86", {8, 6}},      {"AMPERE87", {8, 7}},      {"ADA89", {8, 9}},
     {"HOPPER90", {9, 0}},     {"BLACKWELL100", {10, 0}}, {"BLACKWELL103", {10, 3}}, {"BLACKWELL120", {12, 0}},
     {"BLACKWELL121", {12, 1}}}};

const Architecture* find_architecture(Capability capability) {
    const auto found = std::ranges::find(architectures, capability, &Architecture::capability);
    return found == architectures.end() ? nullptr : &*found;
}

}  // namespace

std::optional<Capability> kokkos_entry(Capability capability) {
    return find_architecture(capability) ? std::optional(capability) : std::nullopt;
}

std::string write_kokkos(const SpellingContext&, const BuildList& list) {
    if (list.real.empty()) return "";
    return fmt::format("-DKokkos_ENABLE_CUDA=ON -DKokkos_ARCH_{}=ON", find_architecture(list.real.front())->name);
}

/// Kokkos hands nvcc `-arch=sm_90`: machine code and PTX.
Listing read_kokkos(std::string_view text) {
    Listing listing;
    for (const Piece& word : words({text, 0})) {
        if (word.text == "-DKokkos_ENABLE_CUDA=ON" || word.text == "Kokkos_ENABLE_CUDA=ON") continue;
        Piece name = word;
        (void)take(name, "-D");
        (void)take(name, "Kokkos_ARCH_");
        constexpr std::string_view on = "=ON";
        if (name.text.ends_with(on)) name = name.part(0, name.text.size() - on.size());
        const auto found = std::ranges::find(architectures, name.text, &Architecture::name);
        if (found == architectures.end()) fail(ListReadError::Kind::unknown_name, word, "-DKokkos_ARCH_HOPPER90=ON");
        if (!listing.entries.empty()) fail(ListReadError::Kind::several, word);
        listing.entries.push_back(real_entry(word, found->capability));
    }
    add_ptx_of_every(listing);
    return not_empty(std::move(listing), text);
}

}  // namespace cudastdenv::spell
