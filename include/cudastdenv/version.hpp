// SPDX-License-Identifier: MIT
#pragma once

/// Versions.

#include <cudastdenv/describe.hpp>
#include <cudastdenv/export.hpp>

#include <compare>
#include <optional>
#include <string>
#include <string_view>

namespace cudastdenv {

/// A version of up to three numbers: a CUDA release (`12.8.1`), a GCC release (`13.2`), a glibc (`2.41`).
/// `patch` is -1 where the text had only two numbers; what that means is up to the reader
/// (for a CUDA release: the newest patch).
struct Version {
    int major = 0;
    int minor = 0;
    int patch = -1;

    friend constexpr auto operator<=>(const Version&, const Version&) = default;
};

/// Reads `MAJOR.MINOR` or `MAJOR.MINOR.PATCH`: decimal digits, at most six each, no leading zeros,
/// nothing before or after.
[[nodiscard]] CUDASTDENV_API std::optional<Version> parse_version(std::string_view text) noexcept;

/// `12.8.1`, or `12.8` where the patch is -1.
[[nodiscard]] CUDASTDENV_API std::string to_string(Version version);

/// Whether one is older than the other whatever patch is meant where only two numbers are given: 12.8 is before 12.9,
/// and neither before nor after 12.8.1.
[[nodiscard]] constexpr bool is_before(Version version, Version other) noexcept {
    if (version.major != other.major) return version.major < other.major;
    if (version.minor != other.minor) return version.minor < other.minor;
    return version.patch != -1 && other.patch != -1 && version.patch < other.patch;
}

/// Whether both can be the same version: 12.8 and 12.8.1 can.
[[nodiscard]] constexpr bool may_be_same(Version left, Version right) noexcept {
    return !is_before(left, right) && !is_before(right, left);
}

/// A closed range of versions; a bound that is absent is open.
/// Bounds of two numbers include every patch of theirs.
struct VersionRange {
    // clang-format off
    CUDASTDENV_RECORD("VersionRange", "Versions, closed; null is open. Two numbers stand for all their patch releases.",
        (std::optional<Version>, min, "min", "", "twoOrThreeNumbers"),
        (std::optional<Version>, max, "max", "", "twoOrThreeNumbers"))
    // clang-format on

    [[nodiscard]] constexpr bool contains(Version version) const noexcept {
        return !(min && is_before(version, *min)) && !(max && is_before(*max, version));
    }
};

/// A closed range of whole numbers (major versions); a bound that is absent is open.
struct MajorRange {
    // clang-format off
    CUDASTDENV_RECORD("MajorRange", "Major versions, closed; null is open.",
        (std::optional<int>, min, "min", "", "major"),
        (std::optional<int>, max, "max", "", "major"))
    // clang-format on

    [[nodiscard]] constexpr bool contains(int major) const noexcept {
        return (!min || *min <= major) && (!max || major <= *max);
    }
};

}  // namespace cudastdenv
