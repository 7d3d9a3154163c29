// SPDX-License-Identifier: MIT
#include "spelling/formats.hpp"
#include "spelling/reading.hpp"
#include "tables/lookup.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

namespace cudastdenv::spelling {

namespace {

constexpr std::string_view before_ptx = "PTX of ";

}  // namespace

std::string write_readable(const SpellingContext& context, const BuildList& list) {
    std::vector<std::string> real;
    for (const Capability capability : list.real) {
        const CapabilityRow* row = find_capability(context.tables, capability);
        real.push_back(fmt::format("{} ({})", to_string(capability), row ? row->architecture : "unknown"));
    }
    std::vector<std::string> ptx;
    for (const Capability capability : list.ptx) ptx.push_back(to_string(capability));
    return fmt::format("{}{}{}{}", fmt::join(real, ", "), real.empty() || ptx.empty() ? "" : "; ",
                       ptx.empty() ? "" : before_ptx, fmt::join(ptx, ", "));
}

Listing read_readable(const SpellingContext&, std::string_view text) {
    Listing listing;
    for (const Piece& half : split({text, 0}, ";")) {
        Piece list = trimmed(half);
        const bool ptx = take(list, before_ptx);
        for (const Piece& part : split(list, ",")) {
            const Piece entry = trimmed(part);
            const Piece number = trimmed(entry.part(0, entry.text.find('(')));
            if (number.text.size() < entry.text.size() && !entry.text.ends_with(')'))
                fail(ListReadError::Kind::unexpected, entry, "9.0 (Hopper)");
            const Capability capability = dotted(number);
            listing.entries.push_back(ptx ? ptx_entry(entry, capability) : real_entry(entry, capability));
        }
    }
    return listing;
}

}  // namespace cudastdenv::spelling
