// SPDX-License-Identifier: MIT
#pragma once

/// Functions on values that only the library needs.

#include "core/std.hpp"

#include <cudastdenv/capability.hpp>
#include <cudastdenv/compiler.hpp>

namespace cudastdenv {

/// A version without its patch: 12.8 of 12.8.1.
[[nodiscard]] constexpr Version minor_of(Version version) noexcept { return {version.major, version.minor}; }

/// Three numbers.
[[nodiscard]] inline std::optional<Version> full_version(std::string_view text) noexcept {
    const std::optional<Version> version = parse_version(text);
    return version && version->patch != -1 ? version : std::nullopt;
}

/// Two numbers.
[[nodiscard]] inline std::optional<Version> minor_version(std::string_view text) noexcept {
    const std::optional<Version> version = parse_version(text);
    return version && version->patch == -1 ? version : std::nullopt;
}

/// `90a`: the part after `sm_` and `compute_`.
[[nodiscard]] std::string undotted(Capability capability);

/// `sm_90a`: machine code ("cubin").
[[nodiscard]] inline std::string real_architecture(Capability capability) { return "sm_" + undotted(capability); }

/// `compute_90a`: PTX.
[[nodiscard]] inline std::string virtual_architecture(Capability capability) {
    return "compute_" + undotted(capability);
}

/// A compiler with its minor version: defects can be limited to some releases of a major version.
struct CompilerVersion {
    Compiler compiler;
    Version version;  ///< two or three numbers; the first is the compiler's major version
};

/// The numbers in a name for parse_compiler(): 10.3 of `gcc-10.3`, 14.3.0 of `gcc@14.3.0-rc1`. Absent if the name has a
/// major version only, or is not a compiler's.
[[nodiscard]] std::optional<Version> parse_compiler_version(std::string_view text) noexcept;

/// Reads `c++17` (and `17`, `gnu++17`).
[[nodiscard]] std::optional<CxxStandard> parse_cxx_standard(std::string_view text) noexcept;

/// The version of `compiler` in a list with each compiler at most once; absent if it is not listed.
[[nodiscard]] inline std::optional<Version> find_version(std::span<const CompilerVersion> versions,
                                                         Compiler compiler) noexcept {
    for (const CompilerVersion& known : versions)
        if (known.compiler == compiler) return known.version;
    return std::nullopt;
}

}  // namespace cudastdenv
