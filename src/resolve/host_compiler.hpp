// SPDX-License-Identifier: MIT
#pragma once

#include "resolve/advisories.hpp"
#include "resolve/request.hpp"
#include "resolve/resolve.hpp"

#include <optional>
#include <vector>

namespace cudastdenv {

/// A row's own view, which may be absent.
[[nodiscard]] const std::optional<HostRange>& view_of(const HostCompilerRow& row, Policy view) noexcept;

/// The range of a family's majors under a policy, clamped to the enforced range unless `nixpkgs_exact`.
/// `release` is a release of the tables.
[[nodiscard]] HostCompilerRange host_compiler_range(const Tables& tables, Version release, Compiler::Family family,
                                                    Policy policy, bool nixpkgs_exact) noexcept;

/// Whether a host compiler was chosen that works, as it stands or by a way out.
[[nodiscard]] inline bool is_answered(const Resolution& resolution) noexcept {
    return resolution.host && (!resolution.broken_by || resolution.broken_by->workaround);
}

/// Candidates in the order in which they are tried, once each: those of the stdenv's family first, newest first.
void put_in_order(std::vector<Compiler>& candidates, Compiler::Family stdenv);

/// Says what holds of the host compiler, and why each other candidate is not it.
void answer_host_compiler(const Tables& tables, const Request& request, Resolution& resolution);

/// The host compiler as resolve() chooses it, and the C++ standard that it compiles in.
struct ChosenHost {
    HostCompiler compiler;
    CxxStandard standard = CxxStandard::cxx17;
};
[[nodiscard]] std::optional<ChosenHost> choose_host(const Tables& tables, const Request& request);

/// A question about a compiler alone, as its own stdenv: a GCC with its own libstdc++, a Clang with that of the
/// tables' assumed environment.
[[nodiscard]] Request own_stdenv(const Tables& tables, const Release& release, Compiler compiler,
                                 Policy policy) noexcept;

/// NVIDIA's name for the platform where it ships that release for it, else `unsupported` (under nixpkgs_exact: where
/// nixpkgs packages it), and the row of the platform (absent for a system that NVIDIA never shipped).
struct Platform {
    std::string_view redist;
    const RedistSystemRow* row = nullptr;
};
[[nodiscard]] Platform find_platform(const Tables& tables, const Request& request) noexcept;

/// Why no compiler works on the request's system: NVIDIA ships nothing there, or these tables do not cover it.
[[nodiscard]] std::optional<Reason> system_reason(const Tables& tables, const Request& request);

/// The lowest Jetson capability that the release treats as an ordinary Arm server platform.
[[nodiscard]] Capability jetson_sbsa_from(const Tables& tables, Version release) noexcept;

/// The system was named as `asked`, but the capability list goes with another of NVIDIA's platforms.
[[nodiscard]] inline Diagnostic other_platform(std::string_view asked, std::string_view redist) {
    return {"other-platform", {{"asked", asked}, {"redist", redist}}};
}

/// What such a row says: that NVIDIA excepts a GPU from its platform in some releases.
[[nodiscard]] Diagnostic exception_in(const RedistExceptionRow& row);

/// The exception that takes one of the capabilities from a platform in a release.
[[nodiscard]] const RedistExceptionRow* find_exception(const Tables& tables, std::string_view redist, Version release,
                                                       std::span<const Capability> capabilities) noexcept;

}  // namespace cudastdenv
