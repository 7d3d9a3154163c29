// SPDX-License-Identifier: MIT
#pragma once

/// Templates of messages: literal text with typed holes, `unsupported GNU version! gcc versions later than
/// {number:gccBound}`, and what of a text counts when one is compared with a log.

#include <cudastdenv/export.hpp>

#include <array>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace cudastdenv {

/// What a log's lines say about a machine or a build, as templates call it.
enum class Fact : std::uint8_t {
    none,  ///< a hole that says nothing
    cuda,
    nvcc,
    torch_cuda,
    gcc_bound,
    clang_bound,
    gcc,
    clang,
    spoken_cuda,  ///< as people write it beside a log; it counts where no tool says more
    spoken_gcc,
    host_gcc,
    host_clang,
    gnu_version,
    glibc,
    glibc_needed,
    glibcxx,
    cxxabi,
    capability,
    driver,
    driver_cuda,
    gpu,
    header,
    library,
    cmake_file,
    program,
    function,
    builtin,
    symbol,
    jit_major,
    jit_minor,
    cxx_standard,
    ptx_version,
    torch,
    triton,
    cmake,
    msvc,
    file,
    system,
    environment,
};

/// The facts by their names in templates.
struct FactName {
    std::string_view name;
    Fact fact;
};
inline constexpr std::array fact_names{
    FactName{"cuda", Fact::cuda},
    FactName{"nvcc", Fact::nvcc},
    FactName{"torchCuda", Fact::torch_cuda},
    FactName{"gccBound", Fact::gcc_bound},
    FactName{"clangBound", Fact::clang_bound},
    FactName{"gcc", Fact::gcc},
    FactName{"clang", Fact::clang},
    FactName{"spokenCuda", Fact::spoken_cuda},
    FactName{"spokenGcc", Fact::spoken_gcc},
    FactName{"hostGcc", Fact::host_gcc},
    FactName{"hostClang", Fact::host_clang},
    FactName{"gnuVersion", Fact::gnu_version},
    FactName{"glibc", Fact::glibc},
    FactName{"glibcNeeded", Fact::glibc_needed},
    FactName{"glibcxx", Fact::glibcxx},
    FactName{"cxxabi", Fact::cxxabi},
    FactName{"capability", Fact::capability},
    FactName{"driver", Fact::driver},
    FactName{"driverCuda", Fact::driver_cuda},
    FactName{"gpu", Fact::gpu},
    FactName{"header", Fact::header},
    FactName{"library", Fact::library},
    FactName{"cmakeFile", Fact::cmake_file},
    FactName{"program", Fact::program},
    FactName{"function", Fact::function},
    FactName{"builtin", Fact::builtin},
    FactName{"symbol", Fact::symbol},
    FactName{"jitMajor", Fact::jit_major},
    FactName{"jitMinor", Fact::jit_minor},
    FactName{"cxxStandard", Fact::cxx_standard},
    FactName{"ptxVersion", Fact::ptx_version},
    FactName{"torch", Fact::torch},
    FactName{"triton", Fact::triton},
    FactName{"cmake", Fact::cmake},
    FactName{"msvc", Fact::msvc},
    FactName{"file", Fact::file},
    FactName{"system", Fact::system},
    FactName{"environment", Fact::environment},
};

/// A literal text, or a hole.
struct TemplatePart {
    /// What fits into a hole.
    enum class Hole : std::uint8_t {
        none,
        number,   ///< digits
        version,  ///< digits and full stops
        path,     ///< all but blanks, quotes, parentheses, commas
        name,     ///< letters, digits, and of `_:~+-.`
    };

    std::string literal;  ///< as squeezed() leaves it; of a hole: empty
    Hole hole = Hole::none;
    Fact fact = Fact::none;
};

/// The parts of a template; nothing where it has a hole of no known type or fact, or no text. Between two holes side by
/// side stood what does not count: `'{version}', '{version}'`.
[[nodiscard]] std::optional<std::vector<TemplatePart>> parse_template(std::string_view text);

/// The bytes that a template is looked for by have to be this many at least; some fewer where a number follows them.
inline constexpr std::size_t shortest_anchor = 5;
inline constexpr std::size_t shortest_anchor_before_number = 3;

/// Which of the parts a template is looked for by: the first that is long enough, else the longest. The index is that
/// of a literal.
[[nodiscard]] std::size_t anchor_part(const std::vector<TemplatePart>& parts) noexcept;

/// Whether its anchor is long enough.
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
