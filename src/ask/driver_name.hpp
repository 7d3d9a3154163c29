// SPDX-License-Identifier: MIT
#pragma once

#include <cudastdenv/driver.hpp>

#include <string_view>

namespace cudastdenv::asking {

/// Reads the version of a driver that was typed. Throws BadInput that says what would be right.
[[nodiscard]] DriverVersion read_driver(std::string_view text);

}  // namespace cudastdenv::asking
