// SPDX-License-Identifier: MIT
#include "spelling/formats.hpp"
#include "spelling/gencode.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <array>

namespace cudastdenv::spelling {

namespace {

constexpr std::array<std::string_view, 1> cupy_names{"CUPY_NVCC_GENERATE_CODE"};

}  // namespace

std::string write_cupy(const SpellingContext&, const BuildList& list) {
    std::vector<std::string> pairs;
    for (const Capability capability : list.real)
        pairs.push_back(
            fmt::format("arch={},code={}", virtual_architecture(capability), real_architecture(capability)));
    for (const Capability capability : list.ptx)
        pairs.push_back(fmt::format("arch={0},code={0}", virtual_architecture(capability)));
    return fmt::format("{}=\"{}\"", cupy_names.front(), fmt::join(pairs, ";"));
}

Listing read_cupy(const SpellingContext&, std::string_view text) {
    const Piece value = value_of(text, cupy_names);
    if (value.text == "current") return {{keyword_entry(value, ListKeyword::native)}};
    Listing listing;
    for (const Piece& part : words(value, ";")) {
        Piece pair = trimmed(part);
        take_gencode_pair(pair, listing);
        if (!pair.text.empty()) fail(ListReadError::Kind::unexpected, pair, ";");
    }
    return not_empty(std::move(listing), text);
}

}  // namespace cudastdenv::spelling
