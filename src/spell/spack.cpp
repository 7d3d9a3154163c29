#include "spell/formats.hpp"
#include "spell/reading.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <array>

namespace cudastdenv::spell {

namespace {

constexpr std::array<std::string_view, 1> names{"cuda_arch"};

}  // namespace

std::string write_spack(const SpellingContext&, const BuildList& list) {
    std::vector<std::string> entries;
    for (const Capability capability : list.real) entries.push_back(undotted(capability));
    return fmt::format("{}={}", names.front(), fmt::join(entries, ","));
}

Listing read_spack(std::string_view text) {
    Listing listing;
    for (const Piece& entry : split(value_of(text, names), ","))
        listing.entries.push_back(real_entry(entry, prefixed(entry, "")));
    add_ptx_of_every(listing);
    return listing;
}

}  // namespace cudastdenv::spell
