// SPDX-License-Identifier: MIT
#pragma once

/// Reads from crt/host_config.h which GCC and Clang nvcc lets pass: nothing but the preprocessor lines around the
/// #error lines that GCC or Clang could meet. What stands there and is not known is reported, never guessed at.

#include <cudastdenv/export.hpp>

#include <cstddef>
#include <optional>
#include <string>
#include <string_view>
#include <variant>
#include <vector>

namespace cudastdenv {

/// The compilers that the header checks: GCC, Clang, and NVIDIA's own Clang for Grace.
enum class HostCheck { gcc, clang, grace };

/// Major versions that a check lets pass, closed at both ends; no lower end: it checks none.
struct HeaderBounds {
    std::optional<int> min;
    int max = 0;

    friend bool operator==(const HeaderBounds&, const HeaderBounds&) = default;
};

/// GCC or Clang could meet this #error, and the condition is none that the reader knows. Empty: there is none.
struct UnknownCheck {
    int line = 0;
    std::string condition;
};
/// A second check of the same compiler.
struct RepeatedCheck {
    int line = 0;
    HostCheck check = HostCheck::gcc;
};
/// A check that lets nothing pass.
struct ImpossibleCheck {
    int line = 0;
    HostCheck check = HostCheck::gcc;
};
/// GCC or Clang is not checked at all. (Before 12.2.1 there is no check for Grace.)
struct MissingCheck {
    HostCheck check = HostCheck::gcc;
};
/// #else, #elif or #endif without its #if, or #else twice.
struct StrayDirective {
    int line = 0;
    std::string directive;
};
/// An #if without #endif.
struct OpenConditional {
    int line = 0;
};
struct OpenComment {
    int line = 0;
};
struct LongLine {
    int line = 0;
};
struct DeepNesting {
    int line = 0;
};
struct LargeHeader {};

using HeaderProblem = std::variant<UnknownCheck, RepeatedCheck, ImpossibleCheck, MissingCheck, StrayDirective,
                                   OpenConditional, OpenComment, LongLine, DeepNesting, LargeHeader>;

struct HostConfig {
    std::optional<HeaderBounds> gcc;
    std::optional<HeaderBounds> clang;
    std::optional<HeaderBounds> grace;
    std::vector<HeaderProblem> problems;
};

/// A real one has 12 KiB.
inline constexpr std::size_t max_header_bytes = 1u << 20;
inline constexpr std::size_t max_header_line = 16u << 10;

/// Never throws: whatever is wrong is among the problems.
[[nodiscard]] HostConfig read_host_config(std::string_view text);

}  // namespace cudastdenv
