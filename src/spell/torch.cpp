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

constexpr std::array<std::string_view, 1> torch_names{"TORCH_CUDA_ARCH_LIST"};

// What PyTorch 2.15 takes (tests/oracle/consumers/torch.json); from `first_specific_of_torch` on also with an `a`.
constexpr std::array<Capability, 22> numbers{{{3, 5},  {3, 7},  {5, 0},  {5, 2},  {5, 3},  {6, 0}, {6, 1}, {6, 2},
                                              {7, 0},  {7, 2},  {7, 5},  {8, 0},  {8, 6},  {8, 7}, {8, 9}, {9, 0},
                                              {10, 0}, {10, 3}, {10, 7}, {11, 0}, {12, 0}, {12, 1}}};
constexpr Capability first_specific_of_torch{9, 0};

struct TorchGeneration {
    std::string_view name;
    std::string_view list;
};
// A name that begins with another one stands before it.
constexpr std::array<TorchGeneration, 15> torch_generations{{{"Kepler+Tesla", "3.7"},
                                                             {"Kepler", "3.5+PTX"},
                                                             {"Maxwell+Tegra", "5.3"},
                                                             {"Maxwell", "5.0;5.2+PTX"},
                                                             {"Pascal", "6.0;6.1+PTX"},
                                                             {"Volta+Tegra", "7.2"},
                                                             {"Volta", "7.0+PTX"},
                                                             {"Turing", "7.5+PTX"},
                                                             {"Ampere+Tegra", "8.7"},
                                                             {"Ampere", "8.0;8.6+PTX"},
                                                             {"Ada", "8.9+PTX"},
                                                             {"Hopper", "9.0+PTX"},
                                                             {"Blackwell+Tegra", "11.0"},
                                                             {"Blackwell", "10.0;10.3;12.0;12.1+PTX"},
                                                             {"Rubin", "10.7+PTX"}}};

bool torch_knows(Capability capability) {
    if (capability.kind == Capability::Kind::family) return false;
    const Capability number = baseline_of(capability);
    if (capability.kind == Capability::Kind::architecture && number < first_specific_of_torch) return false;
    return contains(numbers, number);
}

/// `9.0a+PTX`, taken from `number`; the entry stands in the text as `piece`.
ListEntry read_entry(const Piece& piece, Piece number) {
    constexpr std::string_view ptx = "+PTX";
    const bool with_ptx = number.text.ends_with(ptx);
    if (with_ptx) number = number.part(0, number.text.size() - ptx.size());
    const Capability capability = dotted(number);
    if (!torch_knows(capability)) fail(ListReadError::Kind::unknown_name, piece);
    ListEntry entry = real_entry(piece, capability);
    if (with_ptx) entry.ptx = capability;
    return entry;
}

}  // namespace

std::optional<Capability> torch_entry(Capability capability) {
    return torch_knows(capability) ? std::optional(capability) : std::nullopt;
}

std::string write_torch(const SpellingContext&, const BuildList& list) {
    std::vector<std::string> entries;
    for (const Capability capability : list.real) {
        const bool ptx = contains(list.ptx, capability);
        entries.push_back(to_string(capability) + (ptx ? "+PTX" : ""));
    }
    return fmt::format("{}", fmt::join(entries, ";"));
}

/// PyTorch puts a name's list into the text in its place; what follows the name then belongs to the list's last entry.
Listing read_torch(std::string_view text) {
    const Piece value = value_of(text, torch_names);
    if (value.text == to_string(ListKeyword::native)) return {{keyword_entry(value, ListKeyword::native)}};
    Listing listing;
    for (const Piece& piece : split(value, "; ")) {
        const auto named = std::ranges::find_if(torch_generations, [&](const TorchGeneration& generation) {
            return piece.text.starts_with(generation.name);
        });
        if (named == torch_generations.end()) {
            listing.entries.push_back(read_entry(piece, piece));
            continue;
        }
        const std::string list = std::string(named->list) + std::string(piece.text.substr(named->name.size()));
        try {
            for (const Piece& entry : split({list, 0}, ";"))
                listing.entries.push_back(read_entry(piece, {entry.text, piece.offset}));
        } catch (ListReadError& error) {
            error.found = piece.text;  // What was put in the name's place is not in the text.
            throw;
        }
    }
    return listing;
}

}  // namespace cudastdenv::spell
