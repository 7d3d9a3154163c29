// SPDX-License-Identifier: MIT
#pragma once

/// Predictions of the tables against what the real nvcc does with the compilers of this machine.

#include "findings/verify.hpp"
#include "os/process.hpp"

#include <chrono>
#include <filesystem>

namespace cudastdenv::verify {

/// What every trial is run with.
struct Limits {
    std::chrono::milliseconds time{300'000};  ///< for each program that is run
    std::size_t output = 4u << 20;            ///< bytes
};

/// The file `program.cu`, put into this program while it is built. It uses much of the standard library of whatever C++
/// standard it is compiled for, and checks what comes out. Ends with 0 where all is right.
extern const std::string_view program_text;

/// Compiles, links and runs; for a question only whether nvcc supports its one code. Never throws for what the programs
/// do; MachineError if the files cannot be written.
[[nodiscard]] TrialOutcome try_build(const Trial& trial, const machine::Surroundings& surroundings,
                                     const Limits& limits);

/// Called after each trial, one call at a time.
using Progress = std::function<void(std::size_t done, std::size_t total)>;

/// Tries everything, `jobs` at once. The rows are those of the plan, whatever the order in which trials end.
/// Throws MachineError where there is no room for temporary files.
[[nodiscard]] std::vector<VerifyRow> carry_out(Plan plan, const machine::Surroundings& surroundings,
                                               const Limits& limits, std::size_t jobs, const Progress& progress);

}  // namespace cudastdenv::verify
