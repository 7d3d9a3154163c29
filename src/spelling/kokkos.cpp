// SPDX-License-Identifier: MIT
#include "spelling/consumer.hpp"
#include "spelling/formats.hpp"
#include "spelling/reading.hpp"

#include <fmt/format.h>

namespace cudastdenv::spelling {

namespace {

[[noreturn]] void fail_unknown_name(const ConsumerRules& rules, const Piece& name, const Piece& word) {
    if (const auto other_versions = rules.not_taken(name.text)) fail_not_taken(word, other_versions);
    fail(ListReadError::Kind::unknown_name, word, "-DKokkos_ARCH_HOPPER90=ON");
}

}  // namespace

std::optional<Capability> kokkos_entry(const SpellingContext& context, Capability capability) {
    const ConsumerRules rules(context, "kokkos");
    for (const Capability entry : {capability, baseline_of(capability)})
        if (rules.word_for(entry)) return entry;
    return std::nullopt;
}

std::string write_kokkos(const SpellingContext& context, const BuildList& list) {
    if (list.real.empty()) return "";
    const ConsumerWordRow* name = ConsumerRules(context, "kokkos").word_for(list.real.front());
    return fmt::format("-DKokkos_ENABLE_CUDA=ON -DKokkos_ARCH_{}=ON", name->word);
}

/// Kokkos hands nvcc `-arch=sm_90`: machine code and PTX.
Listing read_kokkos(const SpellingContext& context, std::string_view text) {
    const ConsumerRules rules(context, "kokkos");
    Listing listing;
    for (const Piece& word : words({text, 0})) {
        if (word.text == "-DKokkos_ENABLE_CUDA=ON" || word.text == "Kokkos_ENABLE_CUDA=ON") continue;
        Piece name = word;
        (void)take(name, "-D");
        (void)take(name, "Kokkos_ARCH_");
        constexpr std::string_view on = "=ON";
        if (name.text.ends_with(on)) name = name.part(0, name.text.size() - on.size());
        const ConsumerWordRow* found = rules.word(name.text);
        if (!found || found->entries.size() != 1) fail_unknown_name(rules, name, word);
        if (!listing.entries.empty()) fail(ListReadError::Kind::several, word);
        listing.entries.push_back(real_entry(word, found->entries.front()));
    }
    add_ptx_of_every(listing);
    return not_empty(std::move(listing), text);
}

}  // namespace cudastdenv::spelling
