// SPDX-License-Identifier: MIT
#pragma once

/// The rows of nixpkgs' two tables as these tables have them.

#include <cudastdenv/resolve.hpp>

#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace cudastdenv::nix {

/// A family's majors in a row of `nvccCompatibilities`; closed at both ends, as nixpkgs' code treats them.
struct NvccMajors {
    int min = 0;
    int max = 0;
    Policy view = Policy::nixpkgs;    ///< where the upper bound comes from
    std::optional<Version> min_from;  ///< the release whose documented lower bound this is, if not the row's own
    SourceIds sources;
};

struct NvccRow {
    Version release;  ///< two numbers
    NvccMajors gcc;
    NvccMajors clang;
};

/// A row of `cudaCapabilityToInfo`. Bounds are releases of two numbers, included.
struct CudaRow {
    Capability capability;
    std::string_view architecture;
    bool jetson = false;
    Version min;
    std::optional<Version> max;
    std::optional<Version> dont_default_after;  ///< 0.0: never built without being asked
    bool in_nixpkgs = true;  ///< else it follows from the releases in which nvcc takes the capability
    SourceIds sources;
};

enum class NvccExtent {
    exact,  ///< the rows of nixpkgs' newest file, no other
    ever,   ///< the rows of any file that nixpkgs has had
    usual   ///< every release: what nixpkgs has not (yet) is filled in from the next view that has it
};

/// The newest public release of each minor release, oldest first.
[[nodiscard]] std::vector<const Release*> newest_patches(const Tables& tables);

/// `cudaPackages_12_8`
[[nodiscard]] std::string package_set_name(Version release);

/// One row for each minor release, oldest first. `policy` says whose ranges; nixpkgs' own are repeated unchanged,
/// those of another view never widen the enforced range.
[[nodiscard]] std::vector<NvccRow> nvcc_rows(const Tables& tables, Policy policy, NvccExtent extent);

/// nixpkgs' rows, sorted by capability; with `all`, also the capabilities that only nvcc knows. What nixpkgs builds
/// without being asked is the same with them.
[[nodiscard]] std::vector<CudaRow> cuda_rows(const Tables& tables, bool all);

}  // namespace cudastdenv::nix
