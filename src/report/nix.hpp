// SPDX-License-Identifier: MIT
#pragma once

/// A checkout of nixpkgs that is compared, updated or audited, and a bump that is foreseen.

#include "nix/audit.hpp"
#include "nix/update.hpp"
#include "report/page.hpp"

#include <cudastdenv/answers.hpp>

namespace cudastdenv::report {

[[nodiscard]] std::string diff_text(const nix::Diff& diff, const Style& style);

/// What was changed in a checkout, what is left, what people have to decide.
[[nodiscard]] std::string update_text(const nix::Update& update, const Style& style);

/// The changes as `git apply` reads them.
[[nodiscard]] std::string update_diff(const nix::Update& update);

/// What a diff does not say, one line each: what differs and is left, what is to be decided.
[[nodiscard]] std::vector<std::string> update_asides(const nix::Update& update);

/// `nix audit`: the first line answers, the findings follow by severity.
[[nodiscard]] std::string audit_text(const nix::Audit& audit, const Style& style);

/// The same for a pull request: a table for each severity, with links to the sources.
[[nodiscard]] std::string audit_markdown(const Tables& tables, const nix::Audit& audit);

/// `nix impact`: the answer in the first line, then sets against stdenvs. Lines of at most 80 columns.
[[nodiscard]] std::string impact_text(const NixImpactAnswer& answer, const Style& style);

/// The same for a pull request.
[[nodiscard]] std::string impact_markdown(const NixImpactAnswer& answer);

}  // namespace cudastdenv::report
