// SPDX-License-Identifier: MIT
#pragma once

/// The compilers that nvcc can use, and the advisories on them.

#include "resolve/resolve.hpp"

namespace cudastdenv {

/// The facts that an advisory's condition is checked with. Without a compiler or headers, conditions on them fail.
struct Situation {
    Version release;
    std::optional<Compiler> compiler;
    std::optional<int> headers;
    int library = 0;
    std::optional<Version> glibc;
    std::optional<Version> compiler_version = std::nullopt;  ///< two or three numbers; absent: the major only is known
    CxxStandard standard = CxxStandard::cxx17;
    std::string_view system;
    std::optional<ToolkitHeaders> toolkit_headers = std::nullopt;  ///< absent: unknown, no exemption
    std::span<const std::string_view> fixed_advisories = {};       ///< as in Stdenv
};

/// The situation of a request with that compiler and the libstdc++ headers of that GCC major.
[[nodiscard]] Situation situation_of(const Request& request, std::optional<Compiler> compiler,
                                     std::optional<int> headers, CxxStandard standard) noexcept;

[[nodiscard]] bool holds(const AdvisoryCondition& condition, const Situation& situation) noexcept;

/// A diagnostic of a breakage; `{advisory}` is its id.
[[nodiscard]] inline Diagnostic known_broken(const AdvisoryRow& advisory) {
    return {"known-broken", {{"message", advisory.message}, {"advisory", advisory.id}}, advisory.sources};
}

/// Whether the environment's own CUDA packages have a fix for it.
[[nodiscard]] bool is_fixed(const AdvisoryRow& advisory, const Situation& situation) noexcept;

/// The first advisory that excludes this compiler with these headers, or nullptr. An advisory that applies to every
/// compiler (a glibc one) does not count: it is reported instead.
[[nodiscard]] const AdvisoryRow* find_breakage(const Tables& tables, const Situation& situation) noexcept;

/// Every advisory that applies, the worst first, in the order of the table. Code of the stdenv's own compiler is linked
/// with the library too, so an advisory on that pair applies whatever the host compiler is.
[[nodiscard]] std::vector<const AdvisoryRow*> applicable_advisories(const Tables& tables, const Stdenv& stdenv,
                                                                    const Situation& situation);

/// Those on the compiler itself that prevent compiling or linking, the worst first.
[[nodiscard]] std::vector<const AdvisoryRow*> compiler_advisories(const Tables& tables, const Situation& situation);

/// The first advisory that breaks the situation, or nullptr, even if it applies to every compiler.
[[nodiscard]] const AdvisoryRow* find_any_breakage(const Tables& tables, const Situation& situation) noexcept;

/// Advisories that would break the situation with the toolkit's headers elsewhere, in the order of the table.
[[nodiscard]] std::vector<const AdvisoryRow*> exempt_by_headers(const Tables& tables, const Situation& situation);

/// The lowest glibc for which an advisory would apply if the situation's glibc were known.
[[nodiscard]] std::optional<Version> first_glibc_in_question(const Tables& tables, const Situation& situation) noexcept;

/// The first advisory that applies to some versions of the situation's compiler only, if just its major is known; or
/// nullptr.
[[nodiscard]] const AdvisoryRow* find_version_in_question(const Tables& tables, const Situation& situation) noexcept;

/// A row's view; may be absent.
[[nodiscard]] inline const std::optional<HostRange>& view_of(const HostCompilerRow& row, Policy view) noexcept {
    constexpr std::array views{&HostCompilerRow::nixpkgs, &HostCompilerRow::documented, &HostCompilerRow::enforced};
    return row.*views[static_cast<std::size_t>(view)];
}

/// The range of a family's majors under a policy, within the enforced range unless `nixpkgs_exact`. `release` is in the
/// tables.
[[nodiscard]] HostCompilerRange host_compiler_range(const Tables& tables, Version release, Compiler::Family family,
                                                    Policy policy, bool nixpkgs_exact) noexcept;

/// Whether the check of that release's nvcc rejects the compiler. A limit that is inferred from another release is
/// unknown.
[[nodiscard]] bool nvcc_refuses(const Tables& tables, Version release, Compiler compiler) noexcept;

/// Whether a host compiler was chosen that works, possibly with a workaround.
[[nodiscard]] inline bool is_answered(const Resolution& resolution) noexcept {
    return resolution.host && (!resolution.broken_by || resolution.broken_by->workaround);
}

/// Sorts candidates by preference and removes duplicates: the stdenv's family first, newest first.
void sort_by_preference(std::vector<Compiler>& candidates, Compiler::Family stdenv);

/// Adds the host compiler, and the reason why each other candidate is not it.
void answer_host_compiler(const Tables& tables, const Request& request, Resolution& resolution);

[[nodiscard]] std::optional<HostCompiler> choose_host(const Tables& tables, const Request& request);

/// A request about a compiler as its own stdenv: a GCC with its own libstdc++, a Clang with the assumed environment's.
[[nodiscard]] Request default_stdenv_request(const Tables& tables, const Release& release, Compiler compiler,
                                             Policy policy) noexcept;

/// Whether no compiler works on the request's system: NVIDIA does not support it, or these tables do not.
[[nodiscard]] bool is_ruled_out_by_system(const Tables& tables, const Request& request) noexcept;

}  // namespace cudastdenv
