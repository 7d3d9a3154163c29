// SPDX-License-Identifier: MIT
#pragma once

/// What another default compiler, C library or default CUDA does to the CUDA package sets of nixpkgs. Which compiler a
/// set gets is resolve()'s answer, for the set's release and a stdenv, before and after.

#include "resolve/resolve.hpp"

#include <cudastdenv/answers.hpp>

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace cudastdenv::nix {

/// What package sets are built in: a channel of nixpkgs, as it is or with something else in it.
struct ImpactSide {
    std::string_view channel;               ///< an environment's id: whose package sets there are
    Stdenv stdenv;                          ///< the default one
    std::vector<Compiler> packaged;         ///< GCCs, then Clangs, each ascending; the default compiler is one of them
    std::vector<CompilerVersion> versions;  ///< those that are known, of each compiler once
    std::vector<int> headers;               ///< GCC majors whose libstdc++ headers a Clang can be pointed at
    std::optional<Version> default_cuda;  ///< of `cudaPackages`, if not the channel's own; two numbers: any patch of it
};

/// As ImpactSide::packaged is sorted, each once.
void put_in_packaged_order(std::vector<Compiler>& compilers);

/// A channel as its row has it.
[[nodiscard]] ImpactSide side_of(const EnvironmentRow& channel);

/// The same with another default compiler, which is packaged then. A GCC brings its libstdc++; a Clang is linked with
/// the one that there is. `version`: the compiler's, where more than its major is known.
[[nodiscard]] ImpactSide with_default_compiler(ImpactSide side, Compiler compiler,
                                               const std::optional<Version>& version);

struct ImpactQuestion {
    ImpactSide before;
    ImpactSide after;
    std::string_view system = "x86_64-linux";
    Policy policy = Policy::nixpkgs;
    bool nixpkgs_exact = false;
    /// C++ standard of the code; a release that is known not to take it is asked for its newest up to C++17.
    std::optional<CxxStandard> standard;
};

/// A package set on one side.
struct SetOnSide {
    Version release;          ///< three numbers
    bool patch_known = true;  ///< else the newest patch release is supposed
};

/// A package set in one stdenv, on one side. The request is the one that was answered.
struct SetInStdenv {
    Request request;  ///< borrows from the question
    Resolution resolution;
    /// Where no compiler works: the one that would if it were packaged; absent: none would.
    std::optional<Compiler> missing;

    [[nodiscard]] const std::optional<HostCompiler>& host() const noexcept { return resolution.host; }
};

enum class ImpactChange : std::uint8_t {
    unchanged,
    follows,  ///< it has the stdenv's own compiler, which is another now
    changed,  ///< own to wrapped, wrapped to own, or wrapped by another compiler
    lost,     ///< it has no compiler any more
    gained,   ///< it had none
    appears,  ///< there was no such set, or no such stdenv
    goes,     ///< there is no such set any more, or no such stdenv
};

struct StdenvImpact {
    std::optional<SetInStdenv> before;  ///< absent: the set or the stdenv is not there
    std::optional<SetInStdenv> after;
    ImpactChange change = ImpactChange::unchanged;
    std::vector<const AdvisoryRow*> begin;  ///< advisories that apply after and not before, the worst first
    std::vector<const AdvisoryRow*> end;    ///< that apply before and not after
};

/// A package set, or an attribute that is another name of one (`cudaPackages`, `cudaPackages_12`).
struct SetImpact {
    std::string attribute;
    std::optional<SetOnSide> before;
    std::optional<SetOnSide> after;
    std::vector<StdenvImpact> stdenvs;  ///< one for each of Impact::stdenvs
};

struct Impact {
    /// The default one, then the other packaged compilers as stdenvs: GCCs, Clangs, ascending.
    std::vector<NixImpactAnswer::Stdenv> stdenvs;
    std::vector<SetImpact> sets;     ///< `cudaPackages_12_6` and the like, by release
    std::vector<SetImpact> aliases;  ///< other names of them, `cudaPackages` first
    /// Compilers of the default stdenv's family that its sets are wrapped with after, ascending.
    std::vector<NixImpactAnswer::Needed> needed;
    /// Those that they were wrapped with before, and are no longer; the default one is none of them.
    std::vector<Compiler> no_longer_needed;
    /// The same of the other family, by the stdenvs of it that there are.
    std::vector<NixImpactAnswer::Needed> other_needed;
};

[[nodiscard]] Impact impact_of(const Tables& tables, const ImpactQuestion& question);

/// Whether the set is left without a compiler: it had one in that stdenv, or is a new set.
[[nodiscard]] bool is_left_without(const SetImpact& set, const StdenvImpact& impact) noexcept;

/// The same of any stdenv.
[[nodiscard]] bool leaves_any_without(const Impact& impact) noexcept;

}  // namespace cudastdenv::nix

namespace cudastdenv {

// clang-format off
CUDASTDENV_ENUM(nix::ImpactChange, (unchanged, "unchanged"), (follows, "follows"), (changed, "changed"), (lost, "lost"), (gained, "gained"), (appears, "appears"), (goes, "goes"))
// clang-format on

namespace nix {
using cudastdenv::to_string;  // so that it is found by an argument of this namespace
}

}  // namespace cudastdenv
