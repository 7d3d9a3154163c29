// SPDX-License-Identifier: MIT
#pragma once

/// Templates of messages: literal text with typed holes, `unsupported GNU version! gcc versions later than
/// {number:gccBound}`, and what of a text counts when one is compared with a log.

#include "core/std.hpp"

#include <cudastdenv/describe.hpp>
#include <cudastdenv/export.hpp>

namespace cudastdenv {

/// What a log's lines say about a machine or a build, as templates call it. `none` is of a hole that says nothing; what
/// is spoken people write beside a log, and it counts where no tool says more.
CUDASTDENV_NEW_ENUM(Fact, (none, ""), (cuda, "cuda"), (nvcc, "nvcc"), (torch_cuda, "torchCuda"),
                    (gcc_bound, "gccBound"), (clang_bound, "clangBound"), (gcc, "gcc"), (clang, "clang"),
                    (spoken_cuda, "spokenCuda"), (spoken_gcc, "spokenGcc"), (host_gcc, "hostGcc"),
                    (host_clang, "hostClang"), (gnu_version, "gnuVersion"), (glibc, "glibc"),
                    (glibc_needed, "glibcNeeded"), (glibcxx, "glibcxx"), (cxxabi, "cxxabi"), (capability, "capability"),
                    (driver, "driver"), (driver_cuda, "driverCuda"), (gpu, "gpu"), (header, "header"),
                    (library, "library"), (cmake_file, "cmakeFile"), (program, "program"), (function, "function"),
                    (builtin, "builtin"), (symbol, "symbol"), (jit_major, "jitMajor"), (jit_minor, "jitMinor"),
                    (cxx_standard, "cxxStandard"), (ptx_version, "ptxVersion"), (torch, "torch"), (triton, "triton"),
                    (cmake, "cmake"), (msvc, "msvc"), (file, "file"), (system, "system"), (environment, "environment"))

/// What fits into a hole.
CUDASTDENV_NEW_ENUM(TemplateHole,          //
                    (none, ""),            //
                    (number, "number"),    // digits
                    (version, "version"),  // digits and full stops
                    (path, "path"),        // all but blanks, quotes, parentheses, commas
                    (name, "name"))        // letters, digits, and of `_:~+-.`

/// A literal text, or a hole.
struct TemplatePart {
    using Hole = TemplateHole;

    std::string literal;  ///< as squeezed() leaves it; of a hole: empty
    Hole hole = Hole::none;
    Fact fact = Fact::none;
};

/// The parts of a template; nothing where it has a hole of no known type or fact, or no text. Between two holes side by
/// side stood what does not count: `'{version}', '{version}'`.
[[nodiscard]] std::optional<std::vector<TemplatePart>> parse_template(std::string_view text);

/// Which of the parts a template is looked for by: the first that is long enough, else the longest. The index is that
/// of a literal.
[[nodiscard]] std::size_t anchor_part(const std::vector<TemplatePart>& parts) noexcept;

/// Whether its anchor is long enough to be looked for; less is enough where a number follows.
[[nodiscard]] bool can_be_found(const std::vector<TemplatePart>& parts) noexcept;

/// What of a byte counts in a comparison: letters in lower case, no white space, no quotes and little punctuation;
/// 0: nothing.
[[nodiscard]] constexpr char squeezed(char c) noexcept {
    if (c >= 'A' && c <= 'Z') return static_cast<char>(c - 'A' + 'a');
    const std::string_view dropped = " \t\r\n\v\f'\"`!,;*\\";
    return static_cast<unsigned char>(c) < 0x20 || c == 0x7f || dropped.find(c) != dropped.npos ? '\0' : c;
}

/// How many bytes of the text, which begins with a byte of 0x80 or more, are a quote or a blank in UTF-8; 0: it begins
/// with something else.
[[nodiscard]] std::size_t dropped_character(std::string_view text) noexcept;

/// The ASCII character that the text begins with in its full width, `：`; 0: it begins with none.
[[nodiscard]] char of_full_width(std::string_view text) noexcept;

/// A text as it counts in a comparison.
[[nodiscard]] std::string squeezed(std::string_view text);

}  // namespace cudastdenv
