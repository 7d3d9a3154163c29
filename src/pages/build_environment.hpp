// SPDX-License-Identifier: MIT
#pragma once

#include "words/build_environment.hpp"

#include <span>
#include <string>

namespace cudastdenv::report {

/// Lines that a POSIX shell evaluates; each assignment below a comment that says why.
/// Whatever a value holds, the shell takes it as text. `reasons` may be nullptr: no comments.
[[nodiscard]] std::string sh_assignments(std::span<const Assignment> assignments,
                                         const words::BuildEnvironmentReport* reasons);

/// The same for fish.
[[nodiscard]] std::string fish_assignments(std::span<const Assignment> assignments,
                                           const words::BuildEnvironmentReport* reasons);

}  // namespace cudastdenv::report
