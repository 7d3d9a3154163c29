// SPDX-License-Identifier: MIT
#pragma once

/// Reads from crt/host_config.h which GCC and Clang nvcc lets pass: nothing but the preprocessor lines around the
/// #error lines that GCC or Clang could meet. What stands there and is not known is reported, never guessed at.

#include "core/diagnostic.hpp"

#include <cudastdenv/describe.hpp>

#include <cstddef>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace cudastdenv {

/// The compilers that the header checks: GCC, Clang, and NVIDIA's own Clang for Grace.
enum class HostCheck { gcc, clang, grace };

/// `GCC`, `Clang`, `Clang for Grace`
[[nodiscard]] std::string_view name_of(HostCheck check) noexcept;

// A field is one line.
// clang-format off

/// Major versions that a check lets pass, closed at both ends.
struct HeaderBounds {
    CUDASTDENV_RECORD("bounds", "The major versions that a header lets pass.",
        (std::optional<int>, min, "min", "The lowest, included; null: there is no lower bound."),
        (int, max, "max", "The highest, included."))

    friend bool operator==(const HeaderBounds&, const HeaderBounds&) = default;
};

struct HostConfig {
    CUDASTDENV_RECORD("enforced", "What crt/host_config.h checks.",
        (std::optional<HeaderBounds>, gcc, "gcc", "Null: it is not checked."),
        (std::optional<HeaderBounds>, clang, "clang", "Null: it is not checked."),
        (std::optional<HeaderBounds>, grace, "grace", "Clang on Grace; null: it is not checked by itself."))
    std::vector<Diagnostic> problems = {};  ///< what was not understood
};
// clang-format on

/// `3 to 20`, `up to 15`, `not checked`
[[nodiscard]] std::string bounds_in_words(const std::optional<HeaderBounds>& bounds);

/// The bounds of a check; `config` is const or not.
template <class Config>
[[nodiscard]] auto& bounds_of(Config& config, HostCheck check) noexcept {
    return check == HostCheck::gcc ? config.gcc : check == HostCheck::clang ? config.clang : config.grace;
}

/// A real one has 12 KiB.
inline constexpr std::size_t max_header_bytes = 1u << 20;
inline constexpr std::size_t max_header_line = 16u << 10;

/// Never throws: whatever is wrong is among the problems.
[[nodiscard]] HostConfig read_host_config(std::string_view text);

}  // namespace cudastdenv
