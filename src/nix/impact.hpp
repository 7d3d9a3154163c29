// SPDX-License-Identifier: MIT
#pragma once

/// What another default compiler, C library or default CUDA does to the CUDA package sets of nixpkgs: the two sides,
/// and a set on one of them. Which compiler a set gets is resolve()'s answer, for the set's release and a stdenv.

#include "resolve/resolve.hpp"

namespace cudastdenv::nix {

/// What package sets are built in: a channel of nixpkgs, as it is or with something else in it. Its `row` is the
/// channel's, never null. `available` is what is packaged, sorted; the default compiler is one of them.
struct ImpactSide : Environment {
    std::optional<Version> default_cuda;  ///< of `cudaPackages`, if not the channel's own; two numbers: any patch of it
};

/// A channel as its row has it.
[[nodiscard]] ImpactSide side_of(const EnvironmentRow& channel);

/// The same with another default compiler, which is packaged then. A GCC brings its libstdc++; a Clang is linked with
/// the one that there is. `version`: the compiler's, where more than its major is known.
[[nodiscard]] ImpactSide with_default_compiler(ImpactSide side, Compiler compiler,
                                               const std::optional<Version>& version);

/// Of the request the system, the policy and the C++ standard of the code count; a release that is known not to take
/// that one is asked for its newest up to C++17.
struct ImpactQuestion : Request {
    ImpactSide before;
    ImpactSide after;
};

/// An attribute of a side that holds a package set.
struct NamedSet {
    std::string attribute;
    Version release;          ///< three numbers
    bool patch_known = true;  ///< else the newest patch release is supposed
};

/// In the order of the table.
[[nodiscard]] std::vector<NamedSet> sets_of(const Tables& tables, const ImpactSide& side);

/// A package set in one stdenv, on one side. The request is the one that was answered.
struct SetInStdenv {
    Request request;  ///< borrows from the question
    Resolution resolution;
    /// Where no compiler works: the one that would if it were packaged; absent: none would.
    std::optional<Compiler> missing;
};

/// `side` is one of the question's, `compiler` that of the stdenv.
[[nodiscard]] SetInStdenv look_at(const Tables& tables, const ImpactQuestion& question, const ImpactSide& side,
                                  Compiler compiler, Version release);

}  // namespace cudastdenv::nix
