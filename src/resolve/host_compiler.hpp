// SPDX-License-Identifier: MIT
#pragma once

#include "resolve/advisories.hpp"
#include "resolve/request.hpp"

#include <cudastdenv/resolve.hpp>

#include <cstdint>
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

/// A request's candidates, judged one by one. Allocates only to say why the system rules them all out.
class HostCompilerJudge {
public:
    HostCompilerJudge(const Tables& tables, const Request& request);

    /// What a candidate comes to: usable with these headers, or the reason why not.
    struct Verdict {
        std::optional<Reason> reason = std::nullopt;
        std::optional<int> headers = std::nullopt;
    };
    [[nodiscard]] Verdict judge(Compiler candidate) const;

    /// Whether it was only inferred that the candidate works with those libstdc++ headers.
    [[nodiscard]] bool is_inferred(Compiler candidate, std::optional<int> headers) const noexcept;

    /// The stdenv's own where it is usable, else the newest usable one available.
    [[nodiscard]] std::optional<Compiler> choose() const noexcept;

    /// The C++ standard that the candidate compiles in: the one asked for, or the newest up to C++17 that it and the
    /// release take.
    [[nodiscard]] CxxStandard standard_of(Compiler candidate) const noexcept;

    /// Why no compiler works on the system, whichever it is.
    [[nodiscard]] const std::optional<Reason>& system_reason() const noexcept { return system_reason_; }
    /// Whether nixpkgs is reproduced on a system that it does not package: the stdenv's compiler is used as it is.
    [[nodiscard]] bool unchecked() const noexcept { return unchecked_; }
    [[nodiscard]] const HostCompilerRange& range() const noexcept { return range_; }
    /// What a candidate that is rejected for that reason runs into all the same, the worst first.
    [[nodiscard]] std::vector<const AdvisoryRow*> hidden_by(const Reason& reason, Compiler candidate) const;

private:
    enum class Obstacle : std::uint8_t {
        none,
        system,
        other_family,
        too_old,
        too_new,
        standard_not_taken,
        newer_libstdcxx,
        headers_too_new,
        broken,
    };
    /// A verdict before its reason is made: a few bytes, because most candidates are only asked whether they will do.
    struct Assessment {
        Obstacle obstacle = Obstacle::none;
        const AdvisoryRow* advisory = nullptr;  ///< what breaks it
        std::optional<int> headers = std::nullopt;
    };
    [[nodiscard]] Assessment assess(Compiler candidate) const noexcept;
    [[nodiscard]] Assessment assess_gcc(Compiler candidate) const noexcept;
    // Not inlined, like what it needs: pick_host_compiler() is flat, and a GCC's way through it has to stay short.
    [[nodiscard, gnu::noinline]] Assessment assess_clang(Compiler candidate) const noexcept;
    [[nodiscard]] bool is_usable(Compiler candidate) const noexcept {
        return assess(candidate).obstacle == Obstacle::none;
    }
    /// `found` has an obstacle.
    [[nodiscard]] Reason reason_of(const Assessment& found, Compiler candidate) const;
    [[nodiscard]] HeadersLimit nvcc_limit(Compiler candidate) const noexcept;
    /// The newest GCC major whose libstdc++ headers exist, up to and with the limit; 0 where there is none.
    [[nodiscard]] int newest_headers_up_to(int limit) const noexcept;
    /// The headers of a GCC, or those that a Clang would be pointed at.
    [[nodiscard]] int headers_of(Compiler candidate) const noexcept;
    [[nodiscard]] const AdvisoryRow* breakage(Compiler candidate, int headers) const noexcept;

    const Tables& tables_;
    const Request& request_;
    HostCompilerRange range_;
    CxxStandard standard_;  ///< asked for, or the newest up to C++17 that the release takes
    std::optional<Reason> system_reason_;
    bool unchecked_;
    std::optional<NvccHeaders> nvcc_headers_;  ///< where the stdenv's compiler is a Clang: a GCC brings its own
};

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

/// Whether the row's platform ships with that release.
[[nodiscard]] bool ships(const RedistSystemRow& row, Version release) noexcept;

/// The exception that takes one of the capabilities from a platform in a release.
[[nodiscard]] const RedistExceptionRow* find_exception(const Tables& tables, std::string_view redist, Version release,
                                                       std::span<const Capability> capabilities) noexcept;

}  // namespace cudastdenv
