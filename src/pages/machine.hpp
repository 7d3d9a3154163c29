// SPDX-License-Identifier: MIT
#pragma once

#include "report/page.hpp"
#include "words/abi.hpp"
#include "words/host.hpp"

#include <string>

namespace cudastdenv::report {

/// What `detect` prints for a person.
[[nodiscard]] std::string detect_text(const words::DetectAnswer& answer, const Style& style);

/// What `abi` prints for a person.
[[nodiscard]] std::string abi_text(const words::AbiAnswer& answer, const Style& style);

}  // namespace cudastdenv::report
