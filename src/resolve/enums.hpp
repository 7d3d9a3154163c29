// SPDX-License-Identifier: MIT
#pragma once

#include "core/enums.hpp"

#include <cudastdenv/answers.hpp>

namespace cudastdenv {

// An enumeration is one line.
// clang-format off
CUDASTDENV_ENUM(DevicePlace, (reached, "reached"), (hole, "hole"), (older, "older"), (unknown, "not-known"))
CUDASTDENV_ENUM(DriverSupport, (none, "none"), (unknown, "not-known"), (package, "cuda-compat"), (minor_version, "minor-version"), (native, "native"))
CUDASTDENV_ENUM(CrossPart::Part, (nvcc, "nvcc"), (host_compiler, "host-compiler"), (cuda_libraries, "cuda-libraries"), (libstdcxx, "libstdcxx"))
CUDASTDENV_ENUM(Policy, (nixpkgs, "nixpkgs"), (documented, "documented"), (enforced, "enforced"))

// clang-format on

}  // namespace cudastdenv
