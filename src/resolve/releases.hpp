// SPDX-License-Identifier: MIT
#pragma once

/// The reverse question: with which CUDA releases does all of this work?

#include "resolve/drivers.hpp"
#include "resolve/resolve.hpp"
#include "tables/lookup.hpp"

#include <variant>

namespace cudastdenv {

/// What a release is to work with. A closed list. An environment: it works in its stdenv, with its libstdc++, its glibc
/// and, unless compilers are named, its compilers.

/// Every one of them can be built in one list, by nvcc.
struct CapabilitiesCondition {
    std::vector<ListedCapability> listed;
};
/// nvcc makes machine code that runs on every one of them. PTX does not count: a driver may not compile it,
/// and with it every old release would work with every new GPU.
struct GpuCondition {
    std::vector<Gpu> gpus;
};
/// NVIDIA ships the release for that Nix system. Where the system was named by NVIDIA's name for a platform
/// (`redist_asked`, else empty), for that platform. `any_system`: as Request has it.
struct SystemCondition {
    std::string_view system;
    std::string_view redist_asked;
    bool any_system = false;
};
/// It runs the release natively or by minor-version compatibility, and each GPU that is asked for: both are certain.
struct DriverCondition {
    DriverVersion driver;
};
/// nvcc takes it, and nothing that is known breaks in it.
struct StandardCondition {
    CxxStandard standard = CxxStandard::cxx17;
};
/// One of them can be the host compiler.
struct CompilerCondition {
    std::vector<Compiler> any_of;
    std::vector<CompilerVersion> versions = {};  ///< of those whose minor version was given
};
/// The environment's C library, whatever else the environment has.
struct GlibcCondition {
    Version glibc;
};

using Condition = std::variant<CapabilitiesCondition, GpuCondition, SystemCondition, DriverCondition, StandardCondition,
                               CompilerCondition, Environment, GlibcCondition>;

struct ReleasesQuestion {
    std::vector<Condition> conditions;  ///< one of each kind at most
    Policy policy = Policy::nixpkgs;
};

/// Why each candidate does not work; those of another family than the stdenv's are left away.
struct NoHostCompiler {
    std::vector<Rejection> rejected;
};

/// Why a release is left out; text is made in `words`. A DriverAnswer: the driver does not run it.
using ReleaseObstacle = std::variant<Diagnostic, DriverAnswer, NoHostCompiler>;

struct LeftOutRelease {
    const Release* release = nullptr;
    /// Index of the condition that it is up to; absent where it is up to none, but to what is assumed.
    std::optional<std::size_t> condition;
    ReleaseObstacle obstacle;
};

struct FittingRelease : ReleasesAnswer::Fitting {
    const Release* row = nullptr;
    std::optional<Version> glibc_from = {};  ///< glibc is not known, and from this version on it matters
};

/// Conditions that cannot hold together, whatever else is asked with them; indices, ascending.
using Conflict = std::vector<std::size_t>;

/// What there is when one condition is given up and all others are kept.
struct GivenUp {
    std::size_t condition = 0;
    std::vector<const Release*> releases;  ///< newest first
    Conflict conflict;                     ///< where there are still none: the smallest conflict that is left
};

struct FoundReleases {
    std::string system;                    ///< that counts: the one asked for, or the assumed one
    std::vector<FittingRelease> releases;  ///< newest first; public ones, or previews where only those work
    std::vector<LeftOutRelease> left_out;  ///< every other one, newest first
    Conflict conflict;                     ///< where no release works: of the smallest conflicts the first
    std::vector<GivenUp> given_up;         ///< one for each condition of the conflict
};

/// The releases with which every condition holds. None is an answer; throws BadRequest, as resolve() does.
///
/// Without an environment, stdenv or compilers the stdenv of the tables' assumed environment counts; a compiler without
/// an environment is its own stdenv, and a Clang has the assumed environment's libstdc++. Without a system it is
/// x86_64-linux, or aarch64-linux where a Jetson is asked for. Without a standard it is C++17, or the newest that the
/// release has. Each release is judged as resolve() does.
[[nodiscard]] FoundReleases find_releases(const Tables& tables, const ReleasesQuestion& question);

/// One flag for each release of the tables, in their order.
using ReleaseSet = std::vector<bool>;

/// The same question without the reasons: with which releases every condition holds, previews among them.
[[nodiscard]] ReleaseSet fitting_releases(const Tables& tables, const ReleasesQuestion& question);

}  // namespace cudastdenv
