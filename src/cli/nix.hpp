// SPDX-License-Identifier: MIT
#pragma once

#include "cli/command.hpp"

namespace cudastdenv::cli {

extern const Command nix_audit_command;
extern const Command nix_diff_command;
extern const Command nix_update_command;

}  // namespace cudastdenv::cli
