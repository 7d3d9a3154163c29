// SPDX-License-Identifier: MIT
#pragma once

#include "words/audit.hpp"

#include <string>

namespace cudastdenv::wire {

/// `nix audit --json`; ends with a newline.
[[nodiscard]] std::string audit_json(const words::AuditReport& report);

}  // namespace cudastdenv::wire
