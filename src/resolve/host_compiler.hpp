// SPDX-License-Identifier: MIT
#pragma once

#include "resolve/advisories.hpp"
#include "resolve/request.hpp"
#include "resolve/resolve.hpp"

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

/// Whether no compiler works on the request's system: NVIDIA ships nothing there, or these tables do not cover it.
[[nodiscard]] bool is_ruled_out_by_system(const Tables& tables, const Request& request) noexcept;

}  // namespace cudastdenv
