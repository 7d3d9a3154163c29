// SPDX-License-Identifier: MIT
#include "findings/symbol_versions.hpp"

#include <cxxabi.h>

#include <algorithm>
#include <cstdlib>
#include <memory>
#include <string>

namespace cudastdenv {

namespace {

/// Each back reference of a mangled name may double the text that it stands for, and an expansion of a pack repeats a
/// part of it: of a hostile name that is more than there is memory.
bool is_harmless(std::string_view symbol) {
    constexpr std::size_t longest = 512;
    constexpr int most_references = 12;
    if (symbol.size() > longest || symbol.find("Dp") != symbol.npos || symbol.find("sp") != symbol.npos) return false;
    int references = 0;
    for (std::size_t i = 0; i + 1 < symbol.size(); ++i) {
        const bool begins = symbol[i] == 'S' || symbol[i] == 'T';
        const char next = symbol[i + 1];
        const bool follows = next == '_' || (next >= '0' && next <= '9') || (next >= 'A' && next <= 'Z');
        references += begins && follows ? 1 : 0;
    }
    return references <= most_references;
}

}  // namespace

KnownSymbols::KnownSymbols(const Tables& tables) {
    for (const SymbolVersionRow& row : tables.symbol_versions)
        for (const std::string_view symbol : row.symbols) {
            symbols_.push_back({symbol, row.version});
            longest_ = std::max(longest_, symbol.size());
        }
    std::ranges::sort(symbols_);
}

const KnownSymbol* KnownSymbols::find(std::string_view symbol) const noexcept {
    const auto found = std::ranges::lower_bound(symbols_, symbol, {}, &KnownSymbol::name);
    return found != symbols_.end() && found->name == symbol ? &*found : nullptr;
}

std::string_view symbol_of_version(const Tables& tables, std::string_view version) noexcept {
    const auto row = std::ranges::find(tables.symbol_versions, version, &SymbolVersionRow::version);
    return row == tables.symbol_versions.end() || row->symbols.empty() ? std::string_view() : row->symbols.front();
}

std::string newest_known_glibcxx(const Tables& tables) {
    std::vector<std::string> versions;
    for (const SymbolVersionRow& row : tables.symbol_versions) versions.emplace_back(row.version);
    return newest_version(versions, "GLIBCXX_");
}

std::string demangled(std::string_view symbol) {
    std::string mangled(symbol);
    if (!mangled.starts_with("_Z") || !is_harmless(mangled)) return mangled;
    int status = 0;
    const std::unique_ptr<char, void (*)(void*)> text(abi::__cxa_demangle(mangled.c_str(), nullptr, nullptr, &status),
                                                      std::free);
    return status == 0 && text ? std::string(text.get()) : mangled;
}

}  // namespace cudastdenv
