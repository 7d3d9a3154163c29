// SPDX-License-Identifier: MIT
#include "core/contains.hpp"
#include "spelling/formats.hpp"
#include "spelling/reading.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <array>
#include <span>

namespace cudastdenv::spelling {

namespace {

constexpr std::array<std::string_view, 2> rules_cuda_names{"--@rules_cuda//cuda:archs", "--@rules_cuda//cuda/archs"};

// rules_cuda has no architecture for these.
constexpr std::array<Capability, 2> unknown_to_rules_cuda{{{8, 8}, {10, 7}}};

bool rules_cuda_knows(Capability capability) { return !contains(unknown_to_rules_cuda, baseline_of(capability)); }

}  // namespace

std::optional<Capability> rules_cuda_entry(const SpellingContext&, Capability capability) {
    return rules_cuda_knows(capability) ? std::optional(capability) : std::nullopt;
}

std::string write_rules_cuda(const SpellingContext&, const BuildList& list) {
    std::vector<std::string> specs;
    for (const Capability capability : list.real) {
        const bool ptx = contains(list.ptx, capability);
        specs.push_back(fmt::format("{0}:{1}{2}{3}", virtual_architecture(capability), real_architecture(capability),
                                    ptx ? "," : "", ptx ? virtual_architecture(capability) : ""));
    }
    for (const Capability capability : list.ptx)
        if (!contains(list.real, capability)) specs.push_back(fmt::format("{0}:{0}", virtual_architecture(capability)));
    return fmt::format("{}={}", rules_cuda_names.front(), fmt::join(specs, ";"));
}

Listing read_rules_cuda(const SpellingContext&, std::string_view text) {
    const auto number = [](const ListEntry& entry) { return entry.real ? *entry.real : *entry.ptx; };
    Listing listing;
    for (const Piece& word : words(value_of(text, rules_cuda_names), ";")) {
        const Piece spec = trimmed(word);
        if (spec.text.empty()) continue;
        const std::size_t colon = spec.text.find(':');
        std::optional<Capability> arch;
        if (colon != spec.text.npos) arch = prefixed(spec.part(0, colon), "compute_");
        const std::size_t first = listing.entries.size();
        for (const Piece& code : split(colon == spec.text.npos ? spec : spec.part(colon + 1), ",")) {
            listing.entries.push_back(code_entry(code));
            if (!rules_cuda_knows(number(listing.entries.back()))) fail(ListReadError::Kind::unknown_name, code);
        }
        // Without an architecture before the colon, all are made from PTX of the lowest.
        if (!arch) arch = number(std::ranges::min(std::span(listing.entries).subspan(first), {}, number));
        for (ListEntry& entry : std::span(listing.entries).subspan(first)) compile_from(entry, *arch);
    }
    return not_empty(std::move(listing), text);
}

}  // namespace cudastdenv::spelling
