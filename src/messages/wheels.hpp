// SPDX-License-Identifier: MIT
#pragma once

/// Builds of Python packages in sentences, and the answer about them.

#include "messages/phrases.hpp"
#include "resolve/wheels.hpp"

namespace cudastdenv::messages {

/// `torch 2.9.1 of cu126`, `jax[cuda12] 0.5.3`
[[nodiscard]] std::string format_build(const WheelFacts& build);

/// `3.10 to 3.14`; empty: unknown.
[[nodiscard]] std::string format_python(const VersionRange& python);

/// By which code the build runs on the GPU that decides; why it does not run there, or why that is unknown. There is at
/// least one GPU.
[[nodiscard]] Sentence describe(const Tables& tables, const WheelBuild& build);

[[nodiscard]] WheelFacts wheel_facts(const Tables& tables, const WheelBuild& build, const WheelQuestion& question);

/// Versions of other projects that fit a build.
[[nodiscard]] std::vector<WheelAnswer::Companion> companions_of(const Tables& tables, const WheelBuild& build);

}  // namespace cudastdenv::messages
