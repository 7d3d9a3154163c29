// SPDX-License-Identifier: MIT
#pragma once

#include <cudastdenv/export.hpp>

#include <cstddef>
#include <string>
#include <string_view>

namespace cudastdenv::inline CUDASTDENV_ABI {

/// The version that brings a symbol which compilers or headers put into objects by themselves, so that it gives away
/// how new a library the object needs: `_ZSt21ios_base_library_initv` is in every object that a GCC from 13 on makes of
/// a source with <iostream>. Empty for any other symbol.
[[nodiscard]] std::string_view version_of_symbol(std::string_view symbol) noexcept;

/// No symbol that is longer has such a version.
[[nodiscard]] std::size_t longest_telling_symbol() noexcept;

/// A mangled name as the source has it, or as it is where it is no mangled name, or one that would take too long.
[[nodiscard]] std::string demangled(std::string_view symbol);

}  // namespace cudastdenv::inline CUDASTDENV_ABI
