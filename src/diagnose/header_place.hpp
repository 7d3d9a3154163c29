// SPDX-License-Identifier: MIT
#pragma once

/// The headers of a compiler and its libraries, by the paths that errors name, and whether nvcc compiled them.

#include "core/std.hpp"
#include "core/versions.hpp"

namespace cudastdenv::diagnose {

/// The project that a header belongs to.
enum class HeaderOwner : std::uint8_t { libstdcxx, gcc, clang, glibc, cccl, visual_cxx };

struct HeaderPlace {
    HeaderOwner owner = HeaderOwner::libstdcxx;
    std::optional<Version> version = {};  ///< of its GCC, Clang, glibc or toolset; absent: not in the path

    friend bool operator==(const HeaderPlace&, const HeaderPlace&) = default;
};

/// The owner of a header; absent: a project's own. `path` is squeezed: `/usr/include/c++/16.1.1/type_traits`. A name
/// without a directory counts if only libstdc++ has it.
[[nodiscard]] std::optional<HeaderPlace> header_place(std::string_view path);

/// Whether nvcc compiles where a compiler reports an error; absent: the text does not show it. `above` and `behind` are
/// the text around the error. nvcc's own front end writes `FILE(LINE): error:`, a host compiler `FILE:LINE: error:`.
[[nodiscard]] std::optional<bool> is_by_nvcc(std::string_view above, std::string_view behind, bool is_own_form);

}  // namespace cudastdenv::diagnose
