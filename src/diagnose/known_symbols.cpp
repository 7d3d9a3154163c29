// SPDX-License-Identifier: MIT
#include "diagnose/known_symbols.hpp"

#include "findings/symbol_versions.hpp"
#include "tables/message_template.hpp"

#include <algorithm>

namespace cudastdenv::diagnose {

namespace {

/// What a linker's text and a demangled name have in common: all before the parameters.
std::string without_parameters(std::string_view name) {
    const std::string all = squeezed(name);
    return all.substr(0, all.find('('));
}

}  // namespace

SymbolNames::SymbolNames(const Tables& tables) {
    for (const SymbolVersionRow& row : tables.symbol_versions)
        for (const std::string_view symbol : row.symbols) {
            names_.emplace_back(squeezed(symbol), row.version);
            if (symbol.starts_with("_Z")) names_.emplace_back(without_parameters(demangled(symbol)), row.version);
        }
    std::ranges::stable_sort(names_, {}, [](const auto& name) -> std::string_view { return name.first; });
}

std::string_view SymbolNames::version_of(std::string_view symbol) const {
    const std::string name = without_parameters(symbol);
    const auto found = std::ranges::lower_bound(names_, std::string_view(name), {},
                                                [](const auto& known) -> std::string_view { return known.first; });
    return found != names_.end() && found->first == name ? found->second : std::string_view();
}

}  // namespace cudastdenv::diagnose
