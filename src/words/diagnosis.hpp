// SPDX-License-Identifier: MIT
#pragma once

#include "diagnose/diagnosis.hpp"

#include <cudastdenv/answers.hpp>

#include <optional>

namespace cudastdenv::words {

/// `for_tool` is whom the lines are for; absent: who fits.
[[nodiscard]] DiagnoseAnswer diagnose_answer(const Tables& tables, const diagnose::Diagnosis& diagnosis,
                                             bool with_lines = true, std::optional<ApplyTool> for_tool = {});

}  // namespace cudastdenv::words
