// SPDX-License-Identifier: MIT
#pragma once

#include "words/message.hpp"

#include <string>

namespace cudastdenv::report {

/// A section with a heading of the second level; ends with a newline.
[[nodiscard]] std::string message_markdown(const words::AboutMessage& message);

/// A section with a heading of the second level, its id `message-gcc-too-new`.
[[nodiscard]] std::string message_section(const words::AboutMessage& message);

/// The same to be opened, with a heading of the third level.
[[nodiscard]] std::string message_details(const words::AboutMessage& message);

}  // namespace cudastdenv::report
