// SPDX-License-Identifier: MIT
#include "spelling/formats.hpp"
#include "spelling/reading.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

namespace cudastdenv::spelling {

namespace {

constexpr std::string_view option = "-gpu=";

void take_suboption(const Piece& suboption, Listing& listing) {
    Piece rest = suboption;
    if (rest.text == "ccnative") {
        listing.entries.push_back(keyword_entry(rest, ListKeyword::native));
    } else if (rest.text.starts_with("ccall")) {
        fail(ListReadError::Kind::refused, rest, "a list: what this word means depends on the compiler");
    } else if (!take(rest, "cuda")) {  // `cuda12.8` names the release
        const Capability capability = prefixed(rest, rest.text.starts_with("sm_") ? "sm_" : "cc");
        if (capability.kind != Capability::Kind::baseline) fail(ListReadError::Kind::unknown_name, suboption);
        listing.entries.push_back(real_entry(suboption, capability));
    }
}

}  // namespace

std::string write_nvhpc(const SpellingContext&, const BuildList& list) {
    std::vector<std::string> suboptions;
    for (const Capability capability : list.real) suboptions.push_back("cc" + undotted(capability));
    return suboptions.empty() ? "" : fmt::format("{}{}", option, fmt::join(suboptions, ","));
}

/// Several options add up. No document says that PTX is kept for other GPUs, so none is counted on.
Listing read_nvhpc(const SpellingContext&, std::string_view text) {
    Listing listing;
    for (Piece word : words({text, 0})) {
        (void)take(word, option);
        for (const Piece& suboption : split(word, ",")) take_suboption(suboption, listing);
    }
    return not_empty(std::move(listing), text);
}

}  // namespace cudastdenv::spelling
