// SPDX-License-Identifier: MIT
#include "spelling/formats.hpp"
#include "spelling/reading.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>

namespace cudastdenv::spelling {

namespace {

constexpr std::array<std::string_view, 1> triton_names{"TRITON_OVERRIDE_ARCH"};
// From here on Triton adds an `a` to the number.
constexpr Capability first_specific_of_triton{9, 0};

Capability specific_to_triton(Capability capability) {
    const Capability number = baseline_of(capability);
    if (number < first_specific_of_triton) return number;
    return Capability{number.major, number.minor, Capability::Kind::architecture};
}

}  // namespace

std::optional<Capability> triton_entry(const SpellingContext&, Capability capability) {
    return specific_to_triton(capability);
}

std::string write_triton(const SpellingContext&, const BuildList& list) {
    if (list.real.empty()) return "";
    return fmt::format("{}=sm{}", triton_names.front(), undotted(baseline_of(list.real.front())));
}

Listing read_triton(const SpellingContext&, std::string_view text) {
    const Piece value = value_of(text, triton_names);
    for (const Piece& more : words(value.part(std::min(value.text.find_first_of(",; "), value.text.size())), ",; "))
        fail(ListReadError::Kind::several, more);
    const Capability number = prefixed(value, "sm");
    if (number.kind != Capability::Kind::baseline) fail(ListReadError::Kind::unknown_name, value);
    return {{real_entry(value, specific_to_triton(number))}};
}

}  // namespace cudastdenv::spelling
