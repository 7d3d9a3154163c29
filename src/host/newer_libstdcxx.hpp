// SPDX-License-Identifier: MIT
#pragma once

#include "findings/build_environment.hpp"
#include "host/host.hpp"

#include <optional>

namespace cudastdenv::machine {

/// Where to link the libstdc++ that programs load, where the compiler by itself would link an older one; nothing where
/// it links that one anyway, or where no compiler has it to link. A GCC that is not the distribution's default may
/// bring an older libstdc++.so of its own, and then libraries that need the newer one fail at link although they
/// would run.
[[nodiscard]] std::optional<LinkFolder> newer_libstdcxx(const Host& host, const Tables& tables,
                                                        const FoundCompiler& compiler);

}  // namespace cudastdenv::machine
