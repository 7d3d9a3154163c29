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

/// A version of up to three numbers: a CUDA release (`12.8.1`), a GCC release (`13.2`), a glibc (`2.41`). `patch` is -1
/// if the text has only two numbers; its meaning depends on the context (for a CUDA release: the newest patch).
struct Version {
    int major = 0;
    int minor = 0;
    int patch = -1;

    friend constexpr auto operator<=>(const Version&, const Version&) = default;
};

/// Parses `MAJOR.MINOR` or `MAJOR.MINOR.PATCH`: decimal digits, at most six each, no leading zeros, no other
/// characters.
[[nodiscard]] CUDASTDENV_API std::optional<Version> parse_version(std::string_view text) noexcept;

/// `12.8.1`, or `12.8` where the patch is -1.
[[nodiscard]] CUDASTDENV_API std::string to_string(Version version);

/// A version of a Python package: three or four numbers, and the number of a post-release: `2.9.1`, `0.9.0.1`,
/// `0.0.29.post3`. `build` and `post` are -1 where absent. It is ordered as pip orders it.
struct PackageVersion {
    int major = 0;
    int minor = 0;
    int patch = 0;
    int build = -1;
    int post = -1;

    friend constexpr auto operator<=>(const PackageVersion&, const PackageVersion&) = default;
};

/// Parses what to_string() writes.
[[nodiscard]] CUDASTDENV_API std::optional<PackageVersion> parse_package_version(std::string_view text) noexcept;

[[nodiscard]] CUDASTDENV_API std::string to_string(PackageVersion version);

/// Whether `version` is older than `other` for every patch that two numbers can mean: 12.8 is before 12.9, but neither
/// before nor after 12.8.1.
[[nodiscard]] constexpr bool is_before(Version version, Version other) noexcept {
    if (version.major != other.major) return version.major < other.major;
    if (version.minor != other.minor) return version.minor < other.minor;
    return version.patch != -1 && other.patch != -1 && version.patch < other.patch;
}

/// Whether both can be the same version, as 12.8 and 12.8.1 can.
[[nodiscard]] constexpr bool may_be_same(Version left, Version right) noexcept {
    return !is_before(left, right) && !is_before(right, left);
}

/// A range of versions, both ends inclusive. An absent end is unlimited. An end of two numbers includes all its
/// patches.
struct VersionRange {
    // clang-format off
    CUDASTDENV_RECORD("VersionRange", "Versions, inclusive; null where open. Two numbers mean all their patch releases.",
        (std::optional<Version>, min, "min", "", "twoOrThreeNumbers"),
        (std::optional<Version>, max, "max", "", "twoOrThreeNumbers"))
    // clang-format on

    [[nodiscard]] constexpr bool contains(Version version) const noexcept {
        return !(min && is_before(version, *min)) && !(max && is_before(*max, version));
    }
};

/// A range of whole numbers (major versions), both ends inclusive. An absent end is unlimited.
struct MajorRange {
    // clang-format off
    CUDASTDENV_RECORD("MajorRange", "Major versions, inclusive; null where open.",
        (std::optional<int>, min, "min", "", "major"),
        (std::optional<int>, max, "max", "", "major"))
    // clang-format on

    [[nodiscard]] constexpr bool contains(int major) const noexcept {
        return (!min || *min <= major) && (!max || major <= *max);
    }
};

}  // namespace cudastdenv
