// SPDX-License-Identifier: MIT
#pragma once

#include "cli/command.hpp"

namespace cudastdenv::cli {

extern const Command nix_audit_command;
extern const Command nix_checks_command;
extern const Command nix_config_command;
extern const Command nix_cuda_command;
extern const Command nix_diff_command;
extern const Command nix_update_command;
extern const Command nix_flags_command;
extern const Command nix_impact_command;
extern const Command nix_nvcc_command;
extern const Command nix_variants_command;

}  // namespace cudastdenv::cli
