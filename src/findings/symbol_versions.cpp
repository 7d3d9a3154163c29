// SPDX-License-Identifier: MIT
#include "findings/symbol_versions.hpp"

#include <cxxabi.h>

#include <algorithm>
#include <array>
#include <cstdlib>
#include <memory>
#include <string>
#include <utility>

namespace cudastdenv::inline CUDASTDENV_ABI {

namespace {

using Telling = std::pair<std::string_view, std::string_view>;

// As libstdc++.so.6.0.36 and glibc 2.43 have them (`readelf --dyn-syms`): symbols with a single version, which come
// from what compilers emit (__cxa_call_terminate), from <iostream> and new[], or from templates that the headers
// declare as compiled elsewhere, and so stand in most objects that such a compiler makes.
constexpr std::array telling_symbols{
    Telling{"_ZNSt7__cxx1112basic_stringIcSt11char_traitsIcESaIcEE12_M_constructILb1EEEvPKcm", "GLIBCXX_3.4.34"},
    Telling{"_ZNSt7__cxx1112basic_stringIcSt11char_traitsIcESaIcEE15_M_replace_coldEPcmPKcmm", "GLIBCXX_3.4.31"},
    Telling{"_ZNSt8__detail11__wait_implEPKvRNS_16__wait_args_baseE", "GLIBCXX_3.4.35"},
    Telling{"_ZSt21__glibcxx_assert_failPKciS0_S0_", "GLIBCXX_3.4.30"},
    Telling{"_ZSt21ios_base_library_initv", "GLIBCXX_3.4.32"},
    Telling{"_ZSt28__throw_bad_array_new_lengthv", "GLIBCXX_3.4.29"},
    Telling{"__cxa_call_terminate", "CXXABI_1.3.15"},
    Telling{"__isoc23_fscanf", "GLIBC_2.38"},
    Telling{"__isoc23_scanf", "GLIBC_2.38"},
    Telling{"__isoc23_sscanf", "GLIBC_2.38"},
    Telling{"__isoc23_strtol", "GLIBC_2.38"},
    Telling{"__isoc23_strtoll", "GLIBC_2.38"},
    Telling{"__isoc23_strtoul", "GLIBC_2.38"},
    Telling{"__isoc23_strtoull", "GLIBC_2.38"},
    Telling{"__isoc23_vsscanf", "GLIBC_2.38"},
    Telling{"__libc_single_threaded", "GLIBC_2.32"},
};
static_assert(std::ranges::is_sorted(telling_symbols));

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

std::string_view version_of_symbol(std::string_view symbol) noexcept {
    const auto found = std::ranges::lower_bound(telling_symbols, symbol, {}, &Telling::first);
    return found != telling_symbols.end() && found->first == symbol ? found->second : std::string_view();
}

std::size_t longest_telling_symbol() noexcept {
    constexpr auto size = [](const Telling& telling) { return telling.first.size(); };
    constexpr std::size_t longest = size(std::ranges::max(telling_symbols, {}, size));
    return longest;
}

std::string demangled(std::string_view symbol) {
    std::string mangled(symbol);
    if (!mangled.starts_with("_Z") || !is_harmless(mangled)) return mangled;
    int status = 0;
    const std::unique_ptr<char, void (*)(void*)> text(abi::__cxa_demangle(mangled.c_str(), nullptr, nullptr, &status),
                                                      std::free);
    return status == 0 && text ? std::string(text.get()) : mangled;
}

}  // namespace cudastdenv::inline CUDASTDENV_ABI
