// SPDX-License-Identifier: MIT
#pragma once

/// Which of the messages in a log stopped it.

#include "diagnose/log_reader.hpp"

#include <vector>

namespace cudastdenv::diagnose {

/// The messages that count, in the log's order, the first the cause: each once, none that is only spoken of, that the
/// log got over, or that is a warning beside something else. Points into the reading.
[[nodiscard]] std::vector<const SeenMessage*> causes_in(const LogReading& reading);

}  // namespace cudastdenv::diagnose
