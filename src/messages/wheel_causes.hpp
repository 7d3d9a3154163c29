// SPDX-License-Identifier: MIT
#pragma once

/// Messages about PyTorch's wheels: a build is the fix, and nvcc's range is not.

#include "messages/diagnosis.hpp"

namespace cudastdenv::messages {

/// If the message concerns a wheel of PyTorch, and the log names enough: replaces what nvcc supports by what the wheels
/// have, and sets the build to install.
void explain_wheel(const Tables& tables, const diagnose::Knowledge& known, ExplainedMessage& explained);

}  // namespace cudastdenv::messages
