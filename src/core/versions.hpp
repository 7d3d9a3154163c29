// SPDX-License-Identifier: MIT
#pragma once

/// What only the library itself asks of its values.

#include "core/std.hpp"

#include <cudastdenv/capability.hpp>
#include <cudastdenv/compiler.hpp>
#include <cudastdenv/version.hpp>

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

/// `90a`: what follows `sm_` and `compute_`.
[[nodiscard]] std::string undotted(Capability capability);

/// `sm_90a`: machine code ("cubin").
[[nodiscard]] std::string real_architecture(Capability capability);

/// `compute_90a`: PTX.
[[nodiscard]] std::string virtual_architecture(Capability capability);

/// A compiler whose minor version is known: some releases of a major version have defects that others have not.
struct CompilerVersion {
    Compiler compiler;
    Version version;  ///< two or three numbers; the first is the compiler's major version
};

/// The numbers in a name that parse_compiler() reads: 10.3 of `gcc-10.3`, 14.3.0 of `gcc@14.3.0-rc1`. Absent where the
/// name has the major version only, or is no compiler's.
[[nodiscard]] std::optional<Version> parse_compiler_version(std::string_view text) noexcept;

/// Reads `c++17` (and `17`, `gnu++17`).
[[nodiscard]] std::optional<CxxStandard> parse_cxx_standard(std::string_view text) noexcept;

/// The version of `compiler` in a list that names each compiler once at most; absent: it is not there.
[[nodiscard]] inline std::optional<Version> find_version(std::span<const CompilerVersion> versions,
                                                         Compiler compiler) noexcept {
    for (const CompilerVersion& known : versions)
        if (known.compiler == compiler) return known.version;
    return std::nullopt;
}

}  // namespace cudastdenv
