// SPDX-License-Identifier: MIT
#pragma once

#include "report/style.hpp"
#include "words/abi.hpp"

#include <string>

namespace cudastdenv::report {

/// What `abi` prints for a person.
[[nodiscard]] std::string abi_text(const words::AbiAnswer& answer, const Style& style);

}  // namespace cudastdenv::report
