#pragma once

/// Level of values: versions.

#include <cudastdenv/export.hpp>

#include <compare>
#include <optional>
#include <string>
#include <string_view>

namespace cudastdenv::inline CUDASTDENV_ABI {

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

/// Compares as far as both versions say something: a patch of -1 equals every patch.
/// So `12.9` as an upper bound includes 12.9.1.
[[nodiscard]] constexpr std::weak_ordering compare_as_far_as_known(Version left, Version right) noexcept {
    if (left.major != right.major) return left.major <=> right.major;
    if (left.minor != right.minor) return left.minor <=> right.minor;
    if (left.patch == -1 || right.patch == -1) return std::weak_ordering::equivalent;
    return left.patch <=> right.patch;
}

/// A closed range of versions; a bound that is absent is open.
/// Bounds of two numbers include every patch of theirs.
struct VersionRange {
    std::optional<Version> min;
    std::optional<Version> max;

    [[nodiscard]] constexpr bool contains(Version version) const noexcept {
        return (!min || compare_as_far_as_known(*min, version) <= 0) &&
               (!max || compare_as_far_as_known(version, *max) <= 0);
    }
};

/// A closed range of whole numbers (major versions); a bound that is absent is open.
struct MajorRange {
    std::optional<int> min;
    std::optional<int> max;

    [[nodiscard]] constexpr bool contains(int major) const noexcept {
        return (!min || *min <= major) && (!max || major <= *max);
    }
};

}  // namespace cudastdenv::inline CUDASTDENV_ABI
