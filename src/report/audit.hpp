// SPDX-License-Identifier: MIT
#pragma once

#include "report/style.hpp"
#include "words/audit.hpp"

#include <cudastdenv/tables.hpp>

#include <string>

namespace cudastdenv::report {

/// `nix audit`: the first line answers, the findings follow by severity.
[[nodiscard]] std::string audit_text(const words::AuditReport& report, const Style& style);

/// The same for a pull request: a table for each severity, with links to the sources.
[[nodiscard]] std::string audit_markdown(const Tables& tables, const words::AuditReport& report);

}  // namespace cudastdenv::report
