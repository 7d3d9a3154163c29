// SPDX-License-Identifier: MIT
#pragma once

/// The parts of audit(): each adds what it finds.

#include "audit/audit.hpp"

#include <optional>
#include <string_view>
#include <vector>

namespace cudastdenv::nix {

/// What each part of an audit is about.
struct AuditInput {
    const Tables& tables;
    AuditPolicy policy = AuditPolicy::documented;
    const AuditedCheckout& checkout;
    std::vector<Version> package_sets{};  ///< that the checkout declares; two numbers, sorted
    /// The minor releases that count, oldest first: public ones, from the first that nvcc.nix has a row for.
    std::vector<Version> releases{};
    Version newest{};  ///< release that the checkout has a row or a package set of; of two numbers

    /// Whether all of them are newer than any release of the checkout: nothing in it is built with them.
    [[nodiscard]] bool are_ahead(const std::vector<Version>& of) const { return !of.empty() && newest < of.front(); }
};

/// `cudaPackages_13 = cudaPackages_13_2;` and the package sets that are declared in the same place.
struct PackageSetAlias {
    std::string_view name;
    std::string_view points_to;
    int line = 1;
};
struct PackageSetNames {
    std::vector<Version> sets;  ///< two numbers, sorted
    std::vector<PackageSetAlias> aliases;
};
/// What all-packages.nix says of CUDA's package sets, so far as it can be told without evaluating it.
[[nodiscard]] PackageSetNames package_set_names(std::string_view text);

/// The releases that rows of nvcc.nix are called by, two numbers, sorted.
[[nodiscard]] std::vector<Version> named_releases(const AuditedTable& nvcc);

/// What a row of a capability says. Absent: it could not be read, or the layout has no such attribute.
struct CudaValues {
    Capability capability;
    std::optional<Version> min{};
    std::optional<std::optional<Version>> max{};
    std::optional<std::optional<Version>> last_default{};  ///< of a layout without it: that there is none
    std::optional<bool> jetson{};
    std::optional<bool> architecture_specific{};
    std::optional<bool> family_specific{};
};

void audit_nvcc(const AuditInput& input, Audit& audit);
/// Gives the rows that are of some capability.
std::vector<CudaValues> audit_cuda(const AuditInput& input, Audit& audit);
void audit_defaults(const AuditInput& input, const std::vector<CudaValues>& rows, Audit& audit);
void audit_comments(const AuditInput& input, const std::vector<CudaValues>& rows, Audit& audit);
void audit_aliases(const AuditInput& input, Audit& audit);

}  // namespace cudastdenv::nix
