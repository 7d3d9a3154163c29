// SPDX-License-Identifier: MIT
#include "spelling/formats.hpp"
#include "spelling/reading.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>

namespace cudastdenv::spelling {

namespace {

constexpr std::array<std::string_view, 1> numba_names{"NUMBA_FORCE_CUDA_CC"};

}  // namespace

std::string write_numba(const SpellingContext&, const BuildList& list) {
    return list.ptx.empty() ? "" : fmt::format("{}={}", numba_names.front(), to_string(list.ptx.front()));
}

/// Numba itself passes over whatever follows the number; here that is an error, because it is lost.
Listing read_numba(const SpellingContext&, std::string_view text) {
    const Piece value = value_of(text, numba_names);
    for (const Piece& more : words(value.part(std::min(value.text.find_first_of(",; "), value.text.size())), ",; "))
        fail(ListReadError::Kind::several, more);
    const Capability capability = dotted(value);
    if (capability.kind != Capability::Kind::baseline) fail(ListReadError::Kind::unknown_name, value);
    return {{ptx_entry(value, capability)}};
}

}  // namespace cudastdenv::spelling
