// SPDX-License-Identifier: MIT
#pragma once

/// Host compilers and C++ standards.

#include <cudastdenv/describe.hpp>
#include <cudastdenv/export.hpp>
#include <cudastdenv/version.hpp>

#include <compare>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

namespace cudastdenv {

/// A host compiler, as precise as nvcc checks it: family and major version.
struct Compiler {
    enum class Family : std::uint8_t { gcc, clang };

    Family family = Family::gcc;
    int major = 0;

    friend constexpr auto operator<=>(const Compiler&, const Compiler&) = default;
};

/// Parses `gcc-14`, `gcc14`, `gcc@14.3`, `gcc-14.3.0`, `g++-14`, `clang-19`, `clang++-19`, `llvm-19`. The rest of the
/// version (`.3.0`, `.3.rel1`, `.0.0-unstable-2025-06-01`) is ignored, because nvcc compares only the major version.
/// The major version is 1 to 99.
[[nodiscard]] CUDASTDENV_API std::optional<Compiler> parse_compiler(std::string_view text) noexcept;

/// `gcc-14`, `clang-19`
[[nodiscard]] CUDASTDENV_API std::string to_string(Compiler compiler);

CUDASTDENV_ENUM(Compiler::Family, (gcc, "gcc"), (clang, "clang"))

/// A C++ standard as `-std=` names it. Ordered by age.
CUDASTDENV_NEW_ENUM(CxxStandard, (cxx11, "c++11"), (cxx14, "c++14"), (cxx17, "c++17"), (cxx20, "c++20"),
                    (cxx23, "c++23"))

}  // namespace cudastdenv
