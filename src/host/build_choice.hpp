// SPDX-License-Identifier: MIT
#pragma once

/// What a build on this machine has to be told: `env` exports it, and `verify` tries it.

#include "findings/build_environment.hpp"
#include "host/host.hpp"

#include <cudastdenv/resolve.hpp>

#include <optional>

namespace cudastdenv::machine {

/// The set-up for a host compiler that is here, as `chosen` by the resolver: the libstdc++ to link and, of a Clang, the
/// headers; a shim and the lists of architectures are left to the caller. The toolkit's nvcc is asked whether it heeds
/// NVCC_CCBIN where the release does not say so.
[[nodiscard]] BuildChoice build_choice(const Surroundings& surroundings, const Host& host, const Tables& tables,
                                       const FoundToolkit& toolkit, Version release, const HostCompiler& chosen,
                                       const FoundCompiler& compiler);

}  // namespace cudastdenv::machine
