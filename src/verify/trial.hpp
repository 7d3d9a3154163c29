// SPDX-License-Identifier: MIT
#pragma once

#include "findings/verify_plan.hpp"
#include "os/surroundings.hpp"

#include <chrono>
#include <cstddef>
#include <optional>

namespace cudastdenv::verify {

/// What every trial is run with.
struct Limits {
    std::chrono::milliseconds time{300'000};  ///< for each program that is run
    std::size_t output = 4u << 20;            ///< bytes
};

struct BuildOutcome {
    Seen build;
    std::optional<Seen> needs;
    std::optional<Seen> on_gpu;
};

/// Compiles, links and runs. Never throws for what the programs do; MachineError where there is no room for the files.
[[nodiscard]] BuildOutcome try_build(const BuildTrial& trial, const machine::Surroundings& surroundings,
                                     const Limits& limits);

/// What nvcc would do is asked; nothing is compiled.
[[nodiscard]] Seen try_capability(const CapabilityTrial& trial, const machine::Surroundings& surroundings,
                                  const Limits& limits);

}  // namespace cudastdenv::verify
