// SPDX-License-Identifier: MIT
#pragma once

/// Which compilers nvcc can use, and which advisories are about them.

#include "resolve/resolve.hpp"

namespace cudastdenv {

/// What an advisory's condition is held against. Without a compiler or headers, conditions on them do not hold.
struct Situation {
    Version release;
    std::optional<Compiler> compiler;
    std::optional<int> headers;
    int library = 0;
    std::optional<Version> glibc;
    std::optional<Version> compiler_version = std::nullopt;  ///< two or three numbers; absent: the major only is known
    CxxStandard standard = CxxStandard::cxx17;
    std::string_view system;
    std::optional<ToolkitHeaders> toolkit_headers = std::nullopt;  ///< absent: not known, and it spares nobody
    std::span<const std::string_view> fixed_advisories = {};       ///< as Stdenv has them
};

/// What a request asks about, with that compiler and the libstdc++ headers of that GCC major.
[[nodiscard]] Situation situation_of(const Request& request, std::optional<Compiler> compiler,
                                     std::optional<int> headers, CxxStandard standard) noexcept;

[[nodiscard]] bool holds(const AdvisoryCondition& condition, const Situation& situation) noexcept;

/// That the advisory breaks something; `{advisory}` is its id.
[[nodiscard]] Diagnostic known_broken(const AdvisoryRow& advisory);

/// Whether the environment's own CUDA packages are patched against it.
[[nodiscard]] bool is_fixed(const AdvisoryRow& advisory, const Situation& situation) noexcept;

/// The first advisory for which this compiler, with these headers, cannot be used at all, or nullptr.
/// An advisory that no choice of compiler escapes (a glibc one) does not count: it is reported instead.
[[nodiscard]] const AdvisoryRow* find_breakage(const Tables& tables, const Situation& situation) noexcept;

/// Every advisory that applies, in the order of the table, the worst first. What the stdenv's own compiler makes is
/// linked with the library too: an advisory on that pair applies whatever the host compiler is.
[[nodiscard]] std::vector<const AdvisoryRow*> applicable_advisories(const Tables& tables, const Stdenv& stdenv,
                                                                    const Situation& situation);

/// Those of them that are on the compiler itself and say that something does not compile or link, the worst first.
[[nodiscard]] std::vector<const AdvisoryRow*> compiler_advisories(const Tables& tables, const Situation& situation);

/// The first advisory that breaks the situation, or nullptr. It counts too where no choice of compiler escapes it.
[[nodiscard]] const AdvisoryRow* find_any_breakage(const Tables& tables, const Situation& situation) noexcept;

/// Those that would break the situation if the toolkit's headers lay elsewhere, in the order of the table.
[[nodiscard]] std::vector<const AdvisoryRow*> spared_by_headers(const Tables& tables, const Situation& situation);

/// The lowest glibc from which an advisory would apply to this situation if its glibc were known.
[[nodiscard]] std::optional<Version> first_glibc_in_question(const Tables& tables, const Situation& situation) noexcept;

/// The first advisory that holds for some versions of the situation's compiler and not for others, where only the major
/// version is known; or nullptr.
[[nodiscard]] const AdvisoryRow* find_version_in_question(const Tables& tables, const Situation& situation) noexcept;

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

/// The host compiler as resolve() chooses it.
[[nodiscard]] std::optional<HostCompiler> choose_host(const Tables& tables, const Request& request);

/// A question about a compiler alone, as its own stdenv: a GCC with its own libstdc++, a Clang with that of the
/// tables' assumed environment.
[[nodiscard]] Request own_stdenv(const Tables& tables, const Release& release, Compiler compiler,
                                 Policy policy) noexcept;

/// Whether no compiler works on the request's system: NVIDIA ships nothing there, or these tables do not cover it.
[[nodiscard]] bool is_ruled_out_by_system(const Tables& tables, const Request& request) noexcept;

}  // namespace cudastdenv
