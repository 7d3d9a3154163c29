// SPDX-License-Identifier: MIT
#pragma once

/// The output about a checkout of nixpkgs that is compared, updated or audited, and about a planned update of a
/// compiler.

#include "nix/audit.hpp"
#include "nix/update.hpp"
#include "report/page.hpp"

#include <cudastdenv/answers.hpp>

namespace cudastdenv::report {

[[nodiscard]] std::string diff_text(const nix::Diff& diff, const Style& style);

/// Changes to a checkout, remaining differences, and decisions for people.
[[nodiscard]] std::string update_text(const nix::Update& update, const Style& style);

/// The changes as a patch for `git apply`.
[[nodiscard]] std::string update_diff(const nix::Update& update);

/// Remaining differences and decisions, which the patch does not show; one line each.
[[nodiscard]] std::vector<std::string> update_asides(const nix::Update& update);

/// `nix audit`: the answer in the first line, then the findings by severity.
[[nodiscard]] std::string audit_text(const nix::Audit& audit, const Style& style);

/// `nix audit` for a pull request: a table for each severity, with links to the sources.
[[nodiscard]] std::string audit_markdown(const Tables& tables, const nix::Audit& audit);

/// `nix impact`: the answer in the first line, then sets by stdenvs. Lines have at most 80 columns.
[[nodiscard]] std::string impact_text(const NixImpactAnswer& answer, const Style& style);

/// `nix impact` for a pull request.
[[nodiscard]] std::string impact_markdown(const NixImpactAnswer& answer);

}  // namespace cudastdenv::report
