// SPDX-License-Identifier: MIT
#include "spelling/formats.hpp"
#include "spelling/reading.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <array>

namespace cudastdenv::spelling {

namespace {

constexpr std::array<std::string_view, 3> easybuild_names{
    "--cuda-compute-capabilities", "EASYBUILD_CUDA_COMPUTE_CAPABILITIES", "cuda-compute-capabilities"};

}  // namespace

std::string write_easybuild(const SpellingContext&, const BuildList& list) {
    std::vector<std::string> entries;
    for (const Capability capability : list.real) entries.push_back(to_string(capability));
    return fmt::format("{}={}", easybuild_names.front(), fmt::join(entries, ","));
}

Listing read_easybuild(const SpellingContext&, std::string_view text) {
    Listing listing;
    for (const Piece& entry : split(value_of(text, easybuild_names), ","))
        listing.entries.push_back(real_entry(entry, dotted(entry)));
    return listing;
}

}  // namespace cudastdenv::spelling
