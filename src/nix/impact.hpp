// SPDX-License-Identifier: MIT
#pragma once

/// How another default compiler, C library or default CUDA affects nixpkgs' CUDA package sets. resolve() chooses the
/// compiler of a set, for its release and a stdenv.

#include "resolve/resolve.hpp"

namespace cudastdenv::nix {

/// The environment of package sets: a channel of nixpkgs, unchanged or with changes. Its `row` is the channel's, never
/// null. `available` is sorted and contains the default compiler.
struct ImpactSide : Environment {
    std::optional<Version> default_cuda;  ///< of `cudaPackages`, if not the channel's own; two numbers: any patch
};

/// An unchanged channel.
[[nodiscard]] ImpactSide side_of(const Tables& tables, const EnvironmentRow& channel);

/// The same with another default compiler, which then is packaged. A GCC brings its libstdc++; a Clang uses the present
/// one. `version`: the compiler's, if more than its major is known.
[[nodiscard]] ImpactSide with_default_compiler(ImpactSide side, Compiler compiler,
                                               const std::optional<Version>& version);

/// From the request come the system, the policy and the C++ standard. A release that does not support the standard uses
/// its newest one up to C++17.
struct ImpactQuestion : Request {
    ImpactSide before;
    ImpactSide after;
};

/// An attribute with a package set.
struct NamedSet {
    std::string attribute;
    Version release;          ///< three numbers
    bool patch_known = true;  ///< false: the newest patch release is assumed
};

/// In the order of the table.
[[nodiscard]] std::vector<NamedSet> sets_of(const Tables& tables, const ImpactSide& side);

/// A package set in one stdenv, on one side, with the request that was resolved.
struct SetInStdenv {
    Request request;  ///< borrows from the question
    Resolution resolution;
    /// If no compiler works: the one that would if it were packaged; empty: none.
    std::optional<Compiler> missing;
};

/// `side` is one of the question's; `compiler` is that of the stdenv.
[[nodiscard]] SetInStdenv look_at(const Tables& tables, const ImpactQuestion& question, const ImpactSide& side,
                                  Compiler compiler, Version release);

}  // namespace cudastdenv::nix
