// SPDX-License-Identifier: MIT
#pragma once

/// The parts of audit(): each adds what it finds.

#include "nix/audit.hpp"

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

/// A row while it is audited. Without a layout: one that is not there.
class AuditedRow {
public:
    AuditedRow(Audit& audit, Subject subject, const std::string& file, std::string name, const Layout* layout = nullptr,
               const Row* row = nullptr)
        : audit_(audit), subject_(subject), file_(file), name_(std::move(name)), layout_(layout), row_(row) {}

    /// Adds a finding about the attribute of that path, or about the row as a whole, as grave as the code mostly is.
    AuditFinding& find(AuditCode code, SourceIds sources = {}, std::string_view path = {});
    AuditFinding& find(AuditCode code, SourceIds sources, Column column);
    void not_known(std::string_view path = {}) { audit_.not_known.push_back({subject_, name_, std::string(path)}); }
    void not_known(Column column) { not_known(layout_->name(column)); }
    void agree() noexcept { ++audit_.agreeing; }
    /// Finds what is wrong with its form. False where it is no row at all.
    bool find_form();
    [[nodiscard]] std::optional<FieldValue> value(Column column) const { return row_->value(column); }

private:
    Audit& audit_;
    Subject subject_;
    const std::string& file_;
    std::string name_;
    const Layout* layout_;
    const Row* row_;
};

/// The releases that rows of nvcc.nix are called by, two numbers, sorted.
[[nodiscard]] std::vector<Version> named_releases(const AuditedTable& nvcc);

void audit_nvcc(const AuditInput& input, Audit& audit);
/// Gives the rows that are of some capability.
std::vector<const Row*> audit_cuda(const AuditInput& input, Audit& audit);
void audit_defaults(const AuditInput& input, const std::vector<const Row*>& rows, Audit& audit);
void audit_comments(const AuditInput& input, const std::vector<const Row*>& rows, Audit& audit);
void audit_aliases(const AuditInput& input, Audit& audit);

}  // namespace cudastdenv::nix
