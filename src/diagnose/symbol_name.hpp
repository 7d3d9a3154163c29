// SPDX-License-Identifier: MIT
#pragma once

/// Names of libstdc++'s and glibc's symbols, as linkers, loaders and demanglers print them.

#include <cudastdenv/tables.hpp>

#include "core/std.hpp"

namespace cudastdenv::diagnose {

/// The part of a text that is a symbol's name: `std::f<char, int>(long) const` of `std::f<char, int>(long) const in
/// x.o`. The text ends at the front of `@VERSION`, a tab, `, version` or a line end.
[[nodiscard]] std::string_view symbol_at_front(std::string_view text) noexcept;

/// The versions of all symbols in the tables, by their mangled and demangled names.
class LibrarySymbols {
public:
    explicit LibrarySymbols(const Tables& tables);

    /// `GLIBCXX_3.4.29` of `std::__throw_bad_array_new_length()`; empty: unknown. Return types, blanks and the names
    /// that abbreviate templates do not matter. A name without parameters is that of its oldest overload.
    [[nodiscard]] std::string_view find(std::string_view symbol) const;

private:
    /// Comparable name, version.
    using Entry = std::pair<std::string, std::string_view>;

    std::vector<Entry> entries_;  // sorted; without the entries that are not the answer
};

}  // namespace cudastdenv::diagnose
