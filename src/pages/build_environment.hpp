// SPDX-License-Identifier: MIT
#pragma once

#include "words/build_environment.hpp"

#include <string>
#include <string_view>

namespace cudastdenv::report {

/// Lines that a POSIX shell evaluates; each assignment below a comment that says why.
/// Whatever a value holds, the shell takes it as text.
[[nodiscard]] std::string sh_assignments(const words::EnvAnswer& answer);

/// The same for fish.
[[nodiscard]] std::string fish_assignments(const words::EnvAnswer& answer);

/// Lines for the file that GITHUB_ENV names: what the later steps of a job have. They can have no comments, and what is
/// to be unset is empty there.
[[nodiscard]] std::string github_assignments(const words::EnvAnswer& answer);

/// ENV instructions of a Dockerfile, each below a comment that says why. What is to be unset is empty there.
/// Each value is one that can_stand_in_dockerfile().
[[nodiscard]] std::string dockerfile_assignments(const words::EnvAnswer& answer);

/// Whether an instruction of a Dockerfile can hold the text: it ends with the line.
[[nodiscard]] bool can_stand_in_dockerfile(std::string_view text);

}  // namespace cudastdenv::report
