// SPDX-License-Identifier: MIT
#pragma once

/// Predictions of the tables against what the real nvcc does with the compilers of this machine.

#include "findings/verify_plan.hpp"
#include "verify/trial.hpp"

#include <cstddef>
#include <filesystem>
#include <functional>
#include <vector>

namespace cudastdenv::verify {

/// Where the C++ libraries lie that programs of the host's compilers need: Subject::own_libraries.
[[nodiscard]] std::vector<std::filesystem::path> own_library_folders(const Host& host);

/// Called after each trial, one call at a time.
using Progress = std::function<void(std::size_t done, std::size_t total)>;

/// Tries everything, `jobs` at once. The rows are those of the plan, whatever the order in which trials end.
/// Throws MachineError where there is no room for temporary files.
[[nodiscard]] std::vector<Row> carry_out(const Plan& plan, const machine::Surroundings& surroundings,
                                         const Limits& limits, std::size_t jobs, const Progress& progress);

}  // namespace cudastdenv::verify
