// SPDX-License-Identifier: MIT
#pragma once

/// Explains errors about names, headers and targets of the toolkit that the CUDA release lacks or has changed.

#include "messages/diagnosis.hpp"

namespace cudastdenv::messages {

/// All names of the log that the message is about.
void explain_api(const diagnose::Knowledge& known, ExplainedMessage& explained);

/// A missing header, or a missing target of CMake, that a release moved or removed. Otherwise changes nothing.
void explain_changed_file(const Tables& tables, const diagnose::Knowledge& known, ExplainedMessage& explained);

}  // namespace cudastdenv::messages
