// SPDX-License-Identifier: MIT
#pragma once

/// Requirements in the METADATA of a wheel.

#include "resolve/wheels.hpp"

namespace cudastdenv {

/// A requirement that holds on a system, in the form of the tables: `torch>=2.2,<3` of `torch (<3,>=2.2) ; os_name ==
/// "posix"`. Absent: its marker excludes the system, or it has another form, like an address. Every Python release
/// satisfies a marker. Those of extras hold if `with_extras`.
[[nodiscard]] std::optional<std::string> requirement_on(std::string_view line, WheelSystem system, bool with_extras);

}  // namespace cudastdenv
