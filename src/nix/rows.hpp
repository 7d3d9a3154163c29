// SPDX-License-Identifier: MIT
#pragma once

/// The rows of nixpkgs' two tables as these tables have them.

#include "resolve/resolve.hpp"

#include <variant>

namespace cudastdenv::nix {

/// `"a \${b}"`: a string literal that evaluates to exactly `text`, which holds no NUL.
[[nodiscard]] std::string quoted(std::string_view text);

/// A name on the left of `=`: as it is where Nix reads it as a name, else quoted.
[[nodiscard]] std::string attribute_name(std::string_view name);

// A field is one line.
// clang-format off

/// A family's majors in a row of `nvccCompatibilities`; closed at both ends, as nixpkgs' code treats them.
struct NvccMajors {
    CUDASTDENV_RECORD("majors", "The range of major versions in nvcc.nix.",
        (int, min, "minMajorVersion", "Inclusive."),
        (int, max, "maxMajorVersion", "Inclusive."))
    Policy view = Policy::nixpkgs;          ///< where the upper bound comes from
    std::optional<Version> min_from = {};   ///< the release whose documented lower bound this is, if not the row's own
    SourceIds sources = {};
};

struct NvccRow {
    CUDASTDENV_RECORD("nvccRow", "A row of nvcc.nix.",
        (NvccMajors, gcc, "gcc"),
        (NvccMajors, clang, "clang"),
        (Maybe<Policy>, view, "view", "The policy of the tables' range; absent in the checkout's row."))
    Version release = {};  ///< two numbers
};

/// A row of `cudaCapabilityToInfo`. Bounds are releases of two numbers, included. After 0.0 it is never built by default.
struct CudaRow {
    CUDASTDENV_RECORD("cudaRow", "A row of cuda.nix.",
        (std::string, architecture, "archName", "Name of the architecture."),
        (std::optional<bool>, jetson, "isJetson", "Null where that file does not state it."),
        (Version, min, "minCudaMajorMinorVersion", "First release, inclusive."),
        (std::optional<Version>, max, "maxCudaMajorMinorVersion", "Last release, inclusive; null where none."),
        (std::optional<Version>, dont_default_after, "dontDefaultAfterCudaMajorMinorVersion", "Last release that builds it by default, inclusive; null where none."))
    Capability capability = {};
    bool in_nixpkgs = true;  ///< else it follows from the releases in which nvcc takes the capability
    SourceIds sources = {};
};

// clang-format on

using NixRow = std::variant<NvccRow, CudaRow>;

enum class NvccExtent {
    exact,  ///< the rows of nixpkgs' newest file, no other
    ever,   ///< the rows of any file that nixpkgs has had
    usual   ///< every release: what nixpkgs has not (yet) is filled in from the next view that has it
};

/// The newest public release of each minor release, oldest first.
[[nodiscard]] std::vector<const Release*> newest_patches(const Tables& tables);

/// `cudaPackages_12_8`
[[nodiscard]] std::string package_set_name(Version release);

/// A variant of nixpkgs for one capability.
struct Variant {
    Capability capability;
    std::vector<Version> releases;         ///< that can build it; two numbers, oldest first
    std::vector<std::string_view> sets{};  ///< the channel's package sets that can: `cudaPackages_12_8`
    std::string use{};                     ///< `pkgsForCudaArch.sm_100.cudaPackages_12_8.pkgs`; empty: no set can
};

/// One row for each minor release, oldest first. `policy` says whose ranges; nixpkgs' own are repeated unchanged,
/// those of another view never widen the enforced range.
[[nodiscard]] std::vector<NvccRow> nvcc_rows(const Tables& tables, Policy policy, NvccExtent extent);

/// nixpkgs' rows, sorted by capability; with `all`, also the capabilities that only nvcc knows. What nixpkgs builds
/// without being asked is the same with them.
[[nodiscard]] std::vector<CudaRow> cuda_rows(const Tables& tables, bool all);

}  // namespace cudastdenv::nix
