// SPDX-License-Identifier: MIT
#pragma once

#include <cudastdenv/compiler.hpp>
#include <cudastdenv/version.hpp>

#include <optional>
#include <span>
#include <string_view>

namespace cudastdenv {

/// A version without its patch: 12.8 of 12.8.1.
[[nodiscard]] constexpr Version minor_of(Version version) noexcept { return {version.major, version.minor}; }

/// Three numbers.
[[nodiscard]] inline std::optional<Version> full_version(std::string_view text) noexcept {
    const std::optional<Version> version = parse_version(text);
    return version && version->patch != -1 ? version : std::nullopt;
}

/// The version of `compiler` in a list that names each compiler once at most; absent: it is not there.
[[nodiscard]] inline std::optional<Version> find_version(std::span<const CompilerVersion> versions,
                                                         Compiler compiler) noexcept {
    for (const CompilerVersion& known : versions)
        if (known.compiler == compiler) return known.version;
    return std::nullopt;
}

}  // namespace cudastdenv
