// SPDX-License-Identifier: MIT
#pragma once

/// What a build on this machine has to be told: `env` exports it, and `verify` tries it.

#include "findings/build_environment.hpp"
#include "host/host.hpp"

#include <cudastdenv/resolve.hpp>

#include <filesystem>
#include <optional>

namespace cudastdenv::machine {

/// Writes the one header that, put in front with -isystem, hides the functions which glibc 2.41 and later declare
/// otherwise than the CUDA headers do. Makes the folder if it isn't there. Throws MachineError.
/// Measured to work from CUDA 11.8 to 13.0 on glibc 2.41 and 2.43, in C++17 and C++20, with GCC 11 to 15 and Clang 18.
void write_glibc_shim(const std::filesystem::path& folder);

/// The set-up for a host compiler that is here, as `chosen` by the resolver: the libstdc++ to link and, of a Clang, the
/// headers; a shim and the lists of architectures are left to the caller. The toolkit's nvcc is asked whether it heeds
/// NVCC_CCBIN where the release does not say so.
[[nodiscard]] BuildChoice build_choice(const Surroundings& surroundings, const Host& host, const Tables& tables,
                                       const FoundToolkit& toolkit, Version release, const HostCompiler& chosen,
                                       const FoundCompiler& compiler);

}  // namespace cudastdenv::machine
