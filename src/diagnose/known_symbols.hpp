// SPDX-License-Identifier: MIT
#pragma once

/// Symbols of libstdc++ as linkers and loaders name them.

#include <cudastdenv/tables.hpp>

#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace cudastdenv::diagnose {

class SymbolNames {
public:
    explicit SymbolNames(const Tables& tables);

    /// The version of libstdc++ that brought a symbol, mangled or as a linker shows it: `GLIBCXX_3.4.29` of
    /// `std::__throw_bad_array_new_length()`. Empty where the tables have no such symbol.
    [[nodiscard]] std::string_view version_of(std::string_view symbol) const;

private:
    std::vector<std::pair<std::string, std::string_view>> names_;  // without parameters, with the version; sorted
};

}  // namespace cudastdenv::diagnose
