// SPDX-License-Identifier: MIT
#pragma once

/// The reverse question: which CUDA releases work with all of this?

#include "resolve/drivers.hpp"
#include "tables/lookup.hpp"

namespace cudastdenv {

/// The conditions that a release has to meet. An environment: the release works in its stdenv, with its libstdc++, its
/// glibc and, unless compilers are given, its compilers.

/// nvcc can build every one of them in one list.
using CapabilitiesCondition = std::vector<ListedCapability>;
/// nvcc builds machine code that runs on every one of them. PTX does not count: a driver may not compile it, and with
/// PTX every old release would support every new GPU.
using GpuCondition = std::vector<Gpu>;
/// NVIDIA ships the release for that Nix system, or for that platform if the system was given by NVIDIA's name
/// (`redist_asked`, otherwise empty). `any_system`: see Request.
struct SystemCondition {
    std::string_view system;
    std::string_view redist_asked;
    bool any_system = false;
};
/// It runs the release natively or by minor-version compatibility, and supports each GPU in the question.
using DriverCondition = DriverVersion;
/// nvcc supports it, and no known breakage affects it.
using StandardCondition = CxxStandard;
struct CompilerCondition {
    std::vector<Compiler> any_of;
    std::vector<CompilerVersion> versions = {};  ///< of those with a given minor version
};
/// The environment's C library, overriding the environment's own.
using GlibcCondition = Version;

using Condition = std::variant<CapabilitiesCondition, GpuCondition, SystemCondition, DriverCondition, StandardCondition,
                               CompilerCondition, Environment, GlibcCondition>;

struct ReleasesQuestion {
    std::vector<Condition> conditions;  ///< at most one of each kind
    Policy policy = Policy::nixpkgs;
};

/// Why each candidate does not work; without those of another family than the stdenv's.
struct NoHostCompiler {
    std::vector<Rejection> rejected;
};

/// Why a release is left out; text is made in `words`. A DriverAnswer: the driver does not run it.
using ReleaseObstacle = std::variant<Diagnostic, DriverAnswer, NoHostCompiler>;

struct LeftOutRelease {
    const Release* release = nullptr;
    /// Index of the responsible condition; absent if an assumption is responsible.
    std::optional<std::size_t> condition;
    ReleaseObstacle obstacle;
};

struct FittingRelease : ReleasesAnswer::Fitting {
    const Release* row = nullptr;
    std::optional<Version> glibc_from = {};  ///< glibc is unknown, and matters from this version
};

/// Conditions that cannot be met together, whichever others are added; ascending indices.
using Conflict = std::vector<std::size_t>;

/// The result without one condition.
struct GivenUp {
    std::size_t condition = 0;
    std::vector<const Release*> releases;  ///< newest first
    Conflict conflict;                     ///< if no release matches even then: the smallest remaining conflict
};

struct FoundReleases {
    std::string system;                    ///< the system in effect: given or assumed
    std::vector<FittingRelease> releases;  ///< newest first; public ones, or previews if only those work
    std::vector<LeftOutRelease> left_out;  ///< every other one, newest first
    Conflict conflict;                     ///< if no release works: the first of the smallest conflicts
    std::vector<GivenUp> given_up;         ///< one for each condition of the conflict
};

/// The releases that meet every condition; may be empty. Throws BadRequest, as resolve() does.
///
/// Defaults: the stdenv of the tables' assumed environment; a compiler without an environment is its own stdenv, a
/// Clang with the assumed libstdc++. The system is x86_64-linux, or aarch64-linux for a Jetson. The standard is C++17,
/// or the release's newest if that is older. Each release is judged as resolve() does.
[[nodiscard]] FoundReleases find_releases(const Tables& tables, const ReleasesQuestion& question);

/// One flag for each release of the tables, in their order.
using ReleaseSet = std::vector<bool>;

/// The same without reasons: which releases meet every condition, including previews.
[[nodiscard]] ReleaseSet fitting_releases(const Tables& tables, const ReleasesQuestion& question);

}  // namespace cudastdenv
