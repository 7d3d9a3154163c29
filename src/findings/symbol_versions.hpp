// SPDX-License-Identifier: MIT
#pragma once

#include "findings/elf.hpp"

#include <cudastdenv/tables.hpp>

#include <cstddef>
#include <string>
#include <string_view>
#include <vector>

namespace cudastdenv {

/// The symbols of the tables, to be found by name. As long as the tables are there.
class KnownSymbols {
public:
    explicit KnownSymbols(const Tables& tables);

    /// nullptr: no version of libstdc++ up to the newest that was read brings it.
    [[nodiscard]] const KnownSymbol* find(std::string_view symbol) const noexcept;
    /// Characters; no symbol that is longer is known.
    [[nodiscard]] std::size_t longest() const noexcept { return longest_; }

private:
    std::vector<KnownSymbol> symbols_;  ///< sorted
    std::size_t longest_ = 0;
};

/// A symbol of that version, which can be linked only with a library that has it; empty: the tables know none.
[[nodiscard]] std::string_view symbol_of_version(const Tables& tables, std::string_view version) noexcept;

/// The newest GLIBCXX version whose symbols the tables know; empty: none.
[[nodiscard]] std::string newest_known_glibcxx(const Tables& tables);

/// A mangled name as the source has it, or as it is where it is no mangled name, or one that would take too long.
[[nodiscard]] std::string demangled(std::string_view symbol);

}  // namespace cudastdenv
