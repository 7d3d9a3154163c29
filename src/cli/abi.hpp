// SPDX-License-Identifier: MIT
#pragma once

#include "cli/options.hpp"
#include "findings/abi.hpp"

namespace cudastdenv::cli {

/// The libraries of `--stdenv`, `--libstdcxx` and `--glibc`; nothing where none is given.
/// Throws BadInput.
[[nodiscard]] AbiStdenv read_abi_stdenv(const Tables& tables, const ParsedOptions& options);

}  // namespace cudastdenv::cli
