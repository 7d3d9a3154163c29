// SPDX-License-Identifier: MIT
#pragma once

/// The tokens of C, C++ and CUDA sources.

#include "core/std.hpp"

#include <cudastdenv/version.hpp>

namespace cudastdenv {

/// A token of a source. Points into the source.
struct SourceToken {
    enum class Kind : std::uint8_t {
        name,    ///< keywords too
        number,  ///< `1'000`, `0x1p-3`
        text,    ///< a string or character literal, with its quotes
        sign,    ///< one character, or `::`, `->`, `<<<`, `>>>`, `&&`, `||`, `==`, `!=`, `<=`, `>=`
        header,  ///< of an `#include`, with its quotes or angle brackets
        macro,   ///< the name that a `#define` defines
        end,     ///< of a line with an `#include` or a `#define`; ends the statement before it too
    };
    Kind kind = Kind::name;
    std::string_view text;
    std::size_t line = 1;    ///< from 1
    std::size_t column = 1;  ///< in bytes, from 1

    [[nodiscard]] bool is(std::string_view sign) const noexcept { return kind == Kind::sign && text == sign; }
    [[nodiscard]] bool is_name() const noexcept { return kind == Kind::name; }
};

/// Reads the tokens that a compiler of that CUDA release sees. Of an `#if` the branches stay that can be true:
/// conditions on CUDART_VERSION, CUDA_VERSION, __CUDACC_VER_MAJOR__ and __CUDACC_VER_MINOR__ are evaluated, also
/// through macros of the same source; HIP's macros are undefined; other names can be anything. Names in conditions are
/// no tokens.
[[nodiscard]] std::vector<SourceToken> read_tokens(std::string_view source, Version cuda);

}  // namespace cudastdenv
