// SPDX-License-Identifier: MIT
#pragma once

#include "findings/host.hpp"
#include "report/style.hpp"

#include <string>

namespace cudastdenv::report {

/// What `detect` prints for a person.
[[nodiscard]] std::string host_text(const Host& host, const Style& style);

}  // namespace cudastdenv::report
