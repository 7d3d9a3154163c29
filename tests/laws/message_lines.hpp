// SPDX-License-Identifier: MIT
#pragma once

/// The wordings of the table of messages as their tools print them.

#include "tables/message_template.hpp"

#include <cudastdenv/tables.hpp>

#include <map>
#include <string>

namespace cudastdenv::laws {

using FactValues = std::map<Fact, std::string>;

/// The line of a log with that wording. A fact without a known value has a plausible one. A library is written
/// `libcublas.so.12`, a capability `12.0`, whatever the tool prints.
[[nodiscard]] std::string message_line(const MessageTextRow& row, const FactValues& known = {});

}  // namespace cudastdenv::laws
