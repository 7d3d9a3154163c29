// SPDX-License-Identifier: MIT
#pragma once

/// Compares predictions of the tables with the results of the real nvcc and this machine's compilers.

#include "findings/verify.hpp"
#include "machine/os/process.hpp"

namespace cudastdenv::verify {

/// The limits of every trial.
struct Limits {
    std::chrono::milliseconds time{300'000};  ///< for each program
    std::size_t output = 4u << 20;            ///< bytes
};

/// The file `program.cu`, embedded at build time. It uses much of the standard library of the C++ standard that it is
/// compiled for, and checks the results. Exits with 0 on success.
extern const std::string_view program_text;

/// Compiles, links and runs; for a question only whether nvcc supports its one code. Never throws for what the programs
/// do; MachineError if the files cannot be written.
[[nodiscard]] TrialOutcome try_build(const Trial& trial, const machine::Surroundings& surroundings,
                                     const Limits& limits);

/// A build of a small program in an environment: standard headers, a kernel and device maths.
struct SmallBuild {
    std::filesystem::path nvcc;
    Variables variables;                    ///< all of the environment, as a shell with `env` has it
    std::optional<CxxStandard> standard;    ///< absent: nvcc's default
    std::vector<std::string> options = {};  ///< `-cudart shared`
};

/// The output of the nvcc that fails; absent: it builds. Throws MachineError if files cannot be written, nvcc cannot be
/// started, or the time is up.
[[nodiscard]] std::optional<std::string> try_small_build(const SmallBuild& build, const Limits& limits);

/// Called after each trial, one call at a time.
using Progress = std::function<void(std::size_t done, std::size_t total)>;

/// Runs all trials of a plan, `jobs` at once. The rows keep the order of the plan. Throws MachineError if temporary
/// files cannot be written.
[[nodiscard]] std::vector<VerifyRow> run_plan(TrialPlan plan, const machine::Surroundings& surroundings,
                                              const Limits& limits, std::size_t jobs, const Progress& progress);

}  // namespace cudastdenv::verify
