// SPDX-License-Identifier: MIT
#pragma once

/// Compute capabilities.

#include <cudastdenv/describe.hpp>
#include <cudastdenv/export.hpp>

#include <compare>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

namespace cudastdenv {

/// A GPU's compute capability: `8.9`, `9.0a` (architecture-specific), `10.0f` (family-specific).
/// Ordered by number, then baseline < architecture-specific < family-specific.
struct Capability {
    enum class Kind : std::uint8_t { baseline, architecture, family };

    int major = 0;
    int minor = 0;
    Kind kind = Kind::baseline;

    friend constexpr auto operator<=>(const Capability&, const Capability&) = default;
};

/// The suffix after the number.
CUDASTDENV_ENUM(Capability::Kind, (baseline, ""), (architecture, "a"), (family, "f"))

/// Parses `8.9`, `9.0a`, `10.0f`, and the formats without a dot: `89`, `90a`, `sm_90a`, `compute_100f` (their last
/// digit is the minor number). The major number has at most two digits.
[[nodiscard]] CUDASTDENV_API std::optional<Capability> parse_capability(std::string_view text) noexcept;

/// `9.0a`
[[nodiscard]] CUDASTDENV_API std::string to_string(Capability capability);

/// The same number without a or f.
[[nodiscard]] constexpr Capability baseline_of(Capability capability) noexcept {
    return {capability.major, capability.minor, Capability::Kind::baseline};
}

}  // namespace cudastdenv
