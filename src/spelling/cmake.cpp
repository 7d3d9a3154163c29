// SPDX-License-Identifier: MIT
#include "core/contains.hpp"
#include "spelling/consumer.hpp"
#include "spelling/formats.hpp"
#include "spelling/reading.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <array>

namespace cudastdenv::spelling {

namespace {

constexpr std::array<std::string_view, 3> cmake_names{"CMAKE_CUDA_ARCHITECTURES", "CUDAARCHS", "CUDA_ARCHITECTURES"};
constexpr std::array cmake_keywords{ListKeyword::all, ListKeyword::all_major, ListKeyword::native};

}  // namespace

std::optional<Capability> cmake_entry(const SpellingContext& context, Capability capability) {
    return taken_entry(ConsumerRules(context, "cmake"), capability);
}

// `-real` on every entry but the PTX one: CMake embeds PTX for a bare number, and PTX of `90a` runs nowhere else.
std::string write_cmake(const SpellingContext&, const BuildList& list) {
    std::vector<std::string> entries;
    for (const Capability capability : list.real)
        entries.push_back(undotted(capability) + (contains(list.ptx, capability) ? "" : "-real"));
    for (const Capability capability : list.ptx)
        if (!contains(list.real, capability)) entries.push_back(undotted(capability) + "-virtual");
    return fmt::format("{}", fmt::join(entries, ";"));
}

// A keyword stands alone: CMake's own check refuses it within a list. Nothing after a `;` is
// no entry, but CMake refuses a `;` at the front.
Listing read_cmake(const SpellingContext& context, std::string_view text) {
    const ConsumerRules rules(context, "cmake");
    const Piece value = value_of(text, cmake_names);
    for (const ListKeyword keyword : cmake_keywords) {
        if (value.text != to_string(keyword)) continue;
        if (!rules.takes_keyword(value.text)) fail_not_taken(value, rules.not_taken(value.text));
        return {{keyword_entry(value, keyword)}};
    }
    if (value.text.starts_with(';')) fail(ListReadError::Kind::empty, value.part(0, 0));
    Listing listing;
    for (const Piece& entry : words(value, ";")) {
        const std::size_t dash = std::min(entry.text.find('-'), entry.text.size());
        const Capability capability = prefixed(entry.part(0, dash), "");
        if (!rules.takes(capability)) fail_not_taken(entry, rules.not_taken(capability));
        const std::string_view kind = entry.text.substr(dash);
        if (!kind.empty() && kind != "-real" && kind != "-virtual")
            fail(ListReadError::Kind::unexpected, entry.part(dash), "-real or -virtual");
        listing.entries.push_back(kind == "-virtual" ? ptx_entry(entry, capability) : real_entry(entry, capability));
        if (kind.empty()) listing.entries.back().ptx = capability;
    }
    return not_empty(std::move(listing), text);
}

}  // namespace cudastdenv::spelling
