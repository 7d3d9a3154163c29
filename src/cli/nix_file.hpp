#pragma once

#include "cli/options.hpp"
#include "nix/value.hpp"

namespace cudastdenv::cli {

inline constexpr OptionSpec output_option{"output", "FILE", "replace FILE with the answer, if it changed", 'o'};

/// Prints the file, or with `--json` what evaluating it gives; or writes that to the file of `--output`.
/// Throws MachineError.
void put_file(const ParsedOptions& options, const nix::File& file);

}  // namespace cudastdenv::cli
