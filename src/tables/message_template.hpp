// SPDX-License-Identifier: MIT
#pragma once

/// Templates of messages: literal text with typed holes, `unsupported GNU version! gcc versions later than
/// {number:gccBound}`, and the normalization of a text before a comparison.

#include "core/std.hpp"

#include <cudastdenv/describe.hpp>
#include <cudastdenv/export.hpp>

namespace cudastdenv {

/// Facts in a log about a machine or a build, as templates name them. `none`: a placeholder without a fact. `spoken`:
/// written by people around a log; it counts only if no tool reports more.
CUDASTDENV_NEW_ENUM(Fact, (none, ""), (cuda, "cuda"), (nvcc, "nvcc"), (torch_cuda, "torchCuda"),
                    (gcc_bound, "gccBound"), (clang_bound, "clangBound"), (gcc, "gcc"), (clang, "clang"),
                    (spoken_cuda, "spokenCuda"), (spoken_gcc, "spokenGcc"), (host_gcc, "hostGcc"),
                    (host_clang, "hostClang"), (gnu_version, "gnuVersion"), (glibc, "glibc"),
                    (glibc_needed, "glibcNeeded"), (glibcxx, "glibcxx"), (cxxabi, "cxxabi"), (capability, "capability"),
                    (driver, "driver"), (driver_cuda, "driverCuda"), (spoken_driver, "spokenDriver"),
                    (driver_library, "driverLibrary"), (wheel_cuda, "wheelCuda"), (nvrtc, "nvrtc"),
                    (cuda_required, "cudaRequired"), (poster, "poster"), (gpu, "gpu"), (header, "header"),
                    (library, "library"), (cmake_file, "cmakeFile"), (program, "program"), (function, "function"),
                    (builtin, "builtin"), (symbol, "symbol"), (scope, "scope"), (jit_major, "jitMajor"),
                    (jit_minor, "jitMinor"), (cxx_standard, "cxxStandard"), (ptx_version, "ptxVersion"),
                    (torch, "torch"), (triton, "triton"), (cmake, "cmake"), (msvc, "msvc"), (file, "file"),
                    (build_standard, "buildStandard"), (system, "system"), (environment, "environment"),
                    (package, "package"))

CUDASTDENV_NEW_ENUM(TemplatePlaceholder,   //
                    (none, ""),            //
                    (number, "number"),    // digits
                    (version, "version"),  // digits and full stops
                    (path, "path"),        // all but blanks, quotes, parentheses, commas
                    (name, "name"))        // letters, digits, and of `_:~+-.`

struct TemplatePart {
    using Placeholder = TemplatePlaceholder;

    std::string literal;  ///< as squeezed() leaves it; of a placeholder: empty
    Placeholder placeholder = Placeholder::none;
    Fact fact = Fact::none;
};

/// The parts of a template; absent if it has an unknown placeholder or fact, or no text. Adjacent holes had dropped
/// characters between them: `'{version}', '{version}'`.
[[nodiscard]] std::optional<std::vector<TemplatePart>> parse_template(std::string_view text);

/// Index of the literal that a search looks for: the first one that is long enough, otherwise the longest.
[[nodiscard]] std::size_t anchor_part(const std::vector<TemplatePart>& parts) noexcept;

/// Whether its anchor is long enough for a search; before a number a shorter one is enough.
[[nodiscard]] bool can_be_found(const std::vector<TemplatePart>& parts) noexcept;

/// The normalized form of a byte: lower case, without white space, quotes and most punctuation; 0: dropped.
[[nodiscard]] constexpr char squeezed(char c) noexcept {
    if (c >= 'A' && c <= 'Z') return static_cast<char>(c - 'A' + 'a');
    const std::string_view dropped = " \t\r\n\v\f'\"`!,;*\\";
    return static_cast<unsigned char>(c) < 0x20 || c == 0x7f || dropped.find(c) != dropped.npos ? '\0' : c;
}

/// Length in bytes of the UTF-8 quote or blank that the text begins with, otherwise 0. The first byte is 0x80 or more.
[[nodiscard]] std::size_t dropped_character(std::string_view text) noexcept;

/// The ASCII character at the front of the text in full width, `：`; 0: not full width.
[[nodiscard]] char of_full_width(std::string_view text) noexcept;

[[nodiscard]] std::string squeezed(std::string_view text);

}  // namespace cudastdenv
