// SPDX-License-Identifier: MIT
#pragma once

/// Messages about Python wheels: a build is the fix, and nvcc's range is not.

#include "messages/diagnosis.hpp"

namespace cudastdenv::messages {

/// The driver of the log, or the first branch of the CUDA release that it reports.
[[nodiscard]] std::optional<DriverVersion> driver_in(const Tables& tables, const diagnose::Knowledge& known);

/// The project that alone prints the message; nullptr: another program, or several.
[[nodiscard]] const WheelProjectRow* printing_project(const Tables& tables, const ExplainedMessage& explained);

/// If the message concerns a Python wheel, and the log names enough: replaces what nvcc supports by what the wheels
/// have, and sets the build to install.
void explain_wheel(const Tables& tables, const diagnose::Knowledge& known, ExplainedMessage& explained);

}  // namespace cudastdenv::messages
